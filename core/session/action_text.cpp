// Actions from words.

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/document/library.h"
#include "core/session/action_names.h"
#include "core/session/action_reader.h"
#include "core/session/course.h"
#include "core/session/mask_text.h"
#include "core/session/words.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/nearest.h"
#include "core/text/shortened.h"

namespace qkv {
namespace {

using Reader = ActionReader;

struct Kind {
  ActionKind help;
  Action (*parse)(const Reader&);
};

template <class T>
Action plain(const Reader& reader) {
  if (!reader.arguments.empty()) reader.refuse("it takes nothing after its name");
  return T{};
}

Action parse_select(const Reader& reader) {
  if (reader.arguments.empty()) reader.refuse("name a word, as in \"select its\"");
  return action::Select{word_argument(reader.session.document->query_words, reader.arguments)};
}

Action parse_goto(const Reader& reader) {
  if (reader.arguments.empty()) reader.refuse("name a stop, as in \"goto score:cat\"");
  const WalkShape shape = walk_shape(reader.session, reader.trace, reader.session.row);
  return action::GoTo{parse_stop(reader.arguments, shape, *reader.session.document)};
}

Action parse_mask_action(const Reader& reader) {
  if (reader.arguments.empty()) reader.refuse("name the rules, as in \"mask causal+padding:2\"");
  const Document& document = *reader.session.document;
  Mask mask = parse_mask(reader.arguments, reader.session.options.mask);
  if (!fits(mask, document)) {
    reader.refuse("the cells of a mask need " + std::to_string(document.n()) + " rows of " +
                  std::to_string(document.m()) + ", a query word each, and 1 or " +
                  std::to_string(document.heads()) + " heads");
  }
  return action::SetMask{std::move(mask)};
}

Action parse_orbit(const Reader& reader) {
  const auto pieces = reader.pieces(2, "AZIMUTH ELEVATION, in degrees");
  return action::Orbit{reader.number(pieces[0]), reader.number(pieces[1])};
}

Action parse_camera(const Reader& reader) {
  const auto pieces = reader.pieces(4, "AZIMUTH ELEVATION ZOOM own|free");
  if (pieces[3] != "own" && pieces[3] != "free")
    reader.refuse("end it with own (it turns to show the plane) or free (it stays)");
  return action::SetCamera{Camera{reader.number(pieces[0]), reader.number(pieces[1]),
                                  reader.number(pieces[2]), pieces[3] == "free"}};
}

Action parse_reach(const Reader& reader) {
  const auto pieces = reader.pieces(2, "WORD STOP, as in \"reach its score:cat\"");
  const Document& document = *reader.session.document;
  action::Reach reach;
  reach.row = word_argument(document.query_words, pieces[0]);
  reach.stop = parse_any_stop(pieces[1], document);
  return reach;
}

Action parse_look(const Reader& reader) {
  const auto pieces = reader.pieces(3, "LAYER BATCH HEAD, each from 0");
  return action::Look{
      Slice{reader.whole(pieces[0]), reader.whole(pieces[1]), reader.whole(pieces[2])}};
}

Action parse_beside(const Reader& reader) {
  const auto pieces = reader.pieces(3, "LAYER BATCH HEAD, each from 0");
  return action::LookBeside{
      Slice{reader.whole(pieces[0]), reader.whole(pieces[1]), reader.whole(pieces[2])}};
}

Action parse_ask(const Reader& reader) {
  const int number = reader.whole(reader.pieces(1, "NUMBER, from 1").front());
  const auto count = static_cast<int>(reader.session.document->questions.size());
  if (count == 0) reader.refuse("no questions are asked here");
  if (number < 1 || number > count)
    reader.refuse(count == 1 ? "there is question 1 only"
                             : "there are questions 1 to " + std::to_string(count));
  return action::Ask{number - 1};
}

const Question* question_asked(const Session& session) {
  const auto i = static_cast<std::size_t>(session.question);
  return session.question < 0 ? nullptr : &session.document->questions[i];
}

/// How this question is answered.
std::string usage_of(const Question& question) {
  switch (question.kind) {
    case Question::Kind::word:
      return "write answer word and a word of the sentence";
    case Question::Kind::cell:
      return "write answer cell, a query and a key";
    case Question::Kind::choose:
      return "write answer option 1 to " + std::to_string(question.holds.size());
    default:
      return "write answer number and a number";
  }
}

Action parse_answer(const Reader& reader) {
  const auto pieces = reader.pieces();
  const Document& document = *reader.session.document;
  action::Answer answer;
  const auto kind =
      pieces.empty() ? kAnswers.end() : std::find(kAnswers.begin(), kAnswers.end(), pieces.front());
  const std::size_t wanted = kind != kAnswers.end() && *kind == "cell" ? 3 : 2;
  if (kind == kAnswers.end() || pieces.size() != wanted)
    reader.refuse("write answer word cat, answer cell its cat, answer option 1 or answer number 6");
  answer.kind = static_cast<Question::Kind>(kind - kAnswers.begin());
  const Question* const asked = question_asked(reader.session);
  if (asked == nullptr) reader.refuse("no question is asked; ask one first, as in \"ask 1\"");
  if (asked->kind != answer.kind)
    reader.refuse("the question that is asked wants another kind: " + usage_of(*asked));
  switch (answer.kind) {
    case Question::Kind::cell:
      answer.row = word_argument(document.query_words, pieces[1]);
      [[fallthrough]];
    case Question::Kind::word:
      answer.key = word_argument(document.key_words, pieces.back());
      break;
    case Question::Kind::choose:
      answer.key = reader.whole(pieces[1]) - 1;
      if (answer.key < 0 || answer.key >= static_cast<int>(asked->holds.size()))
        reader.refuse("there is no such option: " + usage_of(*asked));
      break;
    case Question::Kind::number:
      answer.number = reader.number(pieces[1]);
  }
  return answer;
}

Action parse_train(const Reader& reader) {
  if (reader.arguments.empty()) return action::Train{};
  const int steps = reader.whole(reader.arguments);
  if (steps < 0) reader.refuse("give a number of steps, from 0, or none for all that are left");
  return action::Train{steps};
}

Action parse_scale(const Reader& reader) {
  if (reader.arguments == "on" || reader.arguments == "off")
    return action::SetScale{reader.arguments == "on", {}};
  return action::SetScale{true, reader.number(reader.pieces(1, "on, off or a factor").front())};
}

Action parse_temperature(const Reader& reader) {
  const float temperature = reader.number(reader.pieces(1, "NUMBER").front());
  if (temperature <= 0) reader.refuse("give a number above 0; 1 changes nothing");
  return action::SetTemperature{temperature};
}

Action parse_softcap(const Reader& reader) {
  const float cap = reader.number(reader.pieces(1, "NUMBER").front());
  if (cap < 0) reader.refuse("give a number above 0, or 0 for none");
  return action::SetSoftcap{cap};
}

Action parse_variant_action(const Reader& reader) {
  if (reader.arguments.empty()) reader.refuse("name one, as in \"variant axis=columns\", or none");
  return action::SetVariant{parse_variant(reader.arguments)};
}

Action parse_lesson(const Reader& reader) {
  for (const LessonInfo& lesson : lessons())
    if (lesson.id == reader.arguments) return action::OpenLesson{lesson.id};
  std::vector<std::string> ids;
  for (const LessonInfo& lesson : lessons()) ids.push_back(lesson.id);
  reader.refuse("the lessons are: " + joined(ids));
}

Action parse_knob(const Reader& reader) {
  try {
    const auto settings = parse_settings(reader.arguments, reader.session.document->knobs);
    if (settings.size() == 1) return action::TurnKnob{settings[0].knob, settings[0].place};
  } catch (const InputError& error) {
    reader.refuse(error.what());
  }
  reader.refuse("name one knob and its place");
}

Action parse_measured(const Reader& reader) {
  action::Measured measured;
  for (const std::string_view piece : split_outside_quotes(reader.arguments, ' '))
    if (!piece.empty()) measured.seconds.push_back(reader.number(piece));
  return measured;
}

template <class T>
Action with_number(const Reader& reader) {
  return T{reader.number(reader.pieces(1, "NUMBER").front())};
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {{"next", "", "the next stop; a running beat ends at once"}, plain<action::Next>},
      {{"back", "", "the stop before; during a beat, its beginning"}, plain<action::Back>},
      {{"next-stage", "", "the end of the next stage"}, plain<action::NextStage>},
      {{"back-stage", "", "the end of the stage before"}, plain<action::BackStage>},
      {{"rewind", "", "to Start"}, plain<action::Rewind>},
      {{"end", "", "to the last stop"}, plain<action::End>},
      {{"goto", "STAGE[:STEP]", "to a stop: goto score, goto score:cat, goto softmax:exp"},
       parse_goto},
      {{"play", "", "starts or stops playing"}, plain<action::Play>},
      {{"speed", "FACTOR", "0.25 to 4"}, with_number<action::Speed>},
      {{"select", "WORD", "chooses a word: its, the#2 (bare: the first), or an index from 0"},
       parse_select},
      {{"select-by", "STEPS", "so many words further down, or up when negative"},
       [](const Reader& r) -> Action {
         return action::SelectBy{r.whole(r.pieces(1, "STEPS").front())};
       }},
      {{"reach", "WORD STOP", "how far that word has got, exactly"}, parse_reach},
      {{"tab", "scores|scaled|masked|weights", "the table's tab, until the stage changes"},
       [](const Reader& r) -> Action {
         return action::ShowTab{static_cast<Tab>(r.one_of(kTabs))};
       }},
      {{"scene", "landscape|sentence|lesson", "the scene; lesson: its own, where it has one"},
       [](const Reader& r) -> Action {
         return action::ShowScene{static_cast<Scene>(r.one_of(kScenes))};
       }},
      {{"orbit", "AZIMUTH ELEVATION", "turns the camera by degrees"}, parse_orbit},
      {{"zoom", "FACTOR", "nearer above 1"}, with_number<action::Zoom>},
      {{"home", "", "the camera's own place"}, plain<action::Home>},
      {{"camera", "AZIMUTH ELEVATION ZOOM own|free", "the camera exactly so"}, parse_camera},
      {{"floor", "query|key|value|embedding WORD NUMBERS",
        "the floor holds still as if this vector were so"},
       parse_floor},
      {{"theme", "dark|light", "the theme"},
       [](const Reader& r) -> Action {
         return action::SetTheme{static_cast<Theme>(r.one_of(kThemes))};
       }},
      {{"text-scale", "FACTOR", "0.75 to 3"}, with_number<action::TextScale>},
      {{"fold", "story|table|keys", "folds or unfolds a panel, or the rows of keys without room"},
       [](const Reader& r) -> Action {
         return action::Fold{std::string(kPanels[static_cast<std::size_t>(r.one_of(kPanels))])};
       }},
      {{"present", "", "Present on or off"}, plain<action::Present>},
      {{"cover", "off|black|white", "what a hall sees until the next step"}, parse_cover},
      {{"fill", "off|story|scene|table", "one panel on the whole screen of Present"}, parse_fill},
      {{"draw", "start|on X Y ...", "ink over Present, from 0 to 1 across and down"}, parse_draw},
      {{"wipe", "", "takes the ink away"}, plain<action::Wipe>},
      {{"strip", "on|off", "the presenter's strip below the picture of Present"},
       [](const Reader& r) -> Action { return action::Strip{r.one_of(kOnOff) == 1}; }},
      {{"count", "SECONDS", "the clock of an open question in Present"},
       with_number<action::Count>},
      {{"steps", "keys|stages", "how far Next goes"},
       [](const Reader& r) -> Action {
         return action::Steps{static_cast<StepSize>(r.one_of(kStepSizes))};
       }},
      {{"reduced-motion", "on|off", "jumps instead of moving"},
       [](const Reader& r) -> Action { return action::ReducedMotion{r.one_of(kOnOff) == 1}; }},
      {{"colors", "viridis|cividis|grey", "the colours of the weights"},
       [](const Reader& r) -> Action {
         return action::Colors{static_cast<ColorMap>(r.one_of(kColorMaps))};
       }},
      {{"look", "LAYER BATCH HEAD", "which slice of a model's tensors"}, parse_look},
      {{"beside", "LAYER BATCH HEAD", "which slice of the recording beside the lesson"},
       parse_beside},
      {{"ask", "NUMBER", "to a question of the lesson, from 1"}, parse_ask},
      {{"answer", "word W|cell Q K|option N|number X", "answers the question that is asked"},
       parse_answer},
      {{"contents", "on|off|pictures", "the page of the course, as a path or as pictures"},
       [](const Reader& r) -> Action {
         const int which = r.one_of(kContents);
         return action::Contents{which > 0, which == 2};
       }},
      {{"lesson", "ID", "opens another lesson"}, parse_lesson},
      {{"code", "off|numpy|pytorch", "the code of this state, in the story's place"},
       [](const Reader& r) -> Action {
         return action::ShowCode{static_cast<CodePanel>(r.one_of(kCodePanels))};
       }},
      {{"pin", "QUERY KEY weight|WORD output [N]|off", "opens a number: its chain to the vectors"},
       parse_pin},
      {{"compare", "on|off", "freezes the present state as A, to be compared with what comes"},
       [](const Reader& r) -> Action { return action::Compare{r.one_of(kOnOff) == 1}; }},
      {{"predict", "weights|scores QUERY [KEY]|off",
        "asks for a row, or one cell, before it is shown"},
       parse_predict},
      {{"guess", "KEY NUMBER", "what is predicted for one key"}, parse_guess},
      {{"reveal", "", "shows the numbers beside the prediction, or the answer"},
       plain<action::Reveal>},
      {{"queries", "rows|columns", "the table with a row, or a column, for each query"},
       [](const Reader& r) -> Action { return action::QueriesAs{r.one_of(kLines) == 1}; }},
      {{"knob", "NAME PLACE", "turns a slider or switch of the lesson: knob d 64"}, parse_knob},
      {{"measure", "", "asks for what this lesson measures on this computer"},
       plain<action::Measure>},
      {{"measured", "SECONDS ...", "what was measured so far; 0: did not fit"}, parse_measured},
      {{"mask", "RULES", "full, causal, window:W, padding:N, joined by +"}, parse_mask_action},
      {{"toggle-causal", "", "causal on or off, the other rules stay"},
       plain<action::ToggleCausal>},
      {{"scale", "on|off|FACTOR", "divides by the square root of d, or not; or a factor"},
       parse_scale},
      {{"toggle-scale", "", "the scale on or off"}, plain<action::ToggleScale>},
      {{"temperature", "NUMBER", "divides masked scores before the softmax"}, parse_temperature},
      {{"softcap", "NUMBER", "C: scaled scores become C·tanh(score/C); 0 for none"}, parse_softcap},
      {{"variant", "NAME=VALUE", "rules broken on purpose, joined by +: axis=columns; or none"},
       parse_variant_action},
      {{"train", "[STEPS]", "gradient steps on W_Q and W_K; bare: all that are left; 0: the start"},
       parse_train},
      {{"untrain", "", "the file's own W_Q and W_K again"}, plain<action::Untrain>},
      {{"query", "WORD NUMBERS", "another query: query its 2 0.5"}, parse_query},
      {{"key", "WORD NUMBERS", "another key"}, parse_key},
      {{"value", "WORD NUMBERS", "another value"}, parse_value},
      {{"embedding", "WORD NUMBERS", "another embedding, where vectors are projected"},
       parse_embedding},
      {{"cell", "QUERY KEY SCORE [key|query]", "moves the key, or the query, to give this q·k"},
       parse_cell},
      {{"hide", "QUERY KEY", "hides one cell of the mask"}, parse_hide},
      {{"show", "QUERY KEY", "shows one cell of the mask"}, parse_show},
      {{"insert", "PLACE WORD", "a new word before that place, from 0"}, parse_insert},
      {{"rename", "WORD NEW", "another word in its place"}, parse_rename},
      {{"remove", "WORD", "takes a word out"}, parse_remove},
      {{"move", "WORD PLACE", "moves a word there, from 0"}, parse_move},
      {{"sentence", "WORDS", "the whole sentence anew"}, parse_sentence},
      {{"dimensions", "NUMBER", "1 to 8 numbers a vector"},
       [](const Reader& r) -> Action {
         return action::SetDimensions{r.whole(r.pieces(1, "NUMBER, 1 to 8").front())};
       }},
      {{"grab", "", "begins a gesture: all its edits are one"}, plain<action::Grab>},
      {{"release", "", "ends it"}, plain<action::Release>},
      {{"cancel", "", "ends it and takes it back"}, plain<action::Cancel>},
      {{"undo", "", "takes the last edit back (mask, scale; never a step)"}, plain<action::Undo>},
      {{"redo", "", "does it again"}, plain<action::Redo>},
  };
  return all;
}

const Kind& find_kind(std::string_view name) {
  Names names;
  for (const Kind& kind : kinds()) {
    if (kind.help.name == name) return kind;
    names.push_back(kind.help.name);
  }
  const std::string near = nearest(name, names);
  std::vector<std::string> all(names.begin(), names.end());
  throw InputError("no action \"" + std::string(name) + "\"" +
                   (near.empty() ? "" : " (did you mean " + near + "?)") +
                   "; the actions are: " + joined(all));
}

}  // namespace

