// What the learner scrolled in the panel of code holds until another stage begins.

#include <doctest/doctest.h>

#include "app/views/mouse.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

const PanelPlace& story_of(const Page& page) { return *find_panel(page, PanelId::story); }

/// As the window does it for every frame.
Page frame(Player& player, ViewState& view) {
  const Picture picture =
      paint(player.session, player.trace(), player.traces.before(player.session));
  follow_panels(player.session, view);
  const PageSize size{1024, 640, 1};
  Page page = layout(player.session, picture, size, view.scroll);
  clamp_scroll(page, view);
  return page;
}

}  // namespace

TEST_CASE("the wheel scrolls the code from where it stands, until the next stage") {
  Player player("cat");
  player.settled("sentence a b c d e f g h i j k l m n; dimensions 8; code numpy; goto softmax");
  ViewState view;
  Page page = frame(player, view);
  const float stood = story_of(page).own_scroll.y;
  REQUIRE(stood > 60);
  const Rect panel = story_of(page).rect;
  view.mouse = {panel.x + panel.w / 2, panel.y + panel.h / 2};
  Intents intents;
  on_wheel({{0, 1}, false}, player.session, page, view, intents);
  CHECK(intents.actions.empty());
  REQUIRE(view.scroll.story);
  CHECK(view.scroll.story->y == doctest::Approx(stood - 48));
  player.settled("back");  // another stop of the same stage
  page = frame(player, view);
  CHECK(view.scroll.story);
  player.settled("goto mix");
  page = frame(player, view);
  CHECK_FALSE(view.scroll.story);
  // The story, which comes back in its place, begins at its own top.
  on_wheel({{0, 1}, false}, player.session, page, view, intents);
  player.settled("code off");
  frame(player, view);
  CHECK_FALSE(view.scroll.story);
}
