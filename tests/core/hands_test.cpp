// Opened numbers, comparisons, predictions, turned tables, and undo that is seen.

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/document/edit_vectors.h"
#include "core/page/layout.h"
#include "core/picture/comparison.h"
#include "core/picture/explain.h"
#include "core/picture/picture.h"
#include "core/session/change.h"
#include "core/session/pin.h"
#include "core/session/predict.h"
#include "core/session/walk_state.h"
#include "core/text/input_error.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;
using Kind = Quantity::Kind;

namespace {

Picture picture_of(Player& player) {
  return paint(player.session, player.trace(), player.traces.before(player.session));
}

}  // namespace

TEST_CASE("a number is opened by name and read back") {
  Player player("cat");
  for (const char* text :
       {"pin its cat weight", "pin its cat share 2", "pin its output 1", "pin its query",
        "pin cat key 2", "pin fish value", "pin its max", "pin its sum", "pin its total",
        "pin the the score", "pin its cat scaled", "pin its cat masked", "pin its cat exp",
        "pin off"}) {
    CAPTURE(text);
    const Action action = parse_action(text, player.session, player.trace());
    CHECK(text_of(action, player.session) == text);
    player.act(action);
    CHECK(player.session.pinned == std::get<action::Pin>(action).quantity);
  }
  CHECK(std::get<action::Pin>(parse_action("pin its cat weights", player.session, player.trace()))
            .quantity.kind == Kind::weight);
  for (const char* wrong :
       {"pin", "pin its", "pin its cat", "pin its cat weight 1", "pin its query 0",
        "pin nobody query", "pin its max 1", "pin its cat length"})
    CHECK_THROWS_AS(parse_action(wrong, player.session, player.trace()), InputError);
}

TEST_CASE("an open number belongs to its words and is no edit") {
  Player player("cat");
  player.settled("pin its fish weight");
  CHECK(player.session.history.done.empty());
  player.settled("move its 0");
  CHECK(player.session.pinned.row == 0);
  CHECK(player.session.pinned.column == 4);
  player.settled("insert 0 dog");
  CHECK(player.session.pinned.row == 1);
  CHECK(player.session.pinned.column == 5);
  player.settled("remove fish");
  CHECK_FALSE(player.session.pinned);
  // The sum of the weights is another number than that of the exponentials.
  player.settled("goto softmax; pin its total");
  const ChainPicture total = paint_chain(player.session, player.trace());
  CHECK(total.number == "1");
  CHECK(total.steps.back().quantity == Quantity{Kind::weight, 0, 0, 1, -1, -1});
  CHECK(total.steps.back().code_name == "weights[1].sum()");
  player.settled("pin its output 2; dimensions 1");
  CHECK(player.session.pinned.kind == Kind::output);
  CHECK(player.session.pinned.dim == -1);
  player.settled("pin its cat exp; variant axis=columns");
  CHECK_FALSE(player.session.pinned);
}

TEST_CASE("places that are not there open nothing") {
  Player player("cat");
  player.act(action::Pin{{Kind::weight, 0, 0, 99, 1, -1}});
  CHECK_FALSE(player.session.pinned);
  player.act(action::Pin{{Kind::word, 0, 0, 1, 1, -1}});
  CHECK_FALSE(player.session.pinned);
  player.act(action::Pin{{Kind::key, 0, 0, 3, 1, -1}});  // told with the row it is shown for
  CHECK(player.session.pinned == Quantity{Kind::key, 0, 0, -1, 1, -1});
}

TEST_CASE("the chain stands in the story's place until a question takes it") {
  Player player("cat");
  player.settled("pin its cat weight");
  CHECK(shows_chain(player.session));
  CHECK_FALSE(picture_of(player).chain.steps.empty());
  player.settled("ask 1");
  CHECK_FALSE(shows_chain(player.session));
}

