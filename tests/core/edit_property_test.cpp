// 100,000 actions at random, edits of everything among them: at the end undo leads back to the
// start exactly, and redo to the end.

#include <algorithm>
#include <chrono>
#include <limits>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/picture/picture.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"
#include "tests/support/random_action.h"

using namespace qkv;

namespace {

/// Instrumented builds take twenty times as long: they try what they can in their time.
constexpr double kMostSeconds = 60;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void check_state(Player& player) {
  const Session& session = player.session;
  const Document& document = *session.document;
  REQUIRE(document.n() >= 1);
  REQUIRE(session.row >= 0);
  REQUIRE(session.row < document.n());
  REQUIRE(session.reached.size() == static_cast<std::size_t>(document.n()));
  REQUIRE(session.answers.size() == document.questions.size());
  REQUIRE(session.question < static_cast<int>(document.questions.size()));
  REQUIRE(document.queries.rows == document.n());
  REQUIRE(document.keys.rows == document.m());
  REQUIRE(document.values.rows == document.m());
  const Trace& trace = player.trace();
  REQUIRE(trace.n == document.n());
  const WalkShape shape = walk_shape(session, trace, session.row);
  const std::vector<Stop> stops = stops_of(shape);
  for (const Stop& stop : {session.playhead.at, session.playhead.target, session.playhead.from})
    REQUIRE(std::find(stops.begin(), stops.end(), stop) != stops.end());
}

struct Start {
  const char* name;
  DocumentPtr document;
  int actions;
};

DocumentPtr with_own_mask() {
  auto document = std::make_shared<Document>(*random_document(4, 9, {"a", "b", "a", "c"}, 2));
  BoolCells cells{2, 4, 4, std::vector<std::uint8_t>(32, 1)};
  cells.visible[5] = 0;
  FloatCells bias{1, 4, 4, std::vector<float>(16, 0.25f)};
  bias.added[7] = -std::numeric_limits<float>::infinity();
  document->options.mask.cells = std::make_shared<const BoolCells>(cells);
  document->options.mask.bias = std::make_shared<const FloatCells>(bias);
  return document;
}

}  // namespace

TEST_CASE("100,000 random actions with undo and redo: all undone is the start, exactly") {
  const Start starts[] = {{"cat", load_lesson("cat"), 40000},
                          {"qkv", load_lesson("qkv"), 15000},
                          {"trophy", load_lesson("trophy"), 10000},
                          {"two heads", random_document(6, 3, {}, 2), 20000},
                          {"own mask", with_own_mask(), 15000}};
  const double began = seconds();
  int done = 0;
  for (const Start& start : starts) {
    CAPTURE(start.name);
    Random random(17);
    Player player(start.document);
    const Edited first{player.session.document, player.session.options};
    for (int i = 0; i < start.actions; ++i, ++done) {
      if (i % 64 == 0 && seconds() - began > kMostSeconds * (done + 1) / 100000 + 5) break;
      Action action = random_action(random, player.session);
      if (std::holds_alternative<action::OpenLesson>(action)) continue;
      CAPTURE(i);
      player.act(action);
      player.session.next_lesson_wanted = false;
      if (random() % 4 == 0) player.wait(real(random, 0, 0.5f));
      check_state(player);
      // Now and then all the way back and forth.
      if (random() % 2000 == 0) {
        player.act(action::Release{});
        player.act(action::Rewind{});  // a question that is asked has options of its own
        const Edited here{player.session.document, player.session.options};
        const std::size_t edits = player.session.history.done.size();
        while (!player.session.history.done.empty()) player.act(action::Undo{});
        REQUIRE(player.session.document.get() == first.document.get());
        REQUIRE(player.session.options == first.options);
        for (std::size_t k = 0; k < edits; ++k) player.act(action::Redo{});
        REQUIRE(player.session.document == here.document);
        REQUIRE(player.session.options == here.options);
      }
      if (i % 200 == 0) paint(player.session, player.trace(), player.traces.before(player.session));
    }
    player.act(action::Release{});
    player.act(action::Rewind{});
    const Edited last{player.session.document, player.session.options};
    const std::size_t edits = player.session.history.done.size();
    CHECK(edits > 100);
    while (!player.session.history.done.empty()) player.act(action::Undo{});
    CHECK(player.session.document.get() == first.document.get());
    CHECK(player.session.options == first.options);
    CHECK_FALSE(is_dirty(player.session));
    for (std::size_t k = 0; k < edits; ++k) player.act(action::Redo{});
    CHECK(player.session.document == last.document);
    CHECK(player.session.options == last.options);
  }
  MESSAGE(done, " actions");
}
