// The mouse in front of a hall: double clicks, and a pointer that nobody holds.

#include <doctest/doctest.h>

#include "app/views/overlay.h"
#include "tests/support/hand.h"

using namespace qkv;

namespace {

std::size_t over(Hand& hand) {
  return overlay(hand.player.session, hand.player.trace(), hand.page, hand.view, 0).size();
}

}  // namespace

TEST_CASE("a double click in a hall fills the screen and chooses, opens and paints nothing") {
  for (const auto& [lesson, script] :
       {std::pair{"cat", "present"}, std::pair{"cat", "present; goto softmax"},
        std::pair{"cat", "present; end"}, std::pair{"mask", "present; goto mask"}}) {
    CAPTURE(std::string(lesson));
    CAPTURE(std::string(script));
    Hand hand(lesson, script);
    const Session before = hand.player.session;
    const int other = before.row == 0 ? 1 : 0;
    hand.double_click(hand.cell(other, 0));
    hand.wait(1);
    CHECK(hand.player.session.hall.filled == Filled::table);
    hand.double_click(hand.cell(other, 1));
    hand.wait(1);
    const Session& after = hand.player.session;
    CHECK(after.options == before.options);
    CHECK(after.row == before.row);
    CHECK(after.playhead == before.playhead);
    CHECK(after.reached == before.reached);
    CHECK(after.pinned == before.pinned);
    CHECK(after.history.done.size() == before.history.done.size());
    CHECK(after.hall == before.hall);
  }
}

TEST_CASE("one click in a hall acts when it cannot become two, or before the next key") {
  Hand hand("cat", "present; goto softmax");
  const int other = hand.player.session.row == 0 ? 1 : 0;
  const glm::vec2 at = hand.cell(other, 0);
  const auto click = [&] {
    hand.button(true, at);
    hand.now -= 0.9;
    hand.button(false, at);
  };
  click();
  CHECK(hand.player.session.row != other);
  CHECK(hall_due(hand.player.session, hand.view, hand.now) > 0);
  hand.wait(0.5);
  CHECK(hand.player.session.row == other);
  CHECK(hand.player.session.pinned);

  Hand keyed("cat", "present; goto softmax");
  keyed.button(true, at);
  keyed.button(false, at);
  keyed.key(Key::page_down);
  CHECK(keyed.player.session.row == other);
}

TEST_CASE("a mouse that lies still in a hall lights nothing up") {
  Hand hand("cat", "present; goto softmax");
  const glm::vec2 at = hand.cell(hand.player.session.row, 0);
  hand.move(at);
  const std::size_t pointing = over(hand);
  CHECK(pointing > 0);
  hand.wait(1);
  CHECK(over(hand) == pointing);
  hand.wait(1.1);
  CHECK(over(hand) == 0);
  CHECK(hall_due(hand.player.session, hand.view, hand.now) < 0);
  hand.move(at);  // the window says so, but nobody moved it
  CHECK(over(hand) == 0);
  hand.move(at + glm::vec2{1, 0});
  CHECK(over(hand) == pointing);
  hand.key(Key::page_down);
  CHECK(over(hand) == 0);
  hand.view.tool = Tool::laser;
  CHECK(over(hand) > 0);

  Hand desk("cat", "goto softmax");
  desk.move(desk.cell(desk.player.session.row, 0));
  desk.key(Key::page_down);
  desk.wait(10);
  CHECK(over(desk) > 0);
}
