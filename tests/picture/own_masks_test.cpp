// Parts with a mask and a word of their own: bar, chip, transcript, table and footer say the same.

#include <string>

#include <doctest/doctest.h>

#include "core/page/lessons/scenes.h"
#include "core/picture/panels.h"
#include "core/session/part_view.h"
#include "core/share/transcript.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

std::string chosen_chip(Player& player) {
  std::string chosen;
  for (const auto& chip : paint_toolbar(player.session, player.trace()).chips)
    if (chip.chosen) chosen += chip.word;
  return chosen;
}

std::string lit_line(Player& player) {
  std::string lit;
  for (const auto& row : masks_side(player.session).rows)
    if (row.lit) lit += row.cells.front();
  return lit;
}

}  // namespace

TEST_CASE("lesson mask: a part's own mask and word stand in the bar, whatever is switched") {
  struct Case {
    std::string at, word, mask;
  };
  for (const Case& one : {Case{"start", "cat", "full beside causal"},
                          {"part:two", "cat", "full beside causal"},
                          {"part:ones", "cat", "causal"},
                          {"part:window", "its", "causal+window:2"},
                          {"part:padding", "cat", "padding:2"},
                          {"part:empty", "fish", "causal+window:2+padding:2"}}) {
    CAPTURE(one.at);
    Player player("mask");
    player.settled("mask padding:1; scale off; goto " + one.at);
    const ToolbarPicture bar = paint_toolbar(player.session, player.trace());
    CHECK(bar.mask_text == one.mask);
    CHECK(bar.scale_on);
    CHECK_FALSE(bar.can_mask);
    CHECK_FALSE(bar.cannot_reason.empty());
    CHECK(chosen_chip(player) == one.word);
    CHECK(lit_line(player) == one.word);
    const std::string head = transcript_head(player.session, player.trace());
    CHECK(head.find("\u201c" + one.word + "\u201d asks. Mask: " + one.mask + ".") != head.npos);
    CHECK(paint_ribbon(player.session, player.trace()).footer.starts_with(one.word + " "));
  }
  Player player("mask");
  player.settled("mask padding:1; goto score:cat");
  const ToolbarPicture bar = paint_toolbar(player.session, player.trace());
  CHECK(bar.mask_text == "padding:1");
  CHECK(bar.can_mask);
}

TEST_CASE("lesson mask: switches that a part does not follow say so and change nothing") {
  Player player("mask");
  player.settled("goto part:window");
  const AttentionOptions before = player.session.options;
  for (const Action& action : {Action{action::ToggleCausal{}}, Action{action::ToggleScale{}}}) {
    player.act(action);
    CHECK(player.session.options == before);
    CHECK_FALSE(player.session.notice.empty());
  }
  player.settled("goto score:cat");
  player.act(action::ToggleCausal{});
  CHECK_FALSE(player.session.options == before);
}

TEST_CASE("lesson mask: whoever chooses another word in a part looks at that") {
  Player player("mask");
  player.settled("goto part:window; select ate");
  CHECK(chosen_chip(player) == "ate");
  CHECK(lit_line(player) == "ate");
  player.act(action::SelectBy{1});
  CHECK(chosen_chip(player) == "its");
  // The walk's own word cannot take the place of the part's: that is said.
  Player other("mask");
  other.settled("goto part:empty");
  other.act(action::Select{1});
  CHECK(chosen_chip(other) == "fish");
  CHECK(other.session.notice.find("fish") != std::string::npos);
}

TEST_CASE("lesson words: the twin's sentence stands in the bar while it is the picture") {
  Player player("words");
  player.settled("goto part:suitcase");
  CHECK(chosen_chip(player) == "it");
  CHECK(paint_toolbar(player.session, player.trace()).chips.back().word == "small");
  player.settled("knob ending big");
  CHECK(paint_toolbar(player.session, player.trace()).chips.back().word == "big");
  CHECK(paint_ribbon(player.session, player.trace()).footer.starts_with("it "));
  player.act(action::SelectBy{1});
  CHECK(chosen_chip(player) == "it");
  CHECK_FALSE(player.session.notice.empty());
  player.settled("goto all");
  CHECK(chosen_chip(player) == "its");
}