TEST_CASE("compared: the table shows B - A, and A stays as it was") {
  Player player("cat");
  player.settled("end; compare on");
  const Trace a = player.trace();
  player.settled("key cat 0 3; tab weights");
  REQUIRE(player.session.frozen);
  const TablePicture table = picture_of(player).table;
  CHECK(table.compared);
  for (int row = 0; row < table.rows; ++row)
    for (int key = 0; key < table.columns; ++key)
      CHECK(table.cell(row, key).value ==
            doctest::Approx(player.trace().weight(0, row, key) - a.weight(0, row, key))
                .epsilon(1e-5));
  CHECK(table.limit >= std::abs(table.cell(3, 1).value));
  CHECK(player.session.history.done.size() == 1);  // the key; to compare is no edit
  player.settled("compare off");
  CHECK_FALSE(picture_of(player).table.compared);
}

TEST_CASE("compared: words are matched, a new one has nothing to be compared with") {
  Player player("cat");
  player.settled("end; tab scores; compare on");
  const Trace a = player.trace();
  player.settled("insert 1 dog; move fish 0; tab scores");
  // fish the dog cat ate its
  const Comparison comparison(player.session);
  CHECK(comparison.row_in_a(0) == 4);
  CHECK(comparison.row_in_a(2) == -1);
  CHECK(*comparison.in_a(Tab::scores, 5, 3) == a.score(0, 3, 1));
  CHECK_FALSE(comparison.in_a(Tab::scores, 5, 2));
  const TablePicture table = picture_of(player).table;
  CHECK(table.cell(2, 2).alone);
  CHECK(table.cell(5, 2).alone);
  CHECK_FALSE(table.cell(5, 3).alone);
  CHECK(table.cell(5, 3).value == doctest::Approx(0));
  // All other dimensions and everything removed: still an answer.
  player.settled("dimensions 3; sentence \"all new words\"");
  CHECK(picture_of(player).table.cell(0, 0).alone);
}

TEST_CASE("compared: what only one of them hides differs without end") {
  Player player("cat");
  player.settled("end; compare on; mask causal; tab masked");
  const TablePicture table = picture_of(player).table;
  CHECK(table.cell(0, 1).hidden > 0.5f);
  CHECK(table.cell(0, 1).value == -std::numeric_limits<float>::infinity());
  CHECK(table.cell(1, 0).value == 0);
  player.settled("compare on; mask full; tab masked");
  const TablePicture shown = picture_of(player).table;
  CHECK(std::isinf(shown.cell(0, 1).value));
  CHECK(std::isfinite(shown.limit));
}

TEST_CASE("a hover tells both numbers") {
  Player player("cat");
  player.settled("end; compare on; key cat 0 3");
  std::string all;
  for (const Line& line : explain(player.session, player.trace(), {Kind::weight, 0, 0, 3, 1, -1}))
    for (const Span& span : line) all += span.text;
  CHECK(all.find("A: 0.895") != std::string::npos);
  CHECK(all.find("B − A = −0.") != std::string::npos);
}

TEST_CASE("ranges of differences are round and hold what is in them") {
  for (const float largest : {0.0f, 0.004f, 0.01f, 0.0101f, 0.3f, 0.5f, 0.51f, 7.0f, 1234.0f}) {
    const float limit = difference_limit(largest);
    CHECK(limit >= largest);
    CHECK(limit <= std::max(0.01f, 2.6f * largest));
  }
}

