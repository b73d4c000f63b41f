#pragma once
// Everything that decides the picture, and nothing else. Changed by apply() (action.h), advance()
// and settle() only.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/document/document.h"
#include "core/session/easing.h"
#include "core/session/frozen.h"
#include "core/session/hall.h"
#include "core/session/history.h"
#include "core/session/kept_floor.h"
#include "core/session/prediction.h"
#include "core/session/quantity.h"
#include "core/session/timeline.h"

namespace qkv {

enum class Theme { dark, light };
enum class Scene { landscape, sentence, lesson };  // lesson: its own, where it has one
enum class Tab { scores, scaled, masked, weights };
enum class StepSize { keys, stages };
enum class ColorMap { viridis, cividis, grey };

/// Orthographic camera of the Landscape. `by_hand` once the user orbited: never overridden then.
struct Camera {
  float azimuth = 225.0f;   ///< degrees
  float elevation = 30.0f;  ///< degrees
  float zoom = 1.0f;
  bool by_hand = false;
  friend bool operator==(const Camera&, const Camera&) = default;
};

inline constexpr float kSmallestText = 0.75f, kLargestText = 3.0f;  ///< of Layout::text_scale

enum class CodePanel { off, numpy, pytorch };

struct Layout {
  bool story_folded = false, table_folded = false;
  bool all_rows = false;            ///< the story's table lists every key, though it has to scroll
  float text_scale = 1.0f;          ///< Ctrl +/-; kSmallestText .. kLargestText
  bool present = false;             ///< full screen, light, large type
  bool queries_as_columns = false;  ///< of the table, as some lectures draw it
  CodePanel code = CodePanel::off;  ///< the lines that compute this, in the story's place
  bool code_on_top = false;  ///< of a number's chain, which is open too: the later one is seen
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// A change that travels for 0.4 s. `from` is what was there before; at progress 1 it is gone.
/// Blends form a chain, oldest first: what is shown starts at the first one's `from` and is led on,
/// blend by blend, to the next one's `from` and at last to the session's own state. A change in the
/// middle of another therefore starts from what is seen at that instant, and no numbers are stored.
struct Blend {
  enum class Property { row, options, camera, slice } property = Property::row;
  int from_row = 0;
  Moment from_moment;  ///< of from_row
  AttentionOptions from_options;
  Slice from_slice;
  Camera from_camera;
  float progress = 0.0f;  ///< linear; readers ease() it
  friend bool operator==(const Blend&, const Blend&) = default;
};

/// What was answered to a question of the lesson; the first answer counts.
struct Given {
  bool answered = false, right = false;
  bool told = false;       ///< revealed to a hall: answered, but by nobody
  int row = -1, key = -1;  ///< a word is a key; a cell both; an option is in `key`
  float number = 0;
  friend bool operator==(const Given&, const Given&) = default;
};

/// What is known of a lesson of the course, kept when another one is opened and between runs.
struct LessonProgress {
  bool opened = false, walked = false;  ///< walked: its last stop was seen
  int right = 0, answered = 0;          ///< of its questions, at best
  /// The script that leads from its start to where it was left (course.h); empty: it was left at
  /// its start, or at its end with every question answered.
  std::string place;
  friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};
using Progress = std::map<std::string, LessonProgress>;

/// A knob of the lesson that was turned by hand, and where the walk was then (knob_places.h).
struct Turned {
  int place = -1;  ///< -1: it was not
  int at = 0;
  friend bool operator==(const Turned&, const Turned&) = default;
};

struct Session {
  DocumentPtr document;
  AttentionOptions options;  ///< starts as the document's, edited by mask and scale actions
  Slice slice;
  int row = 0;  ///< the chosen word (query)
  Playhead playhead;
  bool playing = false;
  float play_wait = 0.0f;  ///< seconds until Play takes the next step
  float play_speed = 1.0f;
  DocumentPtr training_goal;  ///< a run of Train: the document that it leads to; null: none runs
  float training_wait = 0;    ///< seconds until its next step
  std::vector<Blend> blends;
  std::vector<Stop> reached;    ///< per row, where its walk stood when the choice moved on
  std::optional<Tab> held_tab;  ///< clicked by hand; cleared when the stage changes
  Scene scene = Scene::landscape;
  StepSize steps = StepSize::keys;
  Camera camera;
  Theme theme = Theme::dark;
  ColorMap color_map = ColorMap::viridis;
  bool reduced_motion = false;
  Layout layout;
  /// What Present replaced, given back when it ends.
  struct BeforePresent {
    Theme theme = Theme::dark;
    StepSize steps = StepSize::keys;
    friend bool operator==(const BeforePresent&, const BeforePresent&) = default;
  };
  std::optional<BeforePresent> before_present;
  Hall hall;                             ///< what lies over the picture in Present
  bool next_lesson_offered = false;      ///< Next at the end offers; a second one asks for it
  bool previous_lesson_offered = false;  ///< so does Back at the start, the lesson before
  int question = -1;  ///< which of the document's is asked; -1: none, the walk is on
  /// What the questions replaced, given back when the walk goes on.
  struct BeforeQuestions {
    int row = 0;
    Stop stop;
    AttentionOptions options;
    Slice slice;
    std::vector<Stop> reached;
    /// Questions are asked of the file's own matrices: what was trained, and what stood in for it.
    DocumentPtr trained, own;
    friend bool operator==(const BeforeQuestions&, const BeforeQuestions&) = default;
  };
  std::optional<BeforeQuestions> before_questions;
  std::vector<Turned> turned;   ///< one a knob of the document
  bool measure_wanted = false;  ///< read and cleared by whoever can run code beside the window
  std::vector<float> measured;  ///< seconds, what the lesson asked to measure; empty: not yet
  std::vector<Given> answers;   ///< one a question of the document
  Progress progress;            ///< by lesson
  std::string last_lesson;      ///< the one that was open last, or is; empty: none yet
  bool contents = false;        ///< the page of the course stands over the lesson
  bool gallery = false;         ///< and shows each lesson as a picture
  /// Presses of Next until somebody who is here for the first time needs no telling where the
  /// course begins. Set by the window alone.
  int newcomer = 0;
  std::string lesson_wanted;            ///< read and cleared by whoever opens documents
  bool next_lesson_wanted = false;      ///< read and cleared by whoever opens documents
  bool previous_lesson_wanted = false;  ///< likewise; it opens at its end
  std::string
      notice;  ///< one line the story shows: "Nothing is hidden: this step changes nothing."
  /// A recording that was opened, to be laid beside a lesson that was made by hand; and where it is
  /// looked at.
  DocumentPtr beside;
  Slice beside_slice;
  History history;  ///< of the edits, for undo and redo; decides nothing that is seen
  std::optional<Gesture> gesture;       ///< while something is dragged
  std::optional<KeptFloor> kept_floor;  ///< after a drag, until the document changes or Home
  std::optional<Easing> easing;         ///< where `document` is seen to come from
  /// The number that was opened: its way back to the vectors stands in the story's place. Of the
  /// slice that is looked at; kind none: none is.
  Quantity pinned;
  float turning = 1;                     ///< linear: the table on its way to rows or columns
  std::optional<Frozen> frozen;          ///< A, which the present state B is compared with
  std::optional<Prediction> prediction;  ///< of the learner, until the walk goes on
  DocumentPtr opened;  ///< as it was opened: words it knows, numbers that are its own
  Edited saved;        ///< what its file holds, so that is_dirty() can tell
  friend bool operator==(const Session&, const Session&) = default;
};

/// The document's own state: its word, stage and theme, everything settled.
Session open_session(DocumentPtr document);

/// Another document in the place of an open one: what the viewer chose for the eye and what is
/// known of the course stay.
Session open_instead(const Session& old, DocumentPtr document);  // at its own start

/// The numbers that the question `index` is answered from: its own options, not the session's.
struct QuestionTrace {
  AttentionOptions options;
  int head = 0;
  Trace trace;
};
QuestionTrace question_trace(const Document& document, const Question& question);
/// Is this the right answer?
bool is_right(const Document& document, const Question& question, const Given& given);
/// The first right answer in words: "cat", "its, cat", "6", an option.
std::string right_answer(const Document& document, const Question& question);

/// How the chosen row (or another) walks, from the trace of the session's options.
WalkShape walk_shape(const Session& session, const Trace& trace, int row);
Moment moment_of(const Session& session, const Trace& trace, int row);  // chosen row: the playhead
/// How far each stop has happened for the chosen row, 0..1; while the word, the mask or the slice
/// changes, it travels from the old walk's to the new walk's. Made once a picture: the walks do not
/// depend on the stop that is asked for.
class ShownWalk {
 public:
  ShownWalk(const Session& session, const Trace& trace);
  float amount(const Stop& stop) const;

