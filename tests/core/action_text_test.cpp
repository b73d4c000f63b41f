// Actions as lines of text.

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include <doctest/doctest.h>

#include "core/session/pin.h"
#include "core/session/words.h"
#include "core/text/input_error.h"
#include "tests/support/action_samples.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

Action random_action(std::mt19937& random, Player& player) {
  const Document& document = *player.session.document;
  std::uniform_real_distribution<float> number(-400, 400);
  const auto below = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  switch (below(74)) {
    case 68:
      return action::CoverWith{static_cast<Cover>(below(3))};
    case 69:
      return action::Fill{static_cast<Filled>(below(4))};
    case 70:
      return action::Draw{below(2) == 0, {{number(random), number(random)}, {0.25f, 0.5f}}};
    case 71:
      return below(2) ? Action{action::Wipe{}} : Action{action::Strip{below(2) == 0}};
    case 72:
      return action::Count{number(random)};
    case 67:
      return action::LookBeside{{below(3), below(2), below(4)}};
    case 0:
      return action::Next{};
    case 1:
      return action::Back{};
    case 2:
      return action::NextStage{};
    case 3:
      return action::BackStage{};
    case 4:
      return action::Rewind{};
    case 5:
      return action::End{};
    case 6:
    case 7: {
      const auto stops = stops_of(walk_shape(player.session, player.trace(), player.session.row));
      return action::GoTo{stops[static_cast<std::size_t>(below(static_cast<int>(stops.size())))]};
    }
    case 8:
      return action::Play{};
    case 9:
      return action::Speed{number(random)};
    case 10:
      return action::Select{below(document.n())};
    case 11:
      return action::SelectBy{below(7) - 3};
    case 12:
      return action::ShowTab{static_cast<Tab>(below(4))};
    case 13:
      return action::ShowScene{static_cast<Scene>(below(2))};
    case 14:
      return action::Orbit{number(random), number(random)};
    case 15:
      return action::Zoom{number(random) / 100};
    case 16:
      return action::Home{};
    case 17:
      return action::SetTheme{static_cast<Theme>(below(2))};
    case 18:
      return action::TextScale{number(random) / 100};
    case 19:
      return action::Fold{below(2) ? "story" : "table"};
    case 20:
      return action::Present{};
    case 21:
      return action::Steps{static_cast<StepSize>(below(2))};
    case 22:
      return action::ReducedMotion{below(4) == 0};
    case 23:
      return action::Colors{static_cast<ColorMap>(below(3))};
    case 24:
      return action::Look{{below(3) - 1, below(2), below(4) - 1}};
    case 25:
      return action::SetMask{random_mask(random, document.n(), document.heads())};
    case 26:
      return action::ToggleCausal{};
    case 27:
      return action::SetScale{below(2) == 0};
    case 28:
      return action::ToggleScale{};
    case 73: {
      const auto kind = static_cast<VectorKind>(below(document.projection ? 4 : 3));
      const int row = below(kind == VectorKind::query ? document.n() : document.m());
      const auto now = vector_of(document, player.session.slice.head, kind, row);
      return action::LayFloor{kind, row, {now.begin(), now.end()}};
    }
    case 58:
      return action::SetCamera{{number(random), number(random), number(random), below(2) == 0}};
    case 59:
    case 60: {
      const int row = below(document.n());
      const auto stops = stops_of(walk_shape(player.session, player.trace(), row));
      return action::Reach{row,
                           stops[static_cast<std::size_t>(below(static_cast<int>(stops.size())))]};
    }
    case 29:
      if (document.questions.empty()) return action::Rewind{};
      return action::Ask{below(static_cast<int>(document.questions.size()))};
    case 30: {
      action::Answer answer;
      if (player.session.question < 0) return action::Rewind{};
      const Question& asked = document.questions[static_cast<std::size_t>(player.session.question)];
      answer.kind = asked.kind;
      const bool has_key = answer.kind != Question::Kind::number;
      if (answer.kind == Question::Kind::cell) answer.row = below(document.n());
      if (has_key)
        answer.key =
            below(answer.kind == Question::Kind::choose ? static_cast<int>(asked.holds.size())
                                                        : document.m());
      if (!has_key) answer.number = number(random);
      return answer;
    }
    case 31:
      return below(3) ? action::Contents{below(2) == 0} : action::Contents{true, true};
    case 32:
      return action::OpenLesson{"cat"};
    case 33:
      return action::Grab{};
    case 34:
      return action::Release{};
    case 35:
      return action::Cancel{};
    case 36:
    case 37:
    case 38:
    case 39:
    case 40:
    case 41:
    case 42:
    case 43:
    case 44:
    case 45:
    case 46:
    case 47:
    case 48:
      return random_valid_edit(random, document);
    case 49:
      return action::Untrain{};
    case 50:
      return action::Train{below(42) - 1};
    case 51:
      return action::Measure{};
    case 52:
      return action::Measured{{number(random), number(random)}};
    case 53: {
      if (document.knobs.empty()) return action::Measure{};
      const int knob = below(2);
      return action::TurnKnob{knob, below(document.knobs[static_cast<std::size_t>(knob)].places())};
    }
    case 54:
      return action::SetScale{true, number(random)};
    case 55:
      if (below(2) == 0) return action::SetSoftcap{std::abs(number(random))};
      return action::SetTemperature{std::abs(number(random)) + 0.5f};
    case 56:
      return action::SetVariant{{below(2) == 0, below(2) == 0, false, below(2) == 0}};
    case 57:
      return action::ShowCode{static_cast<CodePanel>(below(3))};
    case 61:
      return action::Pin{
          pinnable(player.session, {static_cast<Quantity::Kind>(below(15)), 0, 0,
                                    below(document.n()), below(document.m()), below(3) - 1})};
    case 62:
      return action::Compare{below(2) == 0};
    case 63: {
      const int row = below(document.n() + 1) - 1;
      return action::Predict{static_cast<Prediction::Of>(row < 0 ? 0 : below(2)), row,
                             row < 0 ? -1 : below(document.m() + 1) - 1};
    }
    case 64:
      return action::Guess{below(document.m()), number(random)};
    case 65:
      return below(2) ? Action{action::Reveal{}} : Action{action::QueriesAs{below(2) == 0}};
    default:
      return below(2) ? Action{action::Undo{}} : Action{action::Redo{}};
  }
}