TEST_CASE("a predicted row is hidden everywhere until it is revealed") {
  Player player("cat");
  player.settled("select its; end; pin its cat weight; predict weights its");
  REQUIRE(player.session.prediction);
  CHECK_FALSE(player.session.pinned);
  Picture picture = picture_of(player);
  CHECK(picture.bars.guesses);
  CHECK(picture.bars.vector.empty());
  player.settled("tab weights");
  picture = picture_of(player);
  for (int key = 0; key < 5; ++key) CHECK(picture.table.cell(3, key).fill == 0);
  for (const StoryRow& row : picture.story.rows)
    for (const StoryCell& cell : row.cells)
      CHECK((cell.quantity.kind != Kind::weight || !cell.shown));
  for (const Kind kind : {Kind::weight, Kind::exp, Kind::output, Kind::row_sum}) {
    const auto lines = explain(player.session, player.trace(), {kind, 0, 0, 3, 1, -1});
    REQUIRE(lines.size() == 1);
    CHECK(lines[0][0].text.find("0.895") == std::string::npos);
  }
  player.settled("pin its cat weight");
  CHECK_FALSE(player.session.pinned);
  player.settled("guess cat 0.7; guess fish 2; guess the -1; reveal");
  CHECK(player.session.prediction->guess == std::vector<float>{0, 0.7f, 0, 0, 1});
  picture = picture_of(player);
  CHECK_FALSE(picture.bars.guesses);
  CHECK(picture.bars.bars[1].number == "0.895");
  CHECK(picture.bars.bars[1].other_number == "0.700");
  CHECK(player.at() == "softmax:divide");
  // A second thought after the answer changes nothing.
  player.settled("guess cat 0.895");
  CHECK(player.session.prediction->guess[1] == 0.7f);
  player.settled("next");
  CHECK_FALSE(player.session.prediction);
}

TEST_CASE("the distance is total variation, by hand") {
  Prediction prediction;
  prediction.guess = {0.5f, 0.5f, 0};
  const std::vector<float> truth = {0.25f, 0.25f, 0.5f};
  CHECK(distance_of(prediction, truth) == doctest::Approx(0.5));
  CHECK(distance_of(prediction, prediction.guess) == 0);
  prediction.key = 2;
  CHECK(distance_of(prediction, truth) == doctest::Approx(0.5));
  prediction.key = -1;
  prediction.of = Prediction::Of::scores;
  CHECK(distance_of(prediction, truth) == doctest::Approx(1.0 / 3));
}

TEST_CASE("scores are predicted from the plane on, one cell alone too") {
  Player player("cat");
  player.settled("end; predict scores its cat");
  CHECK(player.at() == "score:plane");
  CHECK(picture_of(player).bars.bars.size() == 1);
  player.settled("guess fish 3; guess cat 5; reveal");
  CHECK(player.session.prediction->guess[4] == 0);
  CHECK(picture_of(player).bars.bars[0].number == "6");
  CHECK(picture_of(player).table.cell(3, 1).fill == 1);
}

TEST_CASE("an edit or another word ends a prediction, a look does not") {
  for (const char* ends : {"select cat", "key cat 1 1", "next", "ask 1", "mask causal", "undo"}) {
    CAPTURE(ends);
    Player player("cat");
    player.settled("predict weights its");
    player.settled("theme light; tab scores; scene sentence; zoom 2");
    CHECK(player.session.prediction);
    player.settled(ends);
    CHECK_FALSE(player.session.prediction);
  }
}

TEST_CASE("a turned table has the same numbers under the same names") {
  Player player("cat");
  player.settled("end; queries columns");
  CHECK(picture_of(player).table.turn == 1);
  CHECK_FALSE(is_dirty(player.session));
  player.press("queries rows");
  player.wait(0.2f);
  const float turn = picture_of(player).table.turn;
  CHECK(turn > 0);
  CHECK(turn < 1);
  // Turned back midway it goes back from where it is.
  player.press("queries columns");
  CHECK(picture_of(player).table.turn == doctest::Approx(turn).epsilon(0.05));
  player.settle_all();
  CHECK(picture_of(player).table.turn == 1);
}

