// Train in the pictures: grids that the trained matrices carry, a floor that holds still.

#include <doctest/doctest.h>

#include "tests/picture/landscape_support.h"
#include "tests/support/player.h"

using namespace qkv;
using doctest::Approx;

namespace {

LandscapePicture landscape(Player& player) {
  return paint_landscape(player.session, player.trace(), player.traces.before(player.session));
}
StoryPicture story(Player& player) {
  return paint_story(player.session, player.trace(), player.traces.before(player.session));
}

}  // namespace

TEST_CASE("train: both grids lie as W_Q and W_K carry them, and the floor never rescales") {
  Player player("qkv");
  player.settled("goto train");
  const Floor first = landscape(player).floor;
  player.settled("train 0");
  for (int step = 0; step <= 40; ++step) {
    CAPTURE(step);
    const LandscapePicture picture = landscape(player);
    CHECK(picture.floor.low == first.low);
    CHECK(picture.floor.high == first.high);
    REQUIRE(picture.carried_grids.size() == 2);
    CHECK(picture.stems.empty());
    const Projection& p = *player.session.document->projection;
    const auto& lines = picture.carried_grids.front().lines;
    const float t = 1;  // half of how far the words reach
    // The first line runs from [−2t, −2t] to [−2t, 2t].
    const std::vector<float>& w = p.w_q.data;
    CHECK(lines[0].x == Approx(-2 * t * w[0] - 2 * t * w[2]));
    CHECK(lines[1].y == Approx(-2 * t * w[1] + 2 * t * w[3]));
    for (const FloorArrow& arrow : picture.arrows)
      if (arrow.shown > 0) {
        CHECK(arrow.to.x >= picture.floor.low.x);
        CHECK(arrow.to.x <= picture.floor.high.x);
        CHECK(arrow.to.y >= picture.floor.low.y);
        CHECK(arrow.to.y <= picture.floor.high.y);
      }
    player.settled("train 1");
  }
}

TEST_CASE("train: the story tells the trace's own weight, offers what can be done, says whence") {
  Player player("qkv");
  CHECK(story(player).training.buttons.empty());
  player.settled("goto train");
  CHECK(story(player).training.buttons.size() == 2);
  CHECK(story(player).training.status.empty());
  const std::string before = story(player).text.front().front().text;
  player.settled("train 12");
  const StoryPicture there = story(player);
  REQUIRE(there.training.status.size() == 2);
  CHECK(there.training.status[0].text.find("12") != std::string::npos);
  const float weight = player.trace().weight(0, 3, 1);
  CHECK(std::stod(there.training.status[1].text) ==
        Approx(static_cast<double>(weight)).epsilon(0.002));
  CHECK(there.training.curve.size() == 13);
  CHECK(there.training.buttons.size() == 4);
  CHECK(there.text.front().front().text != before);
  const auto says = [](const StoryPicture& picture, const char* what) {
    for (const Line& note : picture.notes)
      if (!note.empty() && note.front().text.find(what) != std::string::npos) return true;
    return false;
  };
  CHECK(says(there, "trained here in 12 steps"));
  CHECK(says(there, "by hand"));
  Player once("qkv");
  once.settled("goto train; train 1");
  CHECK(says(story(once), "trained here in one step"));
  // Every button says what the action does.
  for (const TrainingPicture::Button& button : there.training.buttons) {
    Player other = player;
    other.act(button.action);
    other.settle_all();
    CHECK(other.session.document != player.session.document);
  }
  player.settled("goto project:q");
  CHECK(story(player).text.front().front().text.find("gradient") != std::string::npos);
  player.settled("untrain");
  CHECK(story(player).training.buttons.empty());
  CHECK(story(player).text.front().front().text.find("quarter") != std::string::npos);
}
