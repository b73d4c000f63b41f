#include "core/session/session.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/document/floor_axes.h"
#include "core/document/library.h"
#include "core/session/action.h"
#include "core/session/course.h"
#include "core/session/walk.h"
#include "core/session/walk_state.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

bool is_row(const Session& session, int row) {
  return row >= 0 && static_cast<std::size_t>(row) < session.reached.size();
}

Tab tab_at(const Stop& stop) {
  switch (stop.beat) {
    case Beat::scale:
      return Tab::scaled;
    case Beat::mask:
    case Beat::all_masked:
      return Tab::masked;
    case Beat::all_scores:
      return Tab::scores;
    default:
      return stop.stage < Stage::softmax ? Tab::scores : Tab::weights;
  }
}

/// apply() asks with new options and the trace of the old ones; what a recording hides is read from
/// its weights and stands in its trace only.
const AttentionOptions& options_of(const Document& document, const AttentionOptions& options,
                                   const Trace& trace) {
  return document.recording ? trace.options : options;
}

/// The part of a walk's shape that depends on the row, and all that amount() reads.
WalkShape keys_of_walk(const Document& document, const AttentionOptions& options,
                       const Slice& slice, int row) {
  WalkShape shape;
  shape.by_row_once = by_row_once(options.variant);
  const int n = document.n(), m = document.m();
  shape.keys = m;
  for (int key = 0; key < m; ++key) {
    if (takes_part(options, slice.head, row, key, n, m)) shape.visible.push_back(key);
  }
  // A second softmax gives a share to what the first had hidden.
  if (options.variant.twice && !shape.visible.empty()) {
    shape.visible.resize(static_cast<std::size_t>(m));
    std::iota(shape.visible.begin(), shape.visible.end(), 0);
  }
  return shape;
}

/// What [state] asks for may not be there: the message then names the file and the key.
template <class Read>
auto in_state(const Document& document, const char* key, Read read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError(document.origin + ": [state] " + key + ": " + error.what());
  }
}

/// A floor that keeps little of q·k would mislead: heights would hardly be read off the plane.
Scene first_scene(const Document& document, int head) {
  constexpr float kLeastShare = 0.6f;
  if (document.queries.data.empty()) return Scene::sentence;
  return floor_axes(document, head).share < kLeastShare ? Scene::sentence : Scene::landscape;
}

}  // namespace

WalkShape walk_shape(const Document& document, const AttentionOptions& options, const Slice& slice,
                     const Trace& trace, int row) {
  const int n = document.n(), m = document.m();
  const AttentionOptions& used = options_of(document, options, trace);
  WalkShape shape = keys_of_walk(document, used, slice, row);
  const auto hides = [&] {
    const bool same = trace.n == n && trace.m == m && used.mask == trace.options.mask &&
                      used.variant == trace.options.variant;
    if (trace.overview && same) return trace.overview->hides;
    return mask_acts(used, std::max(1, document.heads()), n, m);
  };
  shape.parts = static_cast<int>(document.parts.size());
  shape.parts_after = document.parts_after;
  shape.only_parts = document.only_parts;
  shape.part_seconds = document.part_seconds();
  shape.hides = static_cast<int>(shape.visible.size()) < m || hides();
  shape.has_projection = document.projection.has_value();
  shape.trains = document.training.has_value();
  shape.has_scores = trace.has_scores;
  shape.has_scaled = trace.has_scaled || trace.has_scores;
  shape.has_weights = trace.has_weights;
  shape.has_output = trace.has_output;
  // A recording of scaled scores only shows them in the Scale stage, whatever the factor was.
  const bool only_scaled = shape.has_scaled && !shape.has_scores;
  const int d = document.queries.data.empty() ? trace.d : document.queries.columns;
  const bool by_one = !scale_on(options) || (!options.scale && d == 1);
  shape.scaled = only_scaled || !by_one || options.softcap > 0.0f;
  return shape;
}

WalkShape walk_shape(const Session& session, const Trace& trace, int row) {
  return walk_shape(*session.document, session.options, session.slice, trace, row);
}

bool is_recorded(const Session& session) { return session.document->recording.has_value(); }