TEST_CASE("undo of a moved vector is there at once and seen to travel") {
  Player player("cat");
  player.settled("end; key cat 0 3");
  const float moved = player.trace().weight(0, 3, 1);
  player.press("undo");
  CHECK(player.trace().weight(0, 3, 1) == doctest::Approx(0.895).epsilon(0.01));
  CHECK(moving(player.session));
  const auto shown = [&] { return picture_of(player).table.cell(3, 1).value; };
  CHECK(shown() == doctest::Approx(moved));
  float before = shown();
  for (int i = 0; i < 8; ++i) {
    player.wait(0.05f);
    const float now = shown();
    CHECK(now >= before - 1e-6f);
    CHECK(now - before < 0.5f);
    before = now;
  }
  player.settle_all();
  CHECK_FALSE(moving(player.session));
  CHECK(shown() == player.trace().weight(0, 3, 1));
  // Words that come back do not travel, nor does anything with reduced motion.
  player.settled("remove fish");
  player.press("undo");
  CHECK_FALSE(player.session.easing);
  player.settled("reduced-motion on; key cat 0 3");
  player.press("undo");
  CHECK_FALSE(player.session.easing);
}

TEST_CASE("an edit while a question is asked: the question's own options stay with it") {
  Player player("mask");
  player.settled("scale off");
  const Edited own = walk_state(player.session);
  REQUIRE(player.session.document->questions.size() > 1);
  bool other = false;
  for (int i = 1; i <= static_cast<int>(player.session.document->questions.size()); ++i) {
    CAPTURE(i);
    player.settled("ask " + std::to_string(i));
    other = other || !(player.session.options == own.options);
    CHECK(walk_state(player.session) == own);
    CHECK(is_dirty(player.session));
    // A document that is edited leaves both options as they are; undo leads back to the walk's.
    const AttentionOptions asked = player.session.options;
    player.settled("query 0 1 1");
    CHECK(player.session.options == asked);
    CHECK(walk_state(player.session).options == own.options);
    player.settled("undo");
    CHECK(walk_state(player.session) == own);
    player.settled("ask " + std::to_string(i));
    player.settled("grab; query 0 2 2; cancel");
    CHECK(player.session.options == asked);
    CHECK(walk_state(player.session) == own);
    player.settled("rewind");
    CHECK(player.session.options == own.options);
  }
  CHECK(other);
  CHECK(player.session.history.done.size() == 1);
}

TEST_CASE("to ask a question makes nothing dirty, and what is saved then is the walk's") {
  Player player("mask");
  for (int i = 1; i <= static_cast<int>(player.session.document->questions.size()); ++i) {
    player.settled("ask " + std::to_string(i));
    CHECK_FALSE(is_dirty(player.session));
  }
}

TEST_CASE("a dragged vector's header keeps its room, so that the table stands still") {
  Player player("cat");
  player.settled("end; tab scores");
  const PageSize size{1440, 900, 1};
  const auto cells = [&] {  // the row of "its" has bars, too
    std::vector<Rect> rects;
    for (const Item& item : layout(player.session, picture_of(player), size).items)
      if (const Box* box = std::get_if<Box>(&item.shape);
          box && item.quantity.kind == Kind::score && item.quantity.row != 3)
        rects.push_back(box->rect);
    return rects;
  };
  const std::vector<Rect> before = cells();
  REQUIRE(before.size() == 20);
  player.press("grab");
  for (const char* edit : {"query its 1.8765 0.4321", "query its -1.8765 -10.4321",
                           "key cat 2.87 -1.3", "query its 2 0", "key cat 0 0"}) {
    CAPTURE(edit);
    player.press(edit);
    CHECK(cells() == before);
  }
}

TEST_CASE("differences of weights have the decimals of weights") {
  CHECK(signed_number(0.43, 3, true) == "+0.430");
  CHECK(signed_number(-0.25, 3, true) == "\u22120.250");
  CHECK(signed_number(0.0001, 3, true) == "0.000");
  CHECK(signed_number(0.43, 3, false) == "+0.43");
  CHECK(signed_number(0, 2, false) == "0");
}
