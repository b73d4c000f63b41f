#include "core/picture/landscape.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/document/edit_vectors.h"
#include "core/document/in_language.h"
#include "core/picture/comparison.h"
#include "core/picture/landscape/camera_choice.h"
#include "core/picture/landscape/parts.h"
#include "core/session/told_stop.h"
#include "core/text/texts.h"

namespace qkv {
namespace landscape {

bool Walk::acting(int j) const {
  return moment.at.key == j &&
         (moment.at.beat == Beat::score_key || moment.at.beat == Beat::mix_key);
}

// While the word changes, all amounts travel from the old row's to the new one's.
float Walk::key_amount(Stage stage, int j) const {
  const Beat beat = stage == Stage::score ? Beat::score_key : Beat::mix_key;
  return shown.amount({stage, beat, j});
}

Quantity Walk::quantity(Quantity::Kind kind, int column) const {
  return {kind, session.slice.layer, session.slice.head, session.row, column};
}

namespace {

float amount_of(const Walk& walk, Stage stage, Beat beat) {
  const Stop stop{stage, beat, -1};
  const bool there = std::find(walk.stops.begin(), walk.stops.end(), stop) != walk.stops.end();
  // A broken softmax is one stop, in which all of them happen.
  const bool together = stage == Stage::softmax && !walk.shape.by_row_once;
  return there || together ? walk.shown.amount(stop) : 0.0f;
}

Amounts amounts_of(const Walk& walk) {
  Amounts a;
  const auto eased = [&](Stage stage, Beat beat) { return ease(amount_of(walk, stage, beat)); };
  if (walk.shape.has_projection) {
    a.project_q = amount_of(walk, Stage::project, Beat::project_q);
    a.project_k = amount_of(walk, Stage::project, Beat::project_k);
    a.project_v = amount_of(walk, Stage::project, Beat::project_v);
  }
  a.plane = eased(Stage::score, Beat::score_plane);
  a.scale = eased(Stage::scale, Beat::scale);
  a.mask = eased(Stage::mask, Beat::mask);
  a.maximum = eased(Stage::softmax, Beat::softmax_max);
  a.exp = eased(Stage::softmax, Beat::softmax_exp);
  a.stack = amount_of(walk, Stage::softmax, Beat::softmax_stack);
  a.divide = amount_of(walk, Stage::softmax, Beat::softmax_divide);
  for (const Stop& stop : walk.stops)
    if (stop.stage == Stage::mix) {
      a.turn = walk.shown.amount(stop);
      break;
    }
  a.z = amount_of(walk, Stage::mix, Beat::mix_z);
  a.all_z = amount_of(walk, Stage::all, Beat::all_output);
  a.train = amount_of(walk, Stage::train, Beat::train);
  if (a.train > 0) {
    a.plane = a.scale = a.mask = a.maximum = a.exp = a.stack = a.divide = 0;
    a.turn = std::min(a.turn, 1 - a.train);
    a.z *= 1 - part(a.train, 0, 0.3f);
    a.all_z *= 1 - part(a.train, 0, 0.3f);
  }
  return a;
}

constexpr float kHangsOut = 0.25f;  // of the ruler, below a floor that was kept

struct ScoreReach {
  float low = 0, high = 0;
};

/// Of q·k, as it is or was when the drag began.
ScoreReach reach_of_scores(const Session& session) {
  const Document& document = ranging_document(session);
  const int head = session.slice.head;
  ScoreReach reach;
  for (int row = 0; row < document.n(); ++row) {
    const auto query = query_row(document, head, row);
    for (int key = 0; key < document.m(); ++key) {
      const float score = std::inner_product(query.begin(), query.end(),
                                             key_row(document, head, key).begin(), 0.0f);
      reach = {std::min(reach.low, score), std::max(reach.high, score)};
    }
  }
  return reach;
}

/// Signs and size of the lesson's scores: the ruler never rescales within a lesson.
void measure_scores(Walk& walk) {
  const Overview seen = range_of(walk.session, walk.now);
  walk.limit = score_limit(walk.session, walk.now);
  walk.floor_limit = floor_limit(walk.session, walk.now);
  walk.negative = seen.any_negative;
  walk.positive = seen.any_positive || !seen.any_negative;
  // The view keeps the room that the floor was measured with: a stem may hang out of it a little.
  if (const Overview* const then = overview_of_floor(walk.session)) {
    const ScoreReach reach = reach_of_scores(walk.session);
    walk.negative = then->any_negative || reach.low < -kHangsOut * walk.limit;
    walk.positive =
        then->any_positive || !then->any_negative || reach.high > kHangsOut * walk.limit;
  }
}

constexpr float kRulerLength = 0.85f, kHalfRulerLength = 0.55f;  // two halves would tower

float ruler_length(const Walk& walk) {
  return walk.negative && walk.positive ? kHalfRulerLength : kRulerLength;
}

/// Start needs no height, and powers of e are never negative: the view makes use of it.
void choose_heights(const Walk& walk, LandscapePicture& picture) {
  const Amounts& a = walk.amounts;
  picture.ruler_length = between(ruler_length(walk), kRulerLength, a.exp);
  picture.height_low = walk.negative ? -a.plane * (1 - a.exp) : 0.0f;
  picture.height_high = between(0.15f, 1, a.plane);
}

/// The factor between scores and scaled scores while it is switched: the same way as the row's
/// numbers go (row_values.h), so that the stems stay on the plane.
float travelling_scale(const Session& session, const Trace& now, const Trace* before) {
  float scale = now.scale, progress = 1;
  std::size_t passed = 0;
  const auto lead = [&](float to) {
    scale = passed == 0 ? to : between(scale, to, ease(progress));
  };
  for (const Blend& blend : session.blends) {
    const bool own_trace =
        blend.property == Blend::Property::options || blend.property == Blend::Property::slice;
    if (!before || !own_trace) continue;
    lead(before[passed].scale);
    progress = blend.progress;
    ++passed;
  }
  lead(now.scale);
  return scale;
}

/// Where the vectors of A lie on this floor; a new word's where they are now.
std::optional<Space> frozen_space(const Session& session, const Space& now) {
  const Comparison comparison(session);
  if (!comparison) return {};
  const Frozen& a = *session.frozen;
  const Document& range = floor_document(session);
  if (a.document->queries.columns != range.queries.columns ||
      a.document->values.columns != range.values.columns || a.document->heads() <= a.slice.head)
    return {};
  const Space whole = space_of(*a.document, range, session.options, a.slice);
  Space then = now;
  const auto follow = [](std::vector<glm::vec2>& to, const std::vector<glm::vec2>& from,
                         auto place) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      const int old = place(static_cast<int>(i));
      if (old >= 0 && static_cast<std::size_t>(old) < from.size())
        to[i] = from[static_cast<std::size_t>(old)];
    }
  };
  follow(then.queries, whole.queries, [&](int i) { return comparison.row_in_a(i); });
  follow(then.keys, whole.keys, [&](int i) { return comparison.key_in_a(i); });
  follow(then.values, whole.values, [&](int i) { return comparison.key_in_a(i); });
  return then;
}

Walk walk_of(const Session& session, const Trace& now, const Trace* before) {
  const Document& floor = floor_document(session);
  Walk walk{session,
            now,
            space_of(*session.document, floor, session.options, session.slice),
            is_editable(*session.document),
            {},
            {},
            {},
            {},
            {},
            blended_row(session, now, before, session.row),
            walk_shape(session, now, session.row),
            moment_of(session, now, session.row),
            ShownWalk(session, now),
            {},
            {},
            {}};
  if (session.gesture)
    walk.before = space_of(ranging_document(session), floor, session.options, session.slice);
  if (&floor != session.document.get())
    walk.floor = space_of(floor, floor, session.options, session.slice);
  walk.frozen = frozen_space(session, walk.space);
  walk.moment.at = told_stop(session, now);
  walk.stops = stops_of(walk.shape);
  walk.scale = travelling_scale(session, now, before);
  walk.amounts = amounts_of(walk);
  walk.query = on_floor(walk.values.query, walk.space.query_axes);
  walk.key_fade = 1 - part(walk.amounts.turn, 0, 0.4f);
  walk.value_fade = part(walk.amounts.turn, 0.6f, 1);
  measure_scores(walk);
  walk.reach = reach_of_training(session);
  if (walk.before) {
    walk.key_edge = floor_around(key_bounds(walk.range(), walk.reach));
    walk.value_edge = floor_around(value_bounds(walk.range()));
  }
  return walk;
}

/// Turned to show the plane of a word, as it was when the floor was measured; further only where
/// that would hide the plane as it is now.
class CameraChoice {
 public:
  CameraChoice(const Walk& walk, float floor_side, float length)
      : walk_(walk), rise_(floor_side / walk.floor_limit * length) {}

