// The floor: a pale square with round ticks, the axes through its origin, their numbers.

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>

#include "core/page/fonts.h"
#include "core/page/landscape/canvas.h"
#include "core/picture/landscape/parts.h"

namespace qkv::landscape {
namespace {

/// The floor's edge along one axis on which its numbers stand: the lower one on the screen.
struct Edge {
  glm::vec2 from, to;  ///< floor, along the axis
  glm::vec2 out;       ///< away from the floor, pixels, unit length
};

Edge front_edge(const Canvas& c, int axis) {
  const Floor& f = c.picture.floor;
  const auto corner = [&](bool along_high, bool other_high) {
    glm::vec2 p;
    p[axis] = along_high ? f.high[axis] : f.low[axis];
    p[1 - axis] = other_high ? f.high[1 - axis] : f.low[1 - axis];
    return p;
  };
  const glm::vec2 low_middle = (corner(false, false) + corner(true, false)) * 0.5f;
  const glm::vec2 high_middle = (corner(false, true) + corner(true, true)) * 0.5f;
  // A tie (seen from above) goes to the low edge: numbers at the left and at the bottom.
  const float bias = 0.02f * c.view.side;
  const bool low = c.view.at(low_middle).y + bias >= c.view.at(high_middle).y;
  Edge edge{corner(false, !low), corner(true, !low), {0, 1}};
  const glm::vec2 out = c.view.at(low ? low_middle : high_middle) - c.view.middle;
  const float length = std::hypot(out.x, out.y);
  if (length > 0) edge.out = out / length;
  return edge;
}

template <typename Each>
void each_tick(const Floor& f, int axis, Each each) {
  const double tick = static_cast<double>(f.tick);
  const double first = std::ceil(static_cast<double>(f.low[axis]) / tick - 1e-4);
  const double last = std::floor(static_cast<double>(f.high[axis]) / tick + 1e-4);
  for (double i = first; i <= last; i += 1) each(i * tick);
}

/// Translucent: what hangs below shines through.
Color floor_color(const Canvas& c) {
  const bool dark = luminance(c.colors.ground) < 0.2f;
  return with_alpha(mix(c.colors.panel, c.colors.raised, dark ? 0.45f : 0.95f), 0.72f);
}

void draw_grid(Canvas& c) {
  const Floor& f = c.picture.floor;
  for (int axis = 0; axis < 2; ++axis)
    each_tick(f, axis, [&](double value) {
      glm::vec2 a, b;
      a[axis] = b[axis] = static_cast<float>(value);
      a[1 - axis] = f.low[1 - axis], b[1 - axis] = f.high[1 - axis];
      const bool zero = std::abs(value) < 1e-4 * static_cast<double>(f.tick);
      c.line({c.view.at(a), c.view.at(b)},
             with_alpha(zero ? mix(c.colors.grid, c.colors.dim, 0.55f) : c.colors.grid, f.shown),
             zero ? c.m.line * 1.5f : c.m.line);
    });
}

void draw_numbers(Canvas& c, int axis) {
  const Floor& f = c.picture.floor;
  const Edge edge = front_edge(c, axis);
  const glm::vec2 from = c.view.at(edge.from), to = c.view.at(edge.to);
  const float size = c.m.tiny, gap = 0.95f * size;
  const Color ink = with_alpha(c.colors.dim, f.shown);
  // The name stands at the far end of the axis, past its last number.
  const std::string& name = axis == 0 ? f.axis_x : f.axis_y;
  const float align = edge.out.x > 0.25f ? 0.0f : edge.out.x < -0.25f ? 1.0f : 0.5f;
  c.fixed_text(name, from + (to - from) * 0.86f + edge.out * (2.4f * gap), align, Font::text, size,
               ink);
  const float spacing = std::hypot(to.x - from.x, to.y - from.y) * f.tick / f.side();
  const int every = std::max(1, static_cast<int>(std::ceil(2.4f * size / std::max(1.0f, spacing))));
  int index = 0;
  each_tick(f, axis, [&](double value) {
    const bool skip = index++ % every != 0;
    glm::vec2 p = edge.from;
    p[axis] = static_cast<float>(value);
    const glm::vec2 foot = c.view.at(p);
    c.line({foot, foot + edge.out * (0.35f * size)}, with_alpha(c.colors.dim, 0.6f * f.shown),
           c.m.line);
    if (!skip)
      c.fixed_text(tick_text(value, f.tick), foot + edge.out * gap, align, Font::mono, size, ink);
  });
}

}  // namespace

void draw_floor(Canvas& c) {
  // While key space becomes value space the square itself stays and turns.
  const Floor& f = c.picture.floor;
  const std::vector<glm::vec2> square{c.view.at(f.low), c.view.at({f.high.x, f.low.y}),
                                      c.view.at(f.high), c.view.at({f.low.x, f.high.y})};
  c.polygon(square, floor_color(c), c.colors.grid, c.m.line);
  draw_grid(c);
}

void label_floor(Canvas& c) {
  const Floor& f = c.picture.floor;
  if (f.shown <= 0 || (f.from_above > 0 && f.from_above < 1)) return;  // numbers hold still
  for (int axis = 0; axis < 2; ++axis)
    if (axis == 0 || !f.axis_y.empty()) draw_numbers(c, axis);
}

namespace {

/// The part of a line that lies on the floor; false: none does.
bool clip_to(const Floor& floor, glm::vec2& from, glm::vec2& to) {
  float first = 0, last = 1;
  const glm::vec2 way = to - from;
  for (int axis = 0; axis < 2; ++axis) {
    const float low = floor.low[axis] - from[axis], high = floor.high[axis] - from[axis];
    if (way[axis] == 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const float a = low / way[axis], b = high / way[axis];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  if (first >= last) return false;
  to = from + last * way;
  from = from + first * way;
  return true;
}

}  // namespace

void draw_carried_grid(Canvas& c) {
  const Floor& floor = c.picture.floor;
  for (const LandscapePicture::CarriedGrid& grid : c.picture.carried_grids) {
    const Color color = with_alpha(role_color(c.colors, grid.role),
                                   0.5f * c.picture.carried * c.picture.floor.shown);
    for (std::size_t i = 0; i + 1 < grid.lines.size(); i += 2) {
      glm::vec2 from = grid.lines[i], to = grid.lines[i + 1];
      if (clip_to(floor, from, to)) c.line({c.view.at(from), c.view.at(to)}, color, c.m.line);
    }
    if (grid.label.empty()) continue;
    const glm::vec2 corner = c.view.at(glm::clamp(grid.corner, floor.low, floor.high));
    const glm::vec2 out = corner - c.view.at({0, 0});
    c.label(grid.label, grid.role, corner, c.u(6), out / std::max(1.0f, std::hypot(out.x, out.y)),
            {}, c.picture.carried);
  }
}

}  // namespace qkv::landscape
