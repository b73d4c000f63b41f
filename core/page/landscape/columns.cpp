// Columns e^(s - max) at the keys' places, on the way, and in the tower.

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/landscape/canvas.h"
#include "core/page/landscape/tower.h"

namespace qkv::landscape {
namespace {

constexpr float kColumn = 0.024f, kTower = 0.052f;  // half a footprint, sides of the floor
constexpr float kDiscBelow = 3.0f;                  // design pixels: lower than this is a disc

/// A square prism: the corners of its footprint as seen, and its height upwards.
struct Prism {
  glm::vec2 left, right, near, far;
  float height = 0;
};

Prism prism_at(const Canvas& c, glm::vec2 base, float half, float height) {
  // The footprint is turned with the camera: one edge always points to the viewer.
  const float px = half * c.view.side * 1.41421356f, py = px * c.view.sine;
  return {base - glm::vec2(px, 0), base + glm::vec2(px, 0), base + glm::vec2(0, py),
          base - glm::vec2(0, py), height};
}

struct Faces {
  std::vector<glm::vec2> left, right, top;
};

Faces faces(const Prism& p) {
  const glm::vec2 up{0, -p.height};
  return {{p.left, p.near, p.near + up, p.left + up},
          {p.near, p.right, p.right + up, p.near + up},
          {p.left + up, p.near + up, p.right + up, p.far + up}};
}

void draw_solid(Canvas& c, const Prism& p, Color color, float alpha, const Quantity& q) {
  const Faces f = faces(p);
  const Color edge = with_alpha(mix(color, c.colors.text, 0.55f), 0.9f * alpha);
  const Color black{0, 0, 0, 255}, white{255, 255, 255, 255};
  c.polygon(f.left, with_alpha(mix(color, black, 0.26f), alpha), edge, c.m.line * 0.8f, q);
  c.polygon(f.right, with_alpha(color, alpha), edge, c.m.line * 0.8f, q);
  c.polygon(f.top, with_alpha(mix(color, white, 0.28f), alpha), edge, c.m.line * 0.8f, q);
}

void draw_wire(Canvas& c, const Prism& p, Color color, const Quantity& q, float dash) {
  const glm::vec2 up{0, -p.height};
  const float gap = dash > 0 ? c.u(3) : 0;
  c.line({p.left + up, p.near + up, p.right + up, p.far + up}, color, c.m.line, q, 0, 0, true);
  for (const glm::vec2 corner : {p.left, p.near, p.right})
    c.line({corner, corner + up}, color, c.m.line, q, dash, gap);
  c.line({p.left, p.near, p.right, p.far}, color, c.m.line, q, 0, 0, true);
}

glm::vec2 foot_of(const Canvas& c, const Column& column, float half) {
  const float aside = 2.9f * half * c.view.side * static_cast<float>(column.neighbour);
  return c.view.at(column.foot) + glm::vec2(aside, 0);
}

Color data_color(const Canvas& c, const Column& column) {
  return weight_color(c.session.color_map, column.weight);
}

void draw_left_behind(Canvas& c, const Column& column) {
  if (column.outline <= 0) return;
  const float height = column.outline_height * c.view.up;
  const glm::vec2 foot = foot_of(c, column, kColumn);
  const Color color = with_alpha(c.colors.dim, 0.8f * column.outline * column.shown);
  draw_wire(c, prism_at(c, foot, kColumn, height), color, column.quantity, c.u(3));
  SceneLabel label = column.label;
  label.number.clear();
  label.priority += 10;
  if (column.speaks)
    c.label(label, Role::key, foot - glm::vec2(0, height), c.u(9),
            {0, height > c.u(20) ? -1.0f : 1.0f}, column.quantity, column.outline * column.shown);
}

void draw_other_setting(Canvas& c, const Column& column) {
  if (column.other < 0) return;
  const float half = kColumn * 1.35f;
  const Color color = with_alpha(c.colors.accent, 0.9f * column.shown * column.grown);
  draw_wire(c, prism_at(c, foot_of(c, column, kColumn), half, column.other * c.view.up), color,
            column.quantity, c.u(4));
}

void draw_in_place(Canvas& c, const Column& column) {
  const float half = kColumn * (0.2f + 0.8f * column.grown);
  const glm::vec2 foot = foot_of(c, column, half) - glm::vec2(0, column.bottom * c.view.up);
  const float height = column.height * c.view.up;
  const Color color = data_color(c, column);
  const glm::vec2 top = foot - glm::vec2(0, height);
  if (height < c.u(kDiscBelow))
    c.disc(foot, c.u(5), with_alpha(color, column.shown),
           with_alpha(c.colors.text, 0.8f * column.shown), c.u(1.3f), column.quantity);
  else
    draw_solid(c, prism_at(c, foot, half, height), color, column.shown, column.quantity);
  c.keep_off(foot, top, 3.0f);
  if (column.to_tower < 0.02f && column.speaks)
    c.label(column.label, Role::key, top, c.u(height < c.u(kDiscBelow) ? 8 : 12),
            {0, height > c.u(20) ? -1.0f : 1.0f}, column.quantity,
            column.shown * std::clamp(2 * column.grown - 1, 0.0f, 1.0f));
}

/// The other setting's tower: only its largest slice, as an outline around this one.
void draw_other_slice(Canvas& c, const Column& column) {
  if (column.other_label.empty()) return;
  const glm::vec2 base{c.tower_x, c.view.middle.y - column.other_bottom * c.view.up};
  const Prism p = prism_at(c, base, kTower * 1.18f, column.other_weight * c.view.up);
  draw_wire(c, p, with_alpha(c.colors.accent, 0.9f * column.shown), column.quantity, c.u(4));
  SceneLabel label{"", column.label.word, column.other_label, 3};
  c.label(label, Role::accent, p.left - glm::vec2(0, p.height * 0.72f), c.u(8), {-1, 0},
          column.quantity, column.shown, true);
}

/// Flies in an arc from its place to its slice.
void draw_on_the_way(Canvas& c, const Column& column) {
  const float t = column.to_tower, half = kColumn + (kTower - kColumn) * t;
  const glm::vec2 from = foot_of(c, column, kColumn);
  const glm::vec2 to{c.tower_x, c.view.middle.y - column.tower_bottom * c.view.up};
  const glm::vec2 arc{0, -0.10f * c.view.side * 4 * t * (1 - t)};
  const glm::vec2 base = from + (to - from) * t + arc;
  const float height = (column.height + (column.tower_height - column.height) * t) * c.view.up;
  draw_solid(c, prism_at(c, base, half, std::max(height, c.u(1))), data_color(c, column),
             column.shown, column.quantity);
}

/// Faces of one slice; only the topmost shows its lid.
void draw_slice(Canvas& c, const Column& column, float seam) {
  const float height = column.tower_height * c.view.up;
  if (height <= 0.2f) return;
  const glm::vec2 base{c.tower_x, c.view.middle.y - column.tower_bottom * c.view.up};
  const Prism p = prism_at(c, base, kTower, std::max(height - seam, 0.5f * height));
  const Faces f = faces(p);
  const Color color = data_color(c, column), black{0, 0, 0, 255}, white{255, 255, 255, 255};
  c.polygon(f.left, with_alpha(mix(color, black, 0.26f), column.shown), {0, 0, 0, 0}, 0,
            column.quantity);
  c.polygon(f.right, with_alpha(color, column.shown), {0, 0, 0, 0}, 0, column.quantity);
  c.polygon(f.top, with_alpha(mix(color, white, 0.28f), column.shown), {0, 0, 0, 0}, 0,
            column.quantity);
}

}  // namespace

float tower_half_width(const Projection& view) { return kTower * view.side * 1.41421356f; }

void draw_columns(Canvas& c) {
  std::vector<const Column*> order;
  for (const Column& column : c.picture.columns) order.push_back(&column);
  std::stable_sort(order.begin(), order.end(), [&](const Column* a, const Column* b) {
    return c.view.nearness(a->foot) < c.view.nearness(b->foot);
  });
  for (const Column* column : order) {
    draw_left_behind(c, *column);
    draw_other_setting(c, *column);
    if (column->to_tower <= 0) draw_in_place(c, *column);
  }
}

void draw_tower(Canvas& c) {
  if (c.picture.tower <= 0) return;
  bool arrived = true;
  for (const Column& column : c.picture.columns) {
    if (column.to_tower >= 1)
      draw_slice(c, column, c.m.line);
    else if (column.to_tower > 0)
      draw_on_the_way(c, column);
    arrived = arrived && column.to_tower >= 1;
  }
  const float half = tower_half_width(c.view);
  c.obstacles.solid.push_back({c.tower_x - half - c.u(2), c.view.middle.y - c.view.up,
                               2 * half + c.u(4), c.view.up + half * c.view.sine});
  for (const Column& column : c.picture.columns) draw_other_slice(c, column);
  if (arrived) label_tower(c);
}

}  // namespace qkv::landscape