static_assert(std::variant_size_v<Action> == 75);
std::string_view name_of(const Action& action) { return kinds()[action.index()].help.name; }

const std::vector<ActionKind>& action_kinds() {
  static const std::vector<ActionKind> all = [] {
    std::vector<ActionKind> helps;
    for (const Kind& kind : kinds()) helps.push_back(kind.help);
    return helps;
  }();
  return all;
}

Action parse_action(std::string_view given, const Session& session, const Trace& trace) {
  const std::string_view text = trimmed(given);
  const std::size_t space = text.find_first_of(" \t");
  const std::string_view name = text.substr(0, space);
  const std::string_view arguments =
      space == std::string_view::npos ? std::string_view() : trimmed(text.substr(space));
  const Kind& kind = find_kind(name);
  try {
    return kind.parse({name, arguments, session, trace});
  } catch (const InputError& error) {
    throw InputError(shortened(error.what()));
  }
}

void run_script(Session& session, TraceCache& traces, std::string_view script) {
  for (const std::string_view step : split_outside_quotes(script, ';')) {
    if (step.empty()) continue;
    const Action action = parse_action(step, session, traces.now(session));
    if (!apply(session, traces.now(session), action))
      throw InputError(std::string(step) + ": " + session.notice);
    settle(session, traces.now(session));
    std::string wanted = std::exchange(session.lesson_wanted, {});
    if (std::exchange(session.next_lesson_wanted, false)) wanted = next_lesson_id(session);
    if (!wanted.empty()) session = open_instead(session, load_lesson(wanted));
    if (std::exchange(session.previous_lesson_wanted, false))
      session = open_at_its_end(session, load_lesson(previous_lesson_id(session)));
  }
}

}  // namespace qkv
