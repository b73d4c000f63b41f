#include "core/session/timeline.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace qkv {
namespace {

constexpr std::array<std::string_view, 11> kStageIds = {"start", "part",  "project", "score",
                                                        "scale", "mask",  "softmax", "mix",
                                                        "all",   "after", "train"};

constexpr std::array<std::string_view, 23> kBeatIds = {
    "start",         "part",           "project_q",  "project_k", "project_v",   "score_plane",
    "score_key",     "score_rest",     "scale",      "mask",      "softmax_max", "softmax_exp",
    "softmax_stack", "softmax_divide", "mix_key",    "mix_rest",  "mix_z",       "all_scores",
    "all_masked",    "all_weights",    "all_output", "after",     "train"};
static_assert(kBeatIds.size() == static_cast<std::size_t>(Beat::train) + 1);

/// The beat of All words in which every row's stops of `stage` happen together.
Beat filled_by(Stage stage) {
  switch (stage) {
    case Stage::scale:
    case Stage::mask:
      return Beat::all_masked;
    case Stage::softmax:
      return Beat::all_weights;
    case Stage::mix:
      return Beat::all_output;
    default:
      return Beat::all_scores;
  }
}

/// Above 8 keys the third and later have no stop of their own: the stop that takes them along. So
/// has what leads to the weights where a broken softmax is one stop.
Stop carrier(const WalkShape& shape, const Stop& stop) {
  if (!shape.by_row_once && stop.stage == Stage::softmax) {
    return {Stage::softmax, Beat::softmax_divide, -1};
  }
  if (stop.beat == Beat::score_key && shape.keys > kMostKeyStops && stop.key >= 2) {
    return {Stage::score, Beat::score_rest, -1};
  }
  if (stop.beat == Beat::mix_key && static_cast<int>(shape.visible.size()) > kMostKeyStops &&
      stop.key > shape.visible[1]) {
    return {Stage::mix, Beat::mix_rest, -1};
  }
  return stop;
}

void add_key_stops(std::vector<Stop>& stops, Stage stage, Beat key_beat, Beat rest_beat, int count,
                   const std::vector<int>* keys) {
  const int single = count > kMostKeyStops ? 2 : count;
  for (int i = 0; i < single; ++i) {
    stops.push_back({stage, key_beat, keys ? (*keys)[static_cast<std::size_t>(i)] : i});
  }
  if (single < count) stops.push_back({stage, rest_beat, -1});
}

float amount_at(const Stop& at, float progress, const Stop& stop) {
  if (earlier(stop, at)) return 1.0f;
  return stop == at ? progress : 0.0f;
}

}  // namespace

std::string_view stage_id(Stage stage) { return kStageIds[static_cast<std::size_t>(stage)]; }

std::string_view beat_id(Beat beat) { return kBeatIds[static_cast<std::size_t>(beat)]; }

bool parse_stage(std::string_view text, Stage& stage) {
  const auto found = std::find(kStageIds.begin(), kStageIds.end(), text);
  if (found == kStageIds.end()) return false;
  stage = static_cast<Stage>(found - kStageIds.begin());
  return true;
}

bool earlier(const Stop& a, const Stop& b) {
  return std::tie(a.stage, a.beat, a.key) < std::tie(b.stage, b.beat, b.key);
}

bool same_stage(const Stop& a, const Stop& b) {
  return a.stage == b.stage && (!is_part(a) || a.key == b.key);
}

bool is_part(const Stop& stop) { return stop.stage == Stage::part || stop.stage == Stage::after; }

Stop part_stop(int i, int parts, int parts_after) {
  if (i < parts - parts_after) return {Stage::part, Beat::part, i};
  return {Stage::after, Beat::after, i};
}
Stop part_stop(int i, const Document& document) {
  return part_stop(i, static_cast<int>(document.parts.size()), document.parts_after);
}

std::vector<Stop> stops_of(const WalkShape& shape) {
  std::vector<Stop> stops;
  stops.push_back({Stage::start, Beat::start, -1});
  const int before = shape.parts - shape.parts_after;
  for (int i = 0; i < before; ++i) stops.push_back({Stage::part, Beat::part, i});
  if (shape.parts > 0 && shape.only_parts) return stops;
  if (shape.has_projection) {
    for (Beat beat : {Beat::project_q, Beat::project_k, Beat::project_v}) {
      stops.push_back({Stage::project, beat, -1});
    }
  }
  stops.push_back({Stage::score, Beat::score_plane, -1});
  add_key_stops(stops, Stage::score, Beat::score_key, Beat::score_rest, shape.keys, nullptr);
  stops.push_back({Stage::scale, Beat::scale, -1});
  stops.push_back({Stage::mask, Beat::mask, -1});
  for (Beat beat :
       {Beat::softmax_max, Beat::softmax_exp, Beat::softmax_stack, Beat::softmax_divide}) {
    if (!shape.by_row_once && beat != Beat::softmax_divide) continue;
    stops.push_back({Stage::softmax, beat, -1});
  }
  add_key_stops(stops, Stage::mix, Beat::mix_key, Beat::mix_rest,
                static_cast<int>(shape.visible.size()), &shape.visible);
  stops.push_back({Stage::mix, Beat::mix_z, -1});
  for (Beat beat : {Beat::all_scores, Beat::all_masked, Beat::all_weights, Beat::all_output}) {
    stops.push_back({Stage::all, beat, -1});
  }
  for (int i = before; i < shape.parts; ++i) stops.push_back({Stage::after, Beat::after, i});
  if (shape.trains) stops.push_back({Stage::train, Beat::train, -1});
  return stops;
}