 private:
  struct Leg {
    WalkShape shape;  ///< no more of it than amount() reads
    Moment moment;
    float progress = 1;  ///< eased, of the way to the next leg
  };
  std::vector<Leg> legs_;  ///< oldest first, the session's own last
};
/// The same for a single stop.
float shown(const Session& session, const Trace& trace, const Stop& stop);
/// The camera as it stands at this instant of its way home.
Camera shown_camera(const Session& session);

/// Where step `k of n` stands, counted from 1, and which of that step's stops.
struct StepNumber {
  int step = 1, of = 1;
  int stop = 1, stops = 1;
};
StepNumber step_number(const Session& session, const Trace& trace);
/// The chosen scene; a lesson with parts and attention shows its own at the parts, and there only.
Scene shown_scene(const Session& session);
/// Does its own scene stand at its parts alone?
bool has_scene_at_parts(const Document& document);
/// Has the document a scene of its own?
bool has_own_scene(const Document& document);
Tab tab_of(const Session& session);  // the held tab or the stage's own
/// Were the numbers computed by somebody else, so that mask and scale cannot change them?
bool is_recorded(const Session& session);
/// Is a question asked that nobody has answered yet?
bool is_open(const Session& session);
/// Does the code stand in the story's place? A question takes the place back.
bool shows_code(const Session& session);
/// Does the chain of a pinned number stand there? Of chain and code the one opened last is seen.
bool shows_chain(const Session& session);
/// Does the scale divide (a scale of 1 is "off")?
bool scale_on(const AttentionOptions& options);
bool is_causal(const Mask& mask);
/// Has an edit changed what the file (or the lesson) holds? Whoever saves sets session.saved.
bool is_dirty(const Session& session);
/// The lesson after this one in the course; empty where there is none (or no lesson is open).
std::string next_lesson_id(const Session& session);
/// The one before it, likewise.
std::string previous_lesson_id(const Session& session);

/// Does anything still move (so that the window must draw again)?
bool moving(const Session& session);
/// Moves playhead, blends and Play by dt seconds. The only function that knows time passes.
void advance(Session& session, const Trace& trace, float dt);
/// Ends every movement: what a script, a render and a test look at.
void settle(Session& session, const Trace& trace);

/// The session's trace, recomputed only when document, options or slice changed; and the traces
/// before the running options and slice blends.
class TraceCache {
 public:
  const Trace& now(const Session& session);
  /// An array of one trace for each running options or slice blend, in the order of
  /// session.blends; null without one.
  const Trace* before(const Session& session);
  int computed() const { return computed_; }  ///< how often a trace was computed, for tests

 private:
  struct Entry {
    DocumentPtr document;
    AttentionOptions options;
    Slice slice;
    Trace trace;
  };
  static bool holds(const Entry& entry, const DocumentPtr& document,
                    const AttentionOptions& options, const Slice& slice);
  void compute(const DocumentPtr& document, const AttentionOptions& options, const Slice& slice,
               Entry& entry);
  void find(const Session& session, const Blend& blend, std::size_t place);

  Entry now_, previous_;
  std::vector<Entry> before_;         ///< without their traces, which stand in
  std::vector<Trace> before_traces_;  ///< the array that is handed out
  int computed_ = 0;
};

}  // namespace qkv