bool scale_on(const AttentionOptions& options) { return !options.scale || *options.scale != 1.0f; }

bool shows_code(const Session& session) {
  const bool open = session.layout.code != CodePanel::off;
  const bool seen = !session.pinned || session.layout.code_on_top;
  return open && seen && session.question < 0 && !session.contents;
}

bool shows_chain(const Session& session) {
  return session.pinned && !shows_code(session) && !is_open(session) && !session.contents;
}

bool is_causal(const Mask& mask) {
  return std::any_of(mask.rules.begin(), mask.rules.end(),
                     [](const MaskRule& rule) { return rule.name == "causal"; });
}

Session open_session(DocumentPtr document) {
  Session session;
  session.document = document;
  const Document& opened = *document;
  session.options = opened.options;
  session.reached.assign(static_cast<std::size_t>(opened.n()), Stop{});
  session.slice = {opened.state.layer, opened.state.batch, opened.state.head};
  session.scene = first_scene(opened, session.slice.head);
  if (opened.pieces) session.scene = Scene::lesson;
  if (opened.state.theme == "light") session.theme = Theme::light;
  if (!opened.state.word.empty()) {
    session.row =
        in_state(opened, "word", [&] { return find_word(opened.query_words, opened.state.word); });
  }
  session.answers.resize(opened.questions.size());
  session.turned.resize(opened.knobs.size());
  note_opened(session);
  // A recording is looked at as a whole first: whoever drops a model's tensors wants to see them.
  const bool as_a_whole = opened.recording && opened.steps.empty();
  if (!opened.state.stage.empty() || as_a_whole) {
    Trace trace;
    trace_of(opened, session.options, session.slice, trace);
    const WalkShape shape = walk_shape(session, trace, session.row);
    session.playhead =
        rest_at(opened.state.stage.empty() ? last_stop(shape) : in_state(opened, "stage", [&] {
          return parse_stop(opened.state.stage, shape, opened);
        }));
  }
  if (!opened.state.actions.empty()) {
    TraceCache traces;
    in_state(opened, "actions", [&] {
      run_script(session, traces, opened.state.actions);
      return 0;
    });
    session.history = {};  // a file opens clean: there is nothing to take back
    session.gesture.reset();
  }
  session.opened = session.document;
  session.saved = walk_state(session);
  return session;
}

Moment moment_of(const Session& session, const Trace& trace, int row) {
  const Moment chosen{session.playhead.at, ease(session.playhead.progress), {}};
  if (row == session.row || !is_row(session, row)) return chosen;
  if (chosen.at.stage > Stage::all) return chosen;  // every word has walked to its end
  Stop own = session.reached[static_cast<std::size_t>(row)];
  if (own.key >= 0 || own.beat == Beat::mix_rest) {
    // The mask may have changed since: what it hides now has no stop any more.
    own = nearest_stop(walk_shape(session, trace, row), own);
  }
  if (chosen.at.stage != Stage::all) return {own, 1.0f, {}};
  return {chosen.at, chosen.progress, own};
}

ShownWalk::ShownWalk(const Session& session, const Trace& trace) {
  const Document& document = *session.document;
  const auto shape_of = [&](const AttentionOptions& options, const Slice& slice, int row) {
    return keys_of_walk(document, options_of(document, options, trace), slice, row);
  };
  for (const Blend& blend : session.blends) {
    if (blend.property == Blend::Property::camera) continue;
    legs_.push_back({shape_of(blend.from_options, blend.from_slice, blend.from_row),
                     blend.from_moment, ease(blend.progress)});
  }
  legs_.push_back({shape_of(session.options, session.slice, session.row),
                   moment_of(session, trace, session.row), 1.0f});
}

float ShownWalk::amount(const Stop& stop) const {
  float value = 0.0f, mix = 1.0f;
  for (const Leg& leg : legs_) {
    value += (qkv::amount(leg.shape, leg.moment, stop) - value) * mix;
    mix = leg.progress;
  }
  return value;
}

float shown(const Session& session, const Trace& trace, const Stop& stop) {
  return ShownWalk(session, trace).amount(stop);
}