  Camera of(const Camera& camera, int row) const {
    const Camera chosen = turned_to_show(camera, slope(walk_.range(), row));
    if (!walk_.floor) return chosen;
    return turned_to_show(chosen, slope(walk_.before ? *walk_.before : walk_.space, row));
  }

 private:
  /// Rise of the plane of a query, both directions in sides of the floor.
  glm::vec2 slope(const Space& space, int row) const {
    const auto i = static_cast<std::size_t>(row);
    return i < space.queries.size() ? space.queries[i] * rise_ : glm::vec2(0);
  }

  const Walk& walk_;
  float rise_;
};

Camera camera_of(const Walk& walk, float floor_side, float length) {
  const Session& session = walk.session;
  const CameraChoice choice(walk, floor_side, length);
  Camera camera = choice.of(session.camera, session.row);
  // From the last blend to the first: each starts from what its forerunners show.
  for (auto blend = session.blends.rbegin(); blend != session.blends.rend(); ++blend) {
    if (blend->property == Blend::Property::row)
      camera = between(choice.of(session.camera, blend->from_row), camera, ease(blend->progress));
    if (blend->property == Blend::Property::camera)
      camera = between(choice.of(blend->from_camera, session.row), camera, ease(blend->progress));
  }
  return camera;
}

LandscapePicture unavailable(const Session& session) {
  LandscapePicture picture;
  picture.available = false;
  picture.title = title_of(*session.document);
  picture.unavailable = text("landscape.unavailable");
  return picture;
}

}  // namespace
}  // namespace landscape

LandscapePicture paint_landscape(const Session& session, const Trace& now, const Trace* before) {
  using namespace landscape;
  if (!session.document || session.document->queries.data.empty() ||
      session.document->keys.data.empty())
    return unavailable(session);
  const Walk walk = walk_of(session, now, before);
  LandscapePicture picture;
  choose_heights(walk, picture);
  picture.score_limit = walk.limit;
  picture.floor = paint_floor(walk);
  const float key_side = floor_around(key_bounds(walk.range(), walk.reach)).side();
  picture.camera = camera_of(walk, key_side, ruler_length(walk));
  picture.plane.upper_face =
      upper_face(picture.camera, walk.query * (key_side / walk.limit * ruler_length(walk)));
  paint_project(walk, picture);
  paint_plane(walk, picture);
  paint_arrows(walk, picture);
  paint_stems(walk, picture);
  paint_columns(walk, picture);
  paint_ruler(walk, picture);
  paint_mix(walk, picture);
  paint_words(walk, picture);
  return picture;
}

}  // namespace qkv
