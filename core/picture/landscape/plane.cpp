// The query tilts the plane h = q·(x, y); in softmax it bends into e^(s - max).

#include <algorithm>
#include <cmath>

#include "core/picture/landscape/parts.h"

namespace qkv::landscape {
namespace {

constexpr float kHair = 0.004f;     // a flat plane floats this far above the floor, ruler units
constexpr float kOvershoot = 1.0f;  // the plane is cut at the ruler's ends
constexpr int kMesh = 22;

using Polygon2 = std::vector<glm::vec2>;

double dot(glm::vec2 a, glm::vec2 b) {
  return static_cast<double>(a.x) * static_cast<double>(b.x) +
         static_cast<double>(a.y) * static_cast<double>(b.y);
}

/// The part of a convex polygon where q·p ≤ most (Sutherland and Hodgman 1974).
Polygon2 clipped(const Polygon2& polygon, glm::vec2 q, double most) {
  Polygon2 inside;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double at_a = dot(q, a) - most, at_b = dot(q, b) - most;
    if (at_a <= 0) inside.push_back(a);
    if ((at_a < 0 && at_b > 0) || (at_a > 0 && at_b < 0))
      inside.push_back(between(a, b, static_cast<float>(at_a / (at_a - at_b))));
  }
  return inside;
}

Polygon2 base_of(const Walk& walk) {
  const Bounds b = key_bounds(walk.range(), walk.reach);
  glm::vec2 low = b.low, high = b.high;
  // Vectors on one line still span a plane that can be seen.
  const float least = 0.25f * std::max(high.x - low.x, high.y - low.y);
  for (int axis = 0; axis < 2; ++axis)
    if (high[axis] - low[axis] < least) {
      const float middle = (high[axis] + low[axis]) / 2;
      low[axis] = middle - least / 2, high[axis] = middle + least / 2;
    }
  Polygon2 square{low, {high.x, low.y}, high, {low.x, high.y}};
  const double most = static_cast<double>(walk.limit * kOvershoot);
  return clipped(clipped(square, walk.query, most), -walk.query, most);
}

std::vector<glm::vec3> raised(const Walk& walk, const Polygon2& base) {
  std::vector<glm::vec3> points;
  for (const glm::vec2 p : base)
    points.emplace_back(p, height_of_score(walk, dot(walk.query, p)) + kHair);
  return points;
}

/// The base cut into a grid of quads that follow the slope, so that its edge stays the edge.
void add_mesh(const Walk& walk, const Polygon2& base, PlanePicture& plane) {
  glm::vec2 low = base[0], high = base[0];
  for (const glm::vec2 p : base)
    low = {std::min(low.x, p.x), std::min(low.y, p.y)},
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  const double most = static_cast<double>(walk.limit * kOvershoot);
  for (int i = 0; i < kMesh; ++i)
    for (int j = 0; j < kMesh; ++j) {
      const auto x = [&](int k) { return between(low.x, high.x, static_cast<float>(k) / kMesh); };
      const auto y = [&](int k) { return between(low.y, high.y, static_cast<float>(k) / kMesh); };
      Polygon2 quad{{x(i), y(j)}, {x(i + 1), y(j)}, {x(i + 1), y(j + 1)}, {x(i), y(j + 1)}};
      quad = clipped(clipped(quad, walk.query, most), -walk.query, most);
      if (quad.size() >= 3) plane.mesh.push_back(raised(walk, quad));
    }
}

Polygon2 fine_edge(const Polygon2& base) {
  Polygon2 edge;
  for (std::size_t i = 0; i < base.size(); ++i)
    for (int k = 0; k < kMesh; ++k)
      edge.push_back(between(base[i], base[(i + 1) % base.size()], static_cast<float>(k) / kMesh));
  return edge;
}

/// Where q·p = value crosses the base: two points or none.
Polygon2 level_line(const Polygon2& base, glm::vec2 q, double value) {
  Polygon2 line;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const glm::vec2 a = base[i], b = base[(i + 1) % base.size()];
    const double at_a = dot(q, a) - value, at_b = dot(q, b) - value;
    if ((at_a <= 0) == (at_b <= 0)) continue;
    line.push_back(between(a, b, static_cast<float>(at_a / (at_a - at_b))));
  }
  if (line.size() > 2) line.resize(2);
  return line;
}

