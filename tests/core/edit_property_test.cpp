// 100,000 actions at random, edits of everything among them, and now and then a file: at the end
// undo leads back to the start exactly, and redo to the end.

#include <algorithm>
#include <chrono>
#include <limits>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/picture/picture.h"
#include "core/session/saved_scene.h"
#include "core/session/walk_state.h"
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

/// Between gestures and runs of training the walk stands where its last edit led, whatever a
/// question shows meanwhile: no change goes past the history.
void check_history(const Session& session, const Edited& first) {
  if (session.gesture || session.training_goal) return;
  const History& history = session.history;
  REQUIRE(walk_state(session) == (history.done.empty() ? first : history.done.back().after));
}

/// Undone to the beginning, then done again; true where both ends are what they were.
void there_and_back(Player& player, const Edited& first) {
  player.act(action::Release{});
  player.act(action::Rewind{});  // a question that is asked has options of its own
  Session& session = player.session;
  const Edited last{session.document, session.options};
  const std::size_t edits = session.history.done.size();
  while (!session.history.done.empty()) player.act(action::Undo{});
  REQUIRE(session.document.get() == first.document.get());
  REQUIRE(session.options == first.options);
  for (std::size_t k = 0; k < edits; ++k) player.act(action::Redo{});
  REQUIRE(session.document == last.document);
  REQUIRE(session.options == last.options);
}

/// Saved and read again: the words, numbers and options are those that were saved. The walk's own
/// texts may speak of words that are gone; tests/core/saved_scene_test.cpp looks at them.
DocumentPtr saved_and_read(const Session& session) {
  Document scene = saved_scene(session, "/scene.qkv");
  scene.questions.clear();
  scene.steps.clear();
  scene.state = {};
  scene.options = session.options;  // with questions, the walk's state leads to them
  const std::string file = write_qkv(scene);
  CAPTURE(file);
  DocumentPtr read = parse_qkv(file, "/scene.qkv", "scene");
  REQUIRE(read->query_words == session.document->query_words);
  REQUIRE(read->queries == session.document->queries);
  REQUIRE(read->keys == session.document->keys);
  REQUIRE(read->values == session.document->values);
  REQUIRE(open_session(read).options == session.options);
  return read;
}

/// What Ctrl+S, Ctrl+O and Ctrl+N do to a session. `first` is what undo leads back to.
void random_file(Player& player, Random& random, Edited& first, const DocumentPtr& start) {
  there_and_back(player, first);
  Session& session = player.session;
  const unsigned dice = random() % 8;
  if (dice < 5) {
    session.saved = {session.document, session.options};
    REQUIRE_FALSE(is_dirty(session));
    return;
  }
  DocumentPtr next = dice == 5 ? saved_and_read(session) : dice == 6 ? new_scene() : start;
  session = open_instead(session, std::move(next));
  REQUIRE(session.history.done.empty());
  REQUIRE_FALSE(is_dirty(session));
  first = {session.document, session.options};
}

}  // namespace

TEST_CASE("100,000 random actions with undo and redo: all undone is the start, exactly") {
  const Start starts[] = {{"cat", load_lesson("cat"), 40000},
                          {"qkv", load_lesson("qkv"), 15000},
                          {"trophy", load_lesson("trophy"), 10000},
                          {"two heads", random_document(6, 3, {}, 2), 20000},
                          {"own mask", with_own_mask(), 15000}};
  constexpr unsigned seed = 17;
  const double began = seconds();
  int done = 0;
  for (const Start& start : starts) {
    CAPTURE(std::string(start.name));
    Random random(seed);
    Player player(start.document);
    Edited first{player.session.document, player.session.options};
    std::size_t most_edits = 0;
    for (int i = 0; i < start.actions; ++i, ++done) {
      if (i % 64 == 0 && seconds() - began > kMostSeconds * (done + 1) / 100000 + 5) break;
      Action action = random_action(random, player.session);
      CAPTURE(i);
      player.act(action);
      player.session.next_lesson_wanted = player.session.previous_lesson_wanted = false;
      if (random() % 4 == 0) player.wait(real(random, 0, 0.5f));
      check_state(player);
      check_history(player.session, first);
      most_edits = std::max(most_edits, player.session.history.done.size());
      if (random() % 2000 == 0) there_and_back(player, first);
      if (random() % 1000 == 0) random_file(player, random, first, start.document);
      if (i % 200 == 0) paint(player.session, player.trace(), player.traces.before(player.session));
    }
    CHECK(most_edits > 100);
    there_and_back(player, first);
    while (!player.session.history.done.empty()) player.act(action::Undo{});
    CHECK(is_dirty(player.session) == !(player.session.saved == first));
  }
  MESSAGE(done, " actions");
}
