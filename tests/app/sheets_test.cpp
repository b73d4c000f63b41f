// The list of keys, in every language: nothing runs into its neighbour or out of the card.

#include "app/views/sheets.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/page/fonts.h"
#include "core/page/style.h"
#include "tests/support/speaking.h"

using namespace qkv;

TEST_CASE("the list of keys: texts stand apart and inside their card") {
  for (const std::string& each : languages()) {
    const test::Speaking speaking(each);
    CAPTURE(each);
    Page page;
    page.size = {1440, 900};
    page.unit = 1;
    for (const Sheet sheet : {Sheet::help, Sheet::about}) {
      std::vector<Item> items;
      ViewState view;
      view.sheet = sheet;
      add_sheet(items, palette(Theme::dark), page, view);
      Rect card;
      std::vector<std::pair<Rect, std::string>> texts;
      for (const Item& item : items) {
        if (const auto* box = std::get_if<Box>(&item.shape);
            box != nullptr && box->rect.w > 400 && box->rect.w < page.size.x)
          card = box->rect;
        if (const auto* text = std::get_if<Text>(&item.shape))
          texts.push_back({{text->baseline.x, text->baseline.y - text->size,
                            text_width(text->font, text->size, text->text), text->size},
                           text->text});
      }
      REQUIRE(card.w > 0);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        CAPTURE(texts[i].second);
        const Rect& a = texts[i].first;
        CHECK(a.right() <= card.right() - 8);
        for (std::size_t j = 0; j < i; ++j) {
          CAPTURE(texts[j].second);
          const Rect& b = texts[j].first;
          const bool same_line = a.y < b.bottom() && b.y < a.bottom();
          CHECK_FALSE((same_line && a.x < b.right() + 6 && b.x < a.right() + 6));
        }
      }
    }
  }
}
