#include <algorithm>
#include <cmath>

#include "core/learning/train.h"
#include "core/picture/landscape/parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::landscape {
namespace {

void include(Bounds& bounds, glm::vec2 p) {
  bounds.low = {std::min(bounds.low.x, p.x), std::min(bounds.low.y, p.y)};
  bounds.high = {std::max(bounds.high.x, p.x), std::max(bounds.high.y, p.y)};
}

std::string percent_kept(float share, const char* of) {
  return filled(text(of), {{"percent", format_fixed(100.0 * static_cast<double>(share), 0)}});
}

std::string axis_name(const char* pattern, const char* number) {
  return filled(text(pattern), {{"number", number}});
}

}  // namespace

float round_step(float raw) {
  if (!(raw > 0) || !std::isfinite(raw)) return 1;
  const double wanted = static_cast<double>(raw) * (1 - 1e-5);
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0})
    if (factor * power >= wanted) return static_cast<float>(factor * power);
  return static_cast<float>(10 * power);
}

std::string tick_text(double value, float step) {
  if (std::abs(value) < static_cast<double>(step) * 1e-4) return "0";
  const double size = std::abs(value);
  if (size >= 1e5 || size < 1e-3) {
    // Of a float that is a hair below 1e-6, too.
    const int power = static_cast<int>(std::floor(std::log10(size) + 1e-5));
    return format_number(value / std::pow(10.0, power), 2) + (power < 0 ? "e-" : "e+") +
           (std::abs(power) < 10 ? "0" : "") + std::to_string(std::abs(power));
  }
  int decimals = 0;
  for (double s = static_cast<double>(step); decimals < 6; s *= 10, ++decimals)
    if (std::abs(s - std::round(s)) < 1e-3 * s) break;
  return format_fixed(value, decimals);
}

Bounds reach_of_training(const Session& session) {
  const Document& now = ranging_document(session);
  Bounds bounds;
  const bool there = session.playhead.at.stage == Stage::train;
  if (!can_train(now, session.options) || !(there || now.training->on())) return bounds;
  const DocumentPtr own = untrained(now);
  const DocumentPtr start = trained(*own, session.options, 0);
  const DocumentPtr end =
      trained(now.training->on() ? now : *start, session.options, now.training->steps);
  for (const Document* const one : {own.get(), start.get(), end.get()}) {
    const Space space = space_of(*one, *one, session.options, session.slice);
    for (const auto* const vectors : {&space.queries, &space.keys})
      for (const glm::vec2 v : *vectors) include(bounds, v);
  }
  return bounds;
}

Bounds key_bounds(const Space& range, const Bounds& reach) {
  Bounds bounds = reach;
  for (const glm::vec2 key : range.keys) include(bounds, key);
  bool cut = false;
  for (const glm::vec2 query : range.queries) include(bounds, shown_query(range, query, cut));
  return bounds;
}

Bounds value_bounds(const Space& range) {
  Bounds bounds;  // z is a mix of the values, so it lies within their bounds and the origin
  for (const glm::vec2 value : range.values) include(bounds, value);
  return bounds;
}

Floor floor_around(const Bounds& bounds) {
  Floor floor;
  const float extent = std::max(bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y);
  const float wide = extent > 0 ? extent : 1.0f;
  floor.tick = round_step(wide / 4);
  const double snap = static_cast<double>(floor.tick) / 2;
  const double margin = 0.08 * static_cast<double>(wide);
  double low[2], high[2], side = 0;
  for (int axis = 0; axis < 2; ++axis) {
    low[axis] = std::floor((static_cast<double>(bounds.low[axis]) - margin) / snap) * snap;
    high[axis] = std::ceil((static_cast<double>(bounds.high[axis]) + margin) / snap) * snap;
    side = std::max(side, high[axis] - low[axis]);
  }
  for (int axis = 0; axis < 2; ++axis) {
    const double spare = (side - (high[axis] - low[axis])) / 2;
    floor.low[axis] = static_cast<float>(low[axis] - spare);
    floor.high[axis] = static_cast<float>(low[axis] - spare + side);
  }
  return floor;
}

glm::vec2 kept_on_floor(const Walk& walk, bool values, glm::vec2 tip, bool& cut) {
  if (!walk.before) return tip;
  const Floor& floor = values ? walk.value_edge : walk.key_edge;
  float part = 1;  // of the way from the origin, which lies on every floor
  for (int axis = 0; axis < 2; ++axis) {
    if (tip[axis] > floor.high[axis]) part = std::min(part, floor.high[axis] / tip[axis]);
    if (tip[axis] < floor.low[axis]) part = std::min(part, floor.low[axis] / tip[axis]);
  }
  if (part < 1) cut = true;
  return tip * part;
}

Floor paint_floor(const Walk& walk) {
  const bool values = walk.amounts.turn >= 0.5f && walk.space.has_values;
  Floor floor =
      floor_around(values ? value_bounds(walk.range()) : key_bounds(walk.range(), walk.reach));
  floor.values = values;
  floor.from_above = walk.amounts.train > 0 ? 1 : ease(part(walk.amounts.turn, 0.1f, 0.75f));
  // Before anything has a height, x, q, k and v are a map.
  if (!walk.space.embeddings.empty())
    floor.from_above = std::max(floor.from_above, 1 - ease(part(walk.amounts.plane, 0, 0.8f)));
  floor.shown = walk.amounts.turn > 0 && walk.amounts.turn < 1
                    ? std::abs(2 * part(walk.amounts.turn, 0.2f, 0.8f) - 1)
                    : 1.0f;
  // Beyond two dimensions an axis is a mixture of them.
  const int d = values ? walk.space.dv : walk.space.d;
  floor.share_kept = values ? walk.space.value_share : walk.space.share;
  const char* axis = d > 2 ? "landscape.axis" : "landscape.dim";
  floor.axis_x = axis_name(axis, "1");
  floor.axis_y = axis_name(axis, "2");
  if (d > 2) {
    floor.share =
        percent_kept(floor.share_kept, values ? "landscape.share_values" : "landscape.share");
  }
  if (d == 1) floor.axis_y.clear();
  return floor;
}

}  // namespace qkv::landscape
