// The panel of the table: bars of many words and what the rest have together, its ranges, the
// vectors above it.

#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "core/page/fonts.h"
#include "core/page/landscape/labels.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "tests/support/page_text.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

std::string shown_at(const char* stop) {
  Player player("trophy");
  player.settled(std::string("goto ") + stop);
  const Picture picture = paint(player.session, player.trace(), nullptr);
  return page_text(layout(player.session, picture, PageSize{1280, 720, 1}, {}));
}

}  // namespace

TEST_CASE("what is left of the bars has a share once there is one, and not before") {
  CHECK(shown_at("softmax:stack").find("9 words") != std::string::npos);
  CHECK(shown_at("softmax:stack").find("words \u00b7") == std::string::npos);
  CHECK(shown_at("softmax:divide").find("9 words \u00b7 0.06") != std::string::npos);
  CHECK(shown_at("mix:trophy").find("words \u00b7") == std::string::npos);
  CHECK(shown_at("mix:z").find("10 words \u00b7 7.8 %") != std::string::npos);
}

TEST_CASE("a prediction has a bar for every word; the panel scrolls for them") {
  for (const int height : {600, 720, 900}) {
    CAPTURE(height);
    Player player("cat");
    player.settled("insert 5 dog; insert 6 bird; dimensions 8; predict weights its");
    const Picture picture = paint(player.session, player.trace(), nullptr);
    const Page page = layout(player.session, picture, PageSize{1280, height, 1}, {});
    CHECK(page.drawn_bars.size() == 7);
  }
}

TEST_CASE("heads that were made apart have colours of their own range") {
  Player player("trophy");
  const auto largest = [&](int head) {
    float most = 0;
    const Trace& trace = player.trace();
    for (int row = 0; row < trace.n; ++row)
      for (int key = 0; key < trace.m; ++key)
        most = std::max(most, std::abs(trace.scores[trace.at(head, row, key)]));
    return most;
  };
  CHECK(score_limit(player.session, player.trace()) == largest(2));
  CHECK(largest(1) > 3 * largest(2));
  // A change of heads travels there; a drag changes no range.
  player.act(action::Look{{0, 0, 1}});
  player.wait(0.2f);
  const float between = score_limit(player.session, player.trace());
  CHECK(between > largest(2));
  CHECK(between < largest(1));
  player.settle_all();
  CHECK(score_limit(player.session, player.trace()) == largest(1));
  const float before = largest(1);
  player.act(action::Grab{});
  player.settled("key trophy 20 20");
  CHECK(largest(1) > before);
  CHECK(score_limit(player.session, player.trace()) == before);
}

TEST_CASE("key vectors above the table are apart like words, at any size") {
  for (const char* const lesson : {"qkv", "chai", "cat"})
    for (const PageSize size : {PageSize{1280, 720, 1}, {1440, 900, 1}, {3840, 2160, 2.4f}}) {
      Player player(lesson);
      player.settled("goto score");
      const Page page =
          layout(player.session, paint(player.session, player.trace(), nullptr), size, {});
      CAPTURE(lesson);
      CAPTURE(size.width);
      const float table = panel_rects(player.session, size).table.x;
      std::vector<Rect> vectors;
      for (const Item& item : page.items) {
        const auto* const text = std::get_if<Text>(&item.shape);
        if (text == nullptr || item.quantity.kind != Quantity::Kind::key ||
            text->font != Font::mono || text->baseline.x < table)
          continue;
        vectors.push_back(text_rect(*text));
        if (vectors.size() < 2) continue;
        const Rect& before = vectors[vectors.size() - 2];
        CHECK(vectors.back().x - before.right() >= 0.9f * text_width(Font::mono, text->size, "0"));
      }
    }
}
