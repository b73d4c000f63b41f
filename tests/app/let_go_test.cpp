// What the mouse leaves behind when it lets go, and what is told beside it while it drags.

#include <algorithm>

#include <doctest/doctest.h>
#include <glm/geometric.hpp>

#include "core/text/format_number.h"
#include "tests/support/hand.h"

using namespace qkv;

namespace {
using Kind = Quantity::Kind;
}  // namespace

TEST_CASE("mouse: a tip that is let go stays where the mouse left it") {
  for (const char* script :
       {"goto score", "", "goto softmax", "scene sentence",
        "dimensions 4; key fish 1 0.5 2 0.3; query its 1 2 0.5 1; goto score", "goto mix"}) {
    CAPTURE(std::string(script));
    Hand hand("cat", script);
    const Kind kind = hand.player.session.playhead.at.stage == Stage::mix ? Kind::value : Kind::key;
    const int word = hand.document().queries.columns > 2 ? 4 : 1;
    for (const glm::vec2 by : {glm::vec2(-14, 8), glm::vec2(-9, 5)}) {
      const glm::vec2 from = hand.tip(kind, word), to = from + by;
      hand.drag(from, to);
      const glm::vec2 held = hand.tip(kind, word);
      CHECK(glm::distance(held, to) < 1.5f);
      hand.button(false, to);
      CHECK(hand.player.session.history.done.size() > 0);
      CHECK(glm::distance(hand.tip(kind, word), held) < 0.01f);
    }
    // Asked for, the floor fits its vectors again.
    hand.player.settled("home");
    CHECK_FALSE(hand.player.session.kept_floor);
  }
}

TEST_CASE("mouse: a tip beyond the floor gets a floor of its own") {
  Hand hand("cat", "goto score");
  const glm::vec2 from = hand.tip(Kind::key, 1);
  hand.drag(from, from + glm::vec2(160, -80));
  hand.button(false, hand.view.mouse);
  const Picture picture = paint(hand.player.session, hand.player.trace(), nullptr);
  CHECK(picture.landscape.floor.high.x > key_row(hand.document(), 0, 1)[0]);
}

TEST_CASE("mouse: beside the hand stands what a dragged cell was and is, however small it is") {
  std::string words = "sentence the cat ate its fish";
  for (int i = 5; i < 64; ++i) words += " w" + std::to_string(i);
  for (const std::string& script : {std::string("goto score"), words + "; goto score"}) {
    CAPTURE(script);
    Hand hand("cat", script.c_str());
    const auto map =
        std::find_if(hand.page.items.begin(), hand.page.items.end(), [](const Item& i) {
          return std::holds_alternative<Heatmap>(i.shape) && i.quantity.kind == Kind::score;
        });
    const int n = hand.document().n();
    glm::vec2 from{0};
    if (map != hand.page.items.end()) {
      const Rect rect = std::get<Heatmap>(map->shape).rect;
      from = {rect.x + rect.w * 1.5f / static_cast<float>(n),
              rect.y + rect.h * 3.5f / static_cast<float>(n)};
    } else {
      from = hand.cell(3, 1);
    }
    REQUIRE(drag_lines(hand.player.session, hand.view).empty());
    hand.drag(from, from + glm::vec2(0, 40));
    const std::vector<Line> lines = drag_lines(hand.player.session, hand.view);
    REQUIRE(lines.size() == 1);
    const float now = hand.player.trace().score(0, 3, 1);
    CHECK(now < 6);
    CHECK(lines.front().front().text ==
          "“its” · “cat”: q·k 6 → " + format_number(static_cast<double>(now), 2));
    hand.button(false, hand.view.mouse);
    CHECK(drag_lines(hand.player.session, hand.view).empty());
  }
}

TEST_CASE("mouse: a right click on a chip is about that word") {
  Hand hand("cat", "goto score");
  const auto chip = std::find_if(hand.page.hits.begin(), hand.page.hits.end(), [](const Hit& hit) {
    return hit.quantity.kind == Kind::word && hit.quantity.row == 1;
  });
  REQUIRE(chip != hand.page.hits.end());
  const glm::vec2 at{chip->rect.x + chip->rect.w / 2, chip->rect.y + chip->rect.h / 2};
  Intents intents;
  on_button({true, false, at}, hand.player.session, hand.page, hand.view, 1, intents);
  CHECK(intents.actions.empty());
  CHECK(hand.view.popup.name == "word");
  CHECK(hand.view.popup.path == "cat");
}

TEST_CASE("mouse: a click opens a number once the question is answered, not before") {
  Hand hand("cat", "ask 2");
  const auto click = [&] {
    hand.button(true, hand.cell(1, 2));
    hand.button(false, hand.cell(1, 2));
  };
  click();
  CHECK_FALSE(hand.player.session.pinned);
  hand.player.settled("answer number 3.6");
  hand.lay_out();
  click();
  CHECK(hand.player.session.pinned);
  CHECK(shows_chain(hand.player.session));
  hand.player.settled("ask 3");
  CHECK_FALSE(hand.player.session.pinned);
}
