// What the window says stands where nothing of the picture lies.

#include "app/views/bars.h"

#include <doctest/doctest.h>

#include "app/frame/recovery.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

bool overlap(const Rect& a, const Rect& b) {
  return a.w > 0 && b.w > 0 && a.x < b.right() && b.x < a.right() && a.y < b.bottom() &&
         b.y < a.bottom();
}

}  // namespace

TEST_CASE("messages and the bar of recovered work cover no panel, at any size") {
  Player player("cat");
  player.settled("end");
  for (const char* script : {"scene landscape", "scene sentence", "contents on"}) {
    player.settled(script);
    const Picture picture =
        paint(player.session, player.trace(), player.traces.before(player.session));
    for (const auto& [size, unit] :
         {std::pair{glm::vec2{1024, 640}, 1.0f}, std::pair{glm::vec2{1440, 900}, 1.0f},
          std::pair{glm::vec2{1440, 900}, 1.5f}, std::pair{glm::vec2{3840, 2160}, 1.0f},
          std::pair{glm::vec2{3840, 2160}, 2.0f}}) {
      for (const bool offers : {false, true}) {
        CAPTURE(size.x);
        CAPTURE(unit);
        ViewState view;
        view.message.text = "A file that cannot be read: " + std::string(300, 'x') + " and why";
        if (offers) view.offer = offer_text({"1", "The cat", "/home/a/cat.qkv", "", "", "then"});
        const float band = band_height(player.session, view, size, unit);
        CHECK(band > 30 * unit);
        const Page page = layout(player.session, picture,
                                 {static_cast<int>(size.x), static_cast<int>(size.y), unit, band});
        const Rect message = message_rect(page, view), offer = offer_rect(page, view);
        CHECK(message.h > 0);
        CHECK((offer.h > 0) == offers);
        for (const PanelPlace& panel : page.panels) {
          CHECK_FALSE(overlap(panel.rect, message));
          CHECK_FALSE(overlap(panel.rect, offer));
        }
        for (const Hit& hit : page.hits) {
          CAPTURE(hit.name);
          CHECK_FALSE(overlap(hit.rect, message));
          CHECK_FALSE(overlap(hit.rect, offer));
        }
        CHECK_FALSE(overlap(message, offer));
      }
    }
  }
  ViewState silent;
  CHECK(band_height(player.session, silent, {1440, 900}, 1) == 0);
}

TEST_CASE("recovered work is called by its file, and when it was kept") {
  CHECK(offer_text({"1", "The cat", "/home/a/fish.qkv", "", "", "2026-11-29 23:11"}) ==
        "Work that was not saved to “fish.qkv” is still here, kept 2026-11-29 23:11.");
  const std::string none = offer_text({"1", "The cat", "", "lesson cat", "", "2026-11-29 23:11"});
  CHECK(none.find("“The cat”") != std::string::npos);
  CHECK(none.find("no file yet") != std::string::npos);
  CHECK(none.find("23:11") != std::string::npos);
}