/// What must hold of a session at any instant.
void check_invariants(Player& player) {
  const Session& session = player.session;
  const Document& document = *session.document;
  REQUIRE(session.row >= 0);
  REQUIRE(session.row < document.n());
  const WalkShape shape = walk_shape(session, player.trace(), session.row);
  const std::vector<Stop> stops = stops_of(shape);
  for (const Stop& stop : {session.playhead.at, session.playhead.target, session.playhead.from}) {
    REQUIRE(std::find(stops.begin(), stops.end(), stop) != stops.end());
  }
  REQUIRE(has_data(shape, session.playhead.at));
  REQUIRE(session.playhead.progress >= 0.0f);
  REQUIRE(session.playhead.progress <= 1.0f);
  for (const Blend& blend : session.blends) {
    REQUIRE(blend.progress >= 0.0f);
    REQUIRE(blend.progress < 1.0f);
  }
  if (session.reduced_motion) {
    REQUIRE(session.blends.empty());
    REQUIRE(at_rest(session.playhead));
  }
  REQUIRE(session.reached.size() == static_cast<std::size_t>(document.n()));
  const StepNumber step = step_number(session, player.trace());
  REQUIRE(step.step >= 1);
  REQUIRE(step.step <= step.of);
  REQUIRE((session.camera.azimuth >= 0 && session.camera.azimuth <= 360));
  REQUIRE((session.camera.elevation >= 5 && session.camera.elevation <= 90));
  REQUIRE((session.camera.zoom >= 0.25f && session.camera.zoom <= 8));
  REQUIRE(
      (session.layout.text_scale >= kSmallestText && session.layout.text_scale <= kLargestText));
}

