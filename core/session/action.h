#pragma once
// The only way to change a session. Undo, replay, --do, buttons and random tests are one mechanism.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/document/edit_vectors.h"
#include "core/session/session.h"

namespace qkv {

namespace action {

// Moves: replayed, not undone.

/// To the next stop (stage, by StepSize). While time runs, forward or back: to the later end of the
/// movement at once, and Back to its earlier end. At the end of the walk Next offers the next
/// lesson and a second one asks for it; Back then takes back the offer.
struct Next {};
struct Back {};
/// To the last stop of the next or previous stage.
struct NextStage {};
struct BackStage {};
/// To Start; to the last stop.
struct Rewind {};
struct End {};
/// A click on the ribbon: at once. A stop that Next passes says why.
struct GoTo {
  Stop stop;
};
/// Starts or stops; at the end of the walk it begins anew.
struct Play {};
/// 0.25 .. 4; of beats and of Play's waiting.
struct Speed {
  float factor = 1.0f;
};
/// The chosen word.
struct Select {
  int row = 0;
};
/// Down, or up when negative; stays within the sentence.
struct SelectBy {
  int step = 1;
};
/// How far a word's walk has got, as it is, also while a question is asked: a saved scene's own.
struct Reach {
  int row = 0;
  Stop stop;
};
struct ShowTab {
  Tab tab = Tab::scores;
};
struct ShowScene {
  Scene scene = Scene::landscape;
};
/// Degrees, from where the camera is; see orbit_from.
struct Orbit {
  float azimuth = 0, elevation = 0;
};
/// Nearer above 1; the camera's zoom stays within 0.25 .. 8.
struct Zoom {
  float factor = 1;
};
/// The camera travels back to its own place; the floor fits the vectors again.
struct Home {};
/// The camera exactly so, at once.
struct SetCamera {
  Camera camera;
};
/// The Landscape's floor, its axes and the camera as if this vector were so; one after the other.
struct LayFloor {
  VectorKind kind = VectorKind::key;
  int row = 0;
  std::vector<float> numbers;
};
struct SetTheme {
  Theme theme = Theme::dark;
};
/// kSmallestText .. kLargestText
struct TextScale {
  float scale = 1;
};
/// "story" or "table": folds it away or unfolds it. "keys": the rows of the story's table that
/// found no room.
struct Fold {
  std::string panel;
};
/// Full screen, light, large type, by stages; the same again gives back what it replaced.
struct Present {};
/// The hall sees black or white, until the next step.
struct CoverWith {
  Cover cover = Cover::black;
};
/// One panel on the whole screen of Present; none gives all of them back.
struct Fill {
  Filled panel = Filled::none;
};
/// Ink over the page of Present: a new stroke, or more of the last one. The next step wipes it.
struct Draw {
  bool begins = true;
  std::vector<glm::vec2> points;  ///< shares of the page's width and height
};
struct Wipe {};
/// The presenter's strip below the picture of Present.
struct Strip {
  bool on = true;
};
/// The clock of a question that is open in Present, set anew; 0: no clock.
struct Count {
  float seconds = kPollSeconds;
};
struct Steps {
  StepSize size = StepSize::keys;
};
/// Movements jump to their end.
struct ReducedMotion {
  bool on = false;
};
struct Colors {
  ColorMap map = ColorMap::viridis;
};
struct Look {
  Slice slice;
};
/// The same of the recording that lies beside the lesson.
struct LookBeside {
  Slice slice;
};

/// To a question of the lesson, from 0.
struct Ask {
  int question = 0;
};
/// What is answered to the question that is asked. A second answer changes nothing.
struct Answer {
  Question::Kind kind = Question::Kind::word;
  int row = -1;      ///< of a cell
  int key = -1;      ///< a word, a cell's column, or which option
  float number = 0;  ///< typed
};
/// The page of the course, over the lesson; any step closes it.
struct Contents {
  bool on = true;
  bool pictures = false;  ///< each lesson as a small picture, instead of the path
};
/// Asks for another lesson; whoever opens documents opens it.
struct OpenLesson {
  std::string id;
};
/// The story's place shows the code.
struct ShowCode {
  CodePanel panel = CodePanel::numpy;
};

/// Opens a number: its chain back to the vectors stands in the story's place. Kind none closes it.
struct Pin {
  Quantity quantity;
};

/// Freezes the present state as A; off: nothing is compared any more.
struct Compare {
  bool on = true;
};
/// Goes to the stop before these numbers are shown and asks for them. Row -1: no longer.
struct Predict {
  Prediction::Of of = Prediction::Of::weights;
  int row = -1;
  int key = -1;  ///< -1: the whole row
};
/// What is guessed for one key; a weight from 0 to 1.
struct Guess {
  int key = 0;
  float value = 0;
};
/// Shows the numbers beside what was guessed; of an open question the answer, which is then
/// nobody's.
struct Reveal {};
/// The table with a column for each query, as some lectures draw it, or with a row.
struct QueriesAs {
  bool columns = false;
};

/// A slider or switch of the lesson, to one of its places.
struct TurnKnob {
  int knob = 0, place = 0;
};

/// Asks for the lesson's measurement on this computer; whoever can do it beside the window answers
/// with Measured.
struct Measure {};
struct Measured {
  std::vector<float> seconds;
};

// Edits: undoable, the document is dirty. Recorded numbers refuse them with a notice.

struct SetMask {
  Mask mask;
};
/// Causal on or off; other rules stay.
struct ToggleCausal {};
/// On: the document's own, or 1/sqrt(d); or a factor of one's own.
struct SetScale {
  bool on = true;
  std::optional<float> factor = {};
};
struct ToggleScale {};
/// Above 0; 1 changes nothing.
struct SetTemperature {
  float temperature = 1;
};
/// 0: none.
struct SetSoftcap {
  float cap = 0;
};
/// Which rules are broken; all others hold again.
struct SetVariant {
  Variant variant;
};
/// So many gradient steps on W_Q and W_K, one after the other, at the walk's last stop; below 0:
/// all that are left, and from the end a run begins anew; 0: back to the start of the run.
struct Train {
  int steps = -1;
};
/// The file's own matrices again.
struct Untrain {};

/// The vector of a word, for the head that is looked at. Where vectors are projected from
/// embeddings, the embedding moves and the other two follow (core/document/edit_vectors.h).
struct VectorEdit {
  int row = 0;
  std::vector<float> numbers;
  friend bool operator==(const VectorEdit&, const VectorEdit&) = default;
};
struct SetQuery : VectorEdit {};
struct SetKey : VectorEdit {};
struct SetValue : VectorEdit {};
struct SetEmbedding : VectorEdit {};
/// The key, or the query, moves the shortest way that gives q·k this value.
struct SetScore {
  int row = 0, key = 0;
  float score = 0;
  bool query = false;
  friend bool operator==(const SetScore&, const SetScore&) = default;
};
/// One cell of the mask; showing what a rule hides turns the rules into cells.
struct HideCell {
  int row = 0, key = 0;
  friend bool operator==(const HideCell&, const HideCell&) = default;
};
struct ShowCell {
  int row = 0, key = 0;
  friend bool operator==(const ShowCell&, const ShowCell&) = default;
};
/// Words: those that the document or the opened one knows bring their vectors along.
struct InsertWord {
  int place = 0;  ///< before this one; n: at the end
  std::string word;
  friend bool operator==(const InsertWord&, const InsertWord&) = default;
};
struct RenameWord {
  int row = 0;
  std::string word;
  friend bool operator==(const RenameWord&, const RenameWord&) = default;
};
struct RemoveWord {
  int row = 0;
  friend bool operator==(const RemoveWord&, const RemoveWord&) = default;
};
struct MoveWord {
  int row = 0, place = 0;  ///< where it stands afterwards
  friend bool operator==(const MoveWord&, const MoveWord&) = default;
};
/// The whole sentence, split at white space.
struct SetSentence {
  std::string text;
  friend bool operator==(const SetSentence&, const SetSentence&) = default;
};
/// Numbers of every query, key and value, 1 .. 8.
struct SetDimensions {
  int d = 2;
  friend bool operator==(const SetDimensions&, const SetDimensions&) = default;
};

// A gesture: all edits between grab and release are one. Cancel is as if it had not been.

struct Grab {};
struct Release {};
struct Cancel {};

// Take edits back and do them again; never a move. A running gesture is released first.

struct Undo {};
struct Redo {};

}  // namespace action

using Action = std::variant<
    action::Next, action::Back, action::NextStage, action::BackStage, action::Rewind, action::End,
    action::GoTo, action::Play, action::Speed, action::Select, action::SelectBy, action::Reach,
    action::ShowTab, action::ShowScene, action::Orbit, action::Zoom, action::Home,
    action::SetCamera, action::LayFloor, action::SetTheme, action::TextScale, action::Fold,
    action::Present, action::CoverWith, action::Fill, action::Draw, action::Wipe, action::Strip,
    action::Count, action::Steps, action::ReducedMotion, action::Colors, action::Look,
    action::LookBeside, action::Ask, action::Answer, action::Contents, action::OpenLesson,
    action::ShowCode, action::Pin, action::Compare, action::Predict, action::Guess, action::Reveal,
    action::QueriesAs, action::TurnKnob, action::Measure, action::Measured, action::SetMask,
    action::ToggleCausal, action::SetScale, action::ToggleScale, action::SetTemperature,
    action::SetSoftcap, action::SetVariant, action::Train, action::Untrain, action::SetQuery,
    action::SetKey, action::SetValue, action::SetEmbedding, action::SetScore, action::HideCell,
    action::ShowCell, action::InsertWord, action::RenameWord, action::RemoveWord, action::MoveWord,
    action::SetSentence, action::SetDimensions, action::Grab, action::Release, action::Cancel,
    action::Undo, action::Redo>;

/// Is it recorded in the history, so that undo takes it back?
bool is_edit(const Action& action);

/// The turn that starts from the camera that is seen: the Landscape turns by itself to show the
/// plane, and a first drag must not jump back from there.
action::Orbit orbit_from(const Session& session, const Camera& seen, float azimuth,
                         float elevation);

/// Never throws, never leaves a session out of range: a row that is not there is clamped.
/// `trace` is that of the session before the action. False: an edit that cannot be; the notice
/// says why.
bool apply(Session& session, const Trace& trace, const Action& action);

/// One action in words, as --do takes it: "next", "select its", "mask causal+padding:2",
/// "scale off", "goto score:cat", "orbit 15 0", "theme light", "look 3 0 7". InputError names the
/// action and lists what there is. text_of is the inverse.
Action parse_action(std::string_view text, const Session& session, const Trace& trace);
std::string text_of(const Action& action, const Session& session);

/// "select its; next; mask causal" applied one after the other, settled after each.
void run_script(Session& session, TraceCache& traces, std::string_view script);

/// One row of the table of actions, for help and completion.
struct ActionKind {
  std::string_view name, arguments, help;
};
const std::vector<ActionKind>& action_kinds();

/// The word as --word reads it: exact text, "the#2" for the second "the" (bare: the first), or an
/// index from 0.
int find_word(const std::vector<std::string>& words, std::string_view text);  // InputError

}  // namespace qkv