Camera shown_camera(const Session& session) {
  Camera camera = session.camera;
  for (const Blend& blend : session.blends) {
    if (blend.property != Blend::Property::camera) continue;
    const float back = 1.0f - ease(blend.progress);
    const float turn = blend.from_camera.azimuth - session.camera.azimuth;
    camera.azimuth += std::remainder(turn, 360.0f) * back;  // the short way round
    camera.elevation += (blend.from_camera.elevation - session.camera.elevation) * back;
    camera.zoom += (blend.from_camera.zoom - session.camera.zoom) * back;
  }
  camera.azimuth = std::fmod(camera.azimuth + 360.0f, 360.0f);
  return camera;
}

StepNumber step_number(const Session& session, const Trace& trace) {
  const WalkShape shape = walk_shape(session, trace, session.row);
  const std::vector<Stop> stages = stages_of(shape);
  const Stop& at = session.playhead.at;
  const auto begun = std::count_if(stages.begin(), stages.end(), [&](const Stop& last) {
    return earlier(last, at) || same_stage(last, at);
  });
  StepNumber number{std::max(1, static_cast<int>(begun)), static_cast<int>(stages.size()), 0, 0};
  for (const Stop& stop : stops_of(shape)) {
    if (!same_stage(stop, at) || passed(shape, stop)) continue;
    ++number.stops;
    if (!earlier(at, stop)) ++number.stop;
  }
  number.stop = std::max(1, number.stop);
  number.stops = std::max(1, number.stops);
  return number;
}

bool has_own_scene(const Document& document) {
  return document.pieces.has_value() || document.takes_beside;
}

bool has_scene_at_parts(const Document& document) {
  return document.pieces && !document.parts.empty() && !document.only_parts;
}

Scene shown_scene(const Session& session) {
  const Document& document = *session.document;
  if (!has_scene_at_parts(document)) return session.scene;
  const Stop& at = session.playhead.at;
  const bool begins = static_cast<int>(document.parts.size()) > document.parts_after;
  if (is_part(at) || (begins && at.stage == Stage::start)) return Scene::lesson;
  if (session.scene != Scene::lesson) return session.scene;
  return document.queries.data.empty() ? Scene::sentence : Scene::landscape;
}

Tab tab_of(const Session& session) {
  if (session.held_tab) return *session.held_tab;
  const Tab tab = tab_at(session.playhead.at);
  const auto& recording = session.document->recording;
  if (!recording || tab == Tab::weights) return tab;
  if (recording->scaled.empty()) return Tab::weights;
  return tab == Tab::scores ? Tab::scaled : tab;
}

Edited walk_state(const Session& session) {
  const auto& behind = session.before_questions;
  if (!behind) return {session.document, session.options};
  const bool untrained = behind->trained && session.document == behind->own;
  return {untrained ? behind->trained : session.document, behind->options};
}

bool is_dirty(const Session& session) { return !(session.saved == walk_state(session)); }

bool moving(const Session& session) {
  return session.playing || !session.blends.empty() || !at_rest(session.playhead) ||
         session.training_goal != nullptr || session.easing || session.turning < 1;
}

namespace {

/// `by` lessons away in the course: 1 or -1.
std::string neighbour_lesson(const Session& session, int by) {
  const Document& document = *session.document;
  const bool lesson = document.origin == "lesson " + document.id;
  const std::vector<LessonInfo>& all = lessons();
  const int count = static_cast<int>(all.size());
  for (int i = 0; i < count; ++i) {
    const LessonInfo& here = all[static_cast<std::size_t>(i)];
    // A scene that was saved from a lesson goes on where the lesson does.
    const bool saved = document.course > 0 && document.course == here.course;
    if (!(lesson ? here.id == document.id : saved)) continue;
    const int there = i + by;
    return there < 0 || there >= count ? std::string() : all[static_cast<std::size_t>(there)].id;
  }
  return {};
}

}  // namespace

std::string next_lesson_id(const Session& session) { return neighbour_lesson(session, 1); }
std::string previous_lesson_id(const Session& session) { return neighbour_lesson(session, -1); }

}  // namespace qkv