bool has_data(const WalkShape& shape, const Stop& stop) {
  switch (stop.beat) {
    case Beat::score_plane:
    case Beat::score_key:
    case Beat::score_rest:
    case Beat::all_scores:
      return shape.has_scores;
    case Beat::scale:
    case Beat::mask:
    case Beat::softmax_max:
    case Beat::softmax_exp:
    case Beat::softmax_stack:
    case Beat::all_masked:
      return shape.has_scaled;
    case Beat::softmax_divide:
    case Beat::all_weights:
      return shape.has_weights;
    case Beat::mix_key:
    case Beat::mix_rest:
    case Beat::mix_z:
    case Beat::all_output:
      return shape.has_output;
    case Beat::start:
    case Beat::part:
    case Beat::after:
    case Beat::train:
      return true;
    case Beat::project_q:
    case Beat::project_k:
    case Beat::project_v:
      return shape.has_projection;
  }
  return true;
}

bool passed(const WalkShape& shape, const Stop& stop) {
  if (!has_data(shape, stop)) return true;
  switch (stop.beat) {
    case Beat::scale:
      return !shape.scaled;
    case Beat::mask:
      return !shape.hides;
    case Beat::all_masked:
      return !shape.scaled && !shape.hides;
    default:
      return false;
  }
}

std::vector<Stop> stages_of(const WalkShape& shape) {
  std::vector<Stop> stages;
  for (const Stop& stop : stops_of(shape)) {
    if (passed(shape, stop)) continue;
    if (!stages.empty() && same_stage(stages.back(), stop)) stages.pop_back();
    stages.push_back(stop);
  }
  return stages;
}

Stop nearest_stop(const WalkShape& shape, const Stop& stop) {
  Stop nearest;
  for (const Stop& candidate : stops_of(shape)) {
    if (candidate == stop) return candidate;
    if (earlier(candidate, stop) && has_data(shape, candidate)) nearest = candidate;
  }
  return nearest;
}

Stop next_stop(const WalkShape& shape, const Stop& stop) {
  for (const Stop& candidate : stops_of(shape)) {
    if (earlier(stop, candidate) && !passed(shape, candidate)) return candidate;
  }
  return stop;
}

Stop previous_stop(const WalkShape& shape, const Stop& stop) {
  Stop previous = stop;
  for (const Stop& candidate : stops_of(shape)) {
    if (!earlier(candidate, stop)) break;
    if (!passed(shape, candidate)) previous = candidate;
  }
  return previous;
}

Stop next_stage_stop(const WalkShape& shape, const Stop& stop) {
  for (const Stop& last : stages_of(shape))
    if (earlier(stop, last) && !same_stage(stop, last)) return last;
  return last_stop(shape);
}

Stop previous_stage_stop(const WalkShape& shape, const Stop& stop) {
  Stop found;
  for (const Stop& last : stages_of(shape)) {
    if (!earlier(last, stop) || same_stage(last, stop)) break;
    found = last;
  }
  return found;
}

Stop last_stop(const WalkShape& shape) {
  Stop last;
  for (const Stop& stop : stops_of(shape)) {
    if (!passed(shape, stop)) last = stop;
  }
  return last;
}

Playhead rest_at(const Stop& stop) { return {stop, 1.0f, stop, stop}; }

bool at_rest(const Playhead& playhead) {
  return playhead.progress >= 1.0f && playhead.target == playhead.at;
}

float ease(float t) {
  if (!(t > 0.0f)) return 0.0f;  // NaN too
  if (t >= 1.0f) return 1.0f;
  return t * t * (3.0f - 2.0f * t);
}

float amount(const WalkShape& shape, const Moment& moment, const Stop& wanted) {
  if (wanted.beat == Beat::mix_key &&
      !std::binary_search(shape.visible.begin(), shape.visible.end(), wanted.key)) {
    return 0.0f;
  }
  const Stop stop = carrier(shape, wanted);
  if (!moment.own) return amount_at(moment.at, moment.progress, stop);
  if (!earlier(*moment.own, stop)) return 1.0f;
  const Stop together =
      stop.stage == Stage::all ? stop : Stop{Stage::all, filled_by(stop.stage), -1};
  return amount_at(moment.at, moment.progress, together);
}

bool done(const WalkShape& shape, const Moment& moment, const Stop& stop) {
  return amount(shape, moment, stop) >= 1.0f;
}

}  // namespace qkv