void add_levels(const Walk& walk, const Polygon2& base, PlanePicture& plane) {
  const float step = round_step(walk.limit / 3.5f);
  const double scale = static_cast<double>(between(1, walk.scale, walk.amounts.scale));
  const int most = static_cast<int>(std::ceil(walk.limit / step));
  for (int i = -most; i <= most; ++i) {
    const double value = i * static_cast<double>(step);
    // The very edge counts: there the level is the outline itself.
    const double inner = scale != 0 ? value / scale * (1 - 1e-4) : value;
    const Polygon2 line = level_line(base, walk.query, inner);
    if (line.size() != 2) continue;
    // Zero is the floor itself; once zero has risen, only the ruler reads.
    const bool speaks = i != 0 && walk.amounts.maximum <= 0;
    plane.levels.push_back({static_cast<float>(value), i == 0, speaks ? tick_text(value, step) : "",
                            raised(walk, line)});
  }
}

/// While the scale that somebody switched has not come yet: the factor of the setting that divides;
/// 0 where nothing is to be announced.
float announced_scale(const Walk& walk) {
  const AttentionOptions& own = walk.session.document->options;
  const bool changed = scale_on(own) != scale_on(walk.session.options);
  if (!changed || walk.moment.at.stage != Stage::score || walk.space.d < 2) return 0;
  if (walk.now.scale != 1) return walk.now.scale;
  return scale_on(own) && own.scale ? *own.scale : 1 / std::sqrt(static_cast<float>(walk.space.d));
}

}  // namespace

float height_of_score(const Walk& walk, double score) {
  const Amounts& a = walk.amounts;
  double scaled = score * static_cast<double>(walk.scale);
  const double cap = static_cast<double>(walk.now.options.softcap);
  if (cap > 0) scaled = cap * std::tanh(scaled / cap);
  const double stage = score + (scaled - score) * static_cast<double>(a.scale);
  // The floor itself tilts: with the plane's own beat the slope grows from nothing.
  const float flat = static_cast<float>(stage / static_cast<double>(walk.limit)) * a.plane;
  if (a.exp <= 0) return flat;
  const double temperature = std::max(1e-6, static_cast<double>(walk.values.temperature));
  const double power = (scaled - static_cast<double>(walk.values.row_max)) / temperature;
  // Where a hidden key stood above the maximum the surface would leave the picture.
  return between(flat, static_cast<float>(std::exp(std::min(power, 0.05))), a.exp);
}

void paint_plane(const Walk& walk, LandscapePicture& picture) {
  PlanePicture& plane = picture.plane;
  const bool bent = !walk.values.fully_masked;
  plane.amount = std::min(1.0f, 4 * walk.amounts.plane) * walk.key_fade * (1 - walk.amounts.stack) *
                 (bent ? 1 : 1 - walk.amounts.exp);
  const Polygon2 base = base_of(walk);
  if (base.size() < 3) {
    plane.amount = 0;
    return;
  }
  plane.bend = walk.now.options.softcap > 0 ? std::max(walk.amounts.exp, walk.amounts.scale)
                                            : walk.amounts.exp;
  if (!bent) plane.bend = 0;
  if (plane.amount <= 0) return;
  if (plane.bend > 0) {
    add_mesh(walk, base, plane);
    plane.outline = raised(walk, fine_edge(base));
  } else {
    plane.outline = raised(walk, base);
    const bool level = std::abs(walk.query.x) + std::abs(walk.query.y) > 0;
    if (level) add_levels(walk, base, plane);
  }
  const Beat beat = walk.moment.at.beat;
  const bool leaves = beat == Beat::mask || (beat == Beat::softmax_max && !walk.shape.hides);
  plane.ghost_shown = walk.moment.at.stage == Stage::scale ? std::min(1.0f, 3 * walk.amounts.scale)
                      : leaves                             ? 1 - walk.moment.progress
                                                           : 0.0f;
  if (walk.now.scale == 1) plane.ghost_shown = 0;
  float factor = 1;
  if (const float other = announced_scale(walk); other > 0) {
    factor = other;
    plane.announces = true;
    plane.ghost_shown = walk.amounts.plane;
  }
  if (plane.ghost_shown > 0)
    for (const glm::vec2 p : base)
      plane.ghost.emplace_back(
          p, factor * static_cast<float>(dot(walk.query, p)) / walk.limit + kHair);
}

}  // namespace qkv::landscape