void check_amounts(Player& player) {
  const Session& session = player.session;
  for (const Stop& stop : stops_of(walk_shape(session, player.trace(), session.row))) {
    const float part = shown(session, player.trace(), stop);
    REQUIRE((part >= 0.0f && part <= 1.0f));
  }
}

}  // namespace

TEST_CASE("words: exact text, which of several, index") {
  const std::vector<std::string> words = {"the", "cat", "the", "2", "fish"};
  CHECK(find_word(words, "cat") == 1);
  CHECK(find_word(words, "the") == 0);
  CHECK(find_word(words, "the#1") == 0);
  CHECK(find_word(words, "the#2") == 2);
  CHECK(find_word(words, "1") == 1);
  CHECK(find_word(words, "2") == 3);  // exact text goes first
  CHECK(word_argument(words, "[2]") == 2);
  CHECK_THROWS_WITH_AS(find_word(words, "the#3"),
                       "word \"the#3\": \"the\" stands 2 times in the sentence; count from #1",
                       InputError);
  CHECK_THROWS_AS(find_word(words, "the#0"), InputError);
  CHECK_THROWS_WITH_AS(find_word(words, "5"), "word 5: an index goes from 0 to 4", InputError);
  CHECK_THROWS_AS(find_word(words, "-1"), InputError);
  CHECK_THROWS_AS(find_word(words, "99999999999999999999"), InputError);
  CHECK_THROWS_WITH_AS(find_word(words, "dog"),
                       "no word \"dog\"; the words are: the, cat, the, 2, fish", InputError);
  CHECK_THROWS_AS(find_word(words, ""), InputError);
  CHECK_THROWS_AS(word_argument(words, "[5]"), InputError);
  CHECK_THROWS_AS(word_argument(words, "\"cat"), InputError);
}

TEST_CASE("words: whatever a sentence holds, every word has a text that finds it") {
  for (int i = 0; i < static_cast<int>(kHostile.size()); ++i) {
    const std::string text = word_text(kHostile, i);
    CAPTURE(text);
    CHECK(word_argument(kHostile, text) == i);
    // It survives in the middle of a script.
    const std::string script = "next; select " + text + "; back";
    CHECK(split_outside_quotes(script, ';').size() == 3);
  }
}

TEST_CASE("every action reads back from its text, every kind of it") {
  std::set<std::size_t> seen;
  std::mt19937 random(7);
  Document with_knobs = *random_document(static_cast<int>(kHostile.size()), 5, kHostile, 2);
  with_knobs.takes_beside = true;
  std::vector<Question> questions(4);  // one of each kind
  for (std::size_t kind = 0; kind < questions.size(); ++kind)
    questions[kind].kind = static_cast<Question::Kind>(kind);
  questions[static_cast<std::size_t>(Question::Kind::choose)].holds.resize(3);
  with_knobs.questions = std::move(questions);
  with_knobs.knobs = {{"d", {1, 2.5f, 64}, {}, 0, {}, {}},
                      {"norm", {}, {"pre", "post"}, 1, {}, {}}};
  Player player(std::make_shared<const Document>(std::move(with_knobs)));
  for (int i = 0; i < 3000; ++i) {
    player.session.question = i % 5 - 1;
    const Action action = random_action(random, player);
    seen.insert(action.index());
    check_round_trip(player, action);
    if (std::holds_alternative<action::SetMask>(action)) player.act(action);
  }
  for (std::size_t i = 0; i < std::variant_size_v<Action>; ++i) {
    CAPTURE(action_kinds()[i].name);
    CHECK(seen.contains(i));
  }
}

