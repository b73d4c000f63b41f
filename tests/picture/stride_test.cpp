// A hall goes by stage: what a whole stage in one stride says, and how long its parts are seen.

#include <doctest/doctest.h>

#include "core/picture/picture.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

std::string said(const std::vector<Line>& lines) {
  std::string all;
  for (const Line& line : lines)
    for (const Span& span : line) all += span.text;
  return all;
}

Picture shown(Player& player) { return paint(player.session, player.trace(), nullptr); }

}  // namespace

TEST_CASE(
    "all scores at once: words, sum, cell and stem are those of the highest, not of the last") {
  Player player("cat");
  player.settled("present; next");
  CHECK(player.at() == "score:fish");
  const Picture hall = shown(player);
  CHECK(hall.story.title == "How well does “cat” answer?");
  CHECK(said(hall.story.sums).find("= 6") != std::string::npos);
  CHECK(hall.table.acting_column == 1);
  CHECK(hall.landscape.title == "How well does “cat” answer “its”?");
  SUBCASE("key by key it is the key's own") {
    player.settled("steps keys");
    CHECK(shown(player).story.title == "The last key");
    CHECK(shown(player).table.acting_column == 4);
  }
  SUBCASE("a question gives nothing away") {
    player.settled("ask 3");
    CHECK(player.at() == "score:fish");
    CHECK(shown(player).table.acting_column == 4);
  }
  SUBCASE("as in the other scene") {
    player.settled("scene sentence");
    CHECK(shown(player).sentence.acting == 1);
  }
}

TEST_CASE("three matrices at once: one text for all, and q, k and v") {
  Player player("qkv");
  player.settled("present; next");
  CHECK(player.at() == "project:v");
  const StoryPicture story = shown(player).story;
  CHECK(story.title == "One x, three vectors");
  const std::string sums = said(story.sums);
  for (const char* matrix : {"W_Q", "W_K", "W_V"})
    CHECK_MESSAGE(sums.find(matrix) != std::string::npos, std::string(matrix));
  for (const Span& span : story.formula)
    if (span.text.find('=') != std::string::npos) CHECK(span.role == Role::plain);
  player.settled("steps keys");
  CHECK(shown(player).story.title == "W_V makes what is handed over");
}

TEST_CASE("a hall's walk begins with words, not with a vector") {
  Player player("mask");
  player.settled("present");
  CHECK(shown(player).story.sums.empty());
  CHECK_FALSE(shown(player).story.text.empty());
  player.settled("present");
  CHECK_FALSE(shown(player).story.sums.empty());
}

TEST_CASE("in one stride each part of Project and Softmax is seen, only keys are hurried") {
  Player player("cat");
  player.settled("goto scale; steps stages");
  player.press("next");
  player.wait(0.3f);
  CHECK(player.at() == "softmax:max");
  player.wait(0.6f);
  CHECK(player.at() == "softmax:exp");
  player.wait(0.6f);
  CHECK(player.at() == "softmax:stack");
  player.wait(0.6f);
  CHECK(player.at() == "softmax:divide");
  CHECK_FALSE(player.rests());
  player.wait(0.35f);
  CHECK(player.rests());
}