TEST_CASE("the table of actions and the variant are in the same order") {
  CHECK(action_kinds().size() == std::variant_size_v<Action>);
  Player player("cat");
  for (const ActionKind& kind : action_kinds()) {
    if (!kind.arguments.empty()) continue;
    const Action action = parse_action(kind.name, player.session, player.trace());
    CHECK(text_of(action, player.session) == kind.name);
  }
  CHECK(text_of(action::ToggleScale{}, player.session) == "toggle-scale");
  CHECK(text_of(action::SetMask{}, player.session) == "mask full");
  CHECK(text_of(action::Orbit{15, -0.1f}, player.session) == "orbit 15 -0.1");
  CHECK(text_of(action::Select{3}, player.session) == "select its");
  CHECK(text_of(action::GoTo{{Stage::score, Beat::score_key, 1}}, player.session) ==
        "goto score:cat");
  CHECK(text_of(action::Look{{3, 0, 7}}, player.session) == "look 3 0 7");
}

TEST_CASE("edits are what undo takes back, moves are not") {
  std::set<std::string> edits;
  Player player("cat");
  for (const ActionKind& kind : action_kinds()) {
    for (const char* argument : {"", " off", " causal", " its 1 2", " 3", " its cat", " its 1",
                                 " its", " 1 its", " its cat 1", " none"}) {
      try {
        const std::string text = std::string(kind.name) + argument;
        if (is_edit(parse_action(text, player.session, player.trace())))
          edits.insert(std::string(kind.name));
        break;
      } catch (const InputError&) {
      }
    }
  }
  CHECK(edits == std::set<std::string>{"mask",        "toggle-causal", "scale",   "toggle-scale",
                                       "temperature", "softcap",       "variant", "query",
                                       "key",         "value",         "cell",    "hide",
                                       "show",        "insert",        "rename",  "train",
                                       "untrain",     "remove",        "move",    "sentence",
                                       "dimensions",  "embedding"});
}

TEST_CASE("a wrong line says what is wrong and what there is") {
  Player player("cat");
  const auto message = [&](const char* text) {
    try {
      player.press(text);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(message("nxt").find("did you mean next?") != std::string::npos);
  CHECK(message("nxt").find("goto") != std::string::npos);
  CHECK(message("select foo") == "no word \"foo\"; the words are: the, cat, ate, its, fish");
  CHECK(message("select").find("\"select its\"") != std::string::npos);
  CHECK(message("goto nowhere").find("the stages are: start, project, score") != std::string::npos);
  CHECK(message("mask diagonal").find("diagonal") != std::string::npos);
  CHECK(message("orbit 15") == "action \"orbit 15\": write orbit AZIMUTH ELEVATION, in degrees");
  CHECK(message("orbit nan 0").find("not a number") != std::string::npos);
  CHECK(message("orbit 1e99 0").find("not a number") != std::string::npos);
  CHECK(message("zoom inf").find("not a number") != std::string::npos);
  CHECK(message("theme blue") == "action \"theme blue\": choose one of dark, light");
  CHECK(message("scale").find("write scale on, off or a factor") != std::string::npos);
  CHECK(message("next 3").find("takes nothing") != std::string::npos);
  CHECK(message("look 1 2").find("LAYER BATCH HEAD") != std::string::npos);
  CHECK(message("look 1 2 x").find("whole number") != std::string::npos);
  CHECK(message("mask causal window:2").find("join rules by +") != std::string::npos);
  CHECK(message("mask full cells:101/11").find("equal length") != std::string::npos);
  CHECK(message("mask full cells:101/111").find("5 rows of 5") != std::string::npos);
  CHECK(message("").find("no action") == 0);
  CHECK(message("answer option 1").find("no question is asked") != std::string::npos);
  player.settled("ask 3");  // a choice of three
  CHECK(message("answer option 9").find("answer option 1 to 3") != std::string::npos);
  CHECK(message("answer option 0").find("answer option 1 to 3") != std::string::npos);
  CHECK(message("answer number 8").find("another kind") != std::string::npos);
  player.settled("answer option 1; rewind");
  player.settled("mask causal; select cat");
  CHECK(message("goto mix:its").find("hides \"its\"") != std::string::npos);
  for (const char* text : {"goto mix:its", "select foo", "mask x", "orbit a b"}) {
    CHECK(message(text).find('\n') == std::string::npos);
  }
}

TEST_CASE("a script is settled after each action, and ends at the first wrong one") {
  Player player("cat");
  player.settled(" select its ;; next;\tmask causal ; next ; ");
  CHECK(player.at() == "score:the");
  CHECK_FALSE(moving(player.session));
  CHECK_THROWS_AS(player.settled("next; fly; next"), InputError);
  CHECK(player.at() == "score:cat");
  Player played("cat");
  played.settled("play");
  CHECK(played.at() == "all:z");
}

TEST_CASE("a document may say where it opens") {
  auto document = std::make_shared<Document>(*random_document(5, 2));
  document->state = {};
  document->state.word = "w2";
  document->state.stage = "score:w1";
  document->state.theme = "light";
  const Session session = open_session(document);
  CHECK(session.row == 2);
  CHECK(session.playhead == rest_at({Stage::score, Beat::score_key, 1}));
  CHECK(session.theme == Theme::light);
  CHECK_FALSE(moving(session));
  document->state.word = "nobody";
  CHECK_THROWS_AS(open_session(document), InputError);
}

TEST_CASE("Back after Next restores, wherever the walk stands") {
  for (const char* setting : {"", "mask causal", "scale off", "steps stages", "mask padding:5"}) {
    Player player("cat");
    player.settled(setting);
    const Stop end = last_stop(walk_shape(player.session, player.trace(), player.session.row));
    while (player.session.playhead.at != end) {
      const Session before = player.session;
      player.settled("next");
      Player back = player;
      back.settled("back");
      back.session.progress = before.progress;  // what was seen stays seen
      CHECK(back.session == before);
      // And in the middle of the beat.
      Player middle = player;
      middle.session = before;
      middle.press("next");
      middle.wait(0.2f);
      middle.press("back");
      middle.session.progress = before.progress;
      CHECK(middle.session == before);
    }
  }
}

TEST_CASE("10,000 random actions: in range, replayed equal, undone to the start") {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    std::mt19937 random(seed);
    const int words = seed == 2 ? 12 : 5;
    Player player(random_document(words, seed, {}, 2));
    Player replayed = player;
    std::uniform_real_distribution<float> wait(0.0f, 0.5f);
    const int steps = seed == 1 ? 10000 : 2000;
    for (int i = 0; i < steps; ++i) {
      const std::string text = text_of(random_action(random, player), player.session);
      CAPTURE(text);
      player.press(text);
      const float dt = random() % 3 == 0 ? 0.0f : random() % 50 == 0 ? 100.0f : wait(random);
      player.wait(dt);
      replayed.press(text);
      replayed.wait(dt);
      check_invariants(player);
      if (i % 10 == 0) check_amounts(player);
      if (i % 100 == 0) {
        REQUIRE(player.session == replayed.session);
        Session once = player.session;
        settle(once, player.trace());
        Session twice = once;
        settle(twice, player.trace());
        REQUIRE(once == twice);
        REQUIRE_FALSE(moving(once));
      }
    }
    REQUIRE(player.session == replayed.session);
    player.press("release");
    const Edited last{player.session.document, player.session.options};
    std::size_t edits = 0;
    while (!player.session.history.done.empty()) {
      player.press("undo");
      ++edits;
    }
    CHECK(player.session.document.get() == player.session.opened.get());
    CHECK(player.session.options == player.session.document->options);
    CHECK_FALSE(is_dirty(player.session));
    while (edits-- > 0) player.press("redo");
    CHECK(player.session.document == last.document);
    CHECK(player.session.options == last.options);
  }
}

TEST_CASE("10,000 random actions on recordings") {
  for (const bool scaled : {false, true}) {
    std::mt19937 random(11);
    Player player(recorded_document(4, scaled));
    for (int i = 0; i < 5000; ++i) {
      player.act(random_action(random, player));
      player.wait(0.1f);
      check_invariants(player);
    }
    CHECK(player.session.history.done.empty());
  }
}
