// Vectors on the floor.

#include <algorithm>
#include <cmath>

#include "core/page/landscape/canvas.h"

namespace qkv::landscape {
namespace {

glm::vec2 unit(glm::vec2 v) {
  const float length = std::hypot(v.x, v.y);
  return length > 0 ? v / length : glm::vec2(1, 0);
}

/// Query a full triangle, key a notched one, value an open angle, output a double one.
void draw_head(Canvas& c, glm::vec2 tip, glm::vec2 way, float length, const ArrowLook& look) {
  const glm::vec2 across{-way.y, way.x};
  const float half = 0.42f * length;
  const glm::vec2 back = tip - way * length, left = back + across * half,
                  right = back - across * half;
  switch (look.role) {
    case Role::key: {
      const glm::vec2 notch = tip - way * (0.7f * length);
      c.polygon({tip, left, notch}, look.color, {0, 0, 0, 0}, 0, look.quantity);
      c.polygon({tip, notch, right}, look.color, {0, 0, 0, 0}, 0, look.quantity);
      break;
    }
    case Role::value:
      c.line({left, tip, right}, look.color, std::max(look.width, c.u(1.6f)), look.quantity);
      break;
    case Role::output: {
      c.polygon({tip, left, right}, look.color, {0, 0, 0, 0}, 0, look.quantity);
      const glm::vec2 shift = -way * (0.55f * length);
      c.line({left + shift + way * (0.1f * length), tip + shift,
              right + shift + way * (0.1f * length)},
             look.color, c.u(1.6f), look.quantity);
      break;
    }
    default:
      c.polygon({tip, left, right}, look.color, {0, 0, 0, 0}, 0, look.quantity);
  }
}

ArrowLook look_of(const Canvas& c, const FloorArrow& arrow) {
  ArrowLook look;
  const float shown = arrow.shown * c.picture.floor.shown;
  look.color = with_alpha(role_color(c.colors, arrow.role), strength(arrow.emphasis) * shown);
  look.width = arrow.emphasis == Emphasis::acting   ? c.u(4)
               : arrow.emphasis == Emphasis::chosen ? c.u(4)
               : arrow.emphasis == Emphasis::normal ? c.u(2.4f)
                                                    : c.u(1.6f);
  look.role = arrow.role;
  look.cut = arrow.cut;
  look.quantity = arrow.quantity;
  return look;
}

/// Off the line itself and away from the origin, on the side where the screen is emptier: below
/// for what points to the viewer, else outward.
glm::vec2 label_side(const Canvas& c, glm::vec2 from, glm::vec2 to) {
  const glm::vec2 way = unit(to - from);
  if (std::hypot(to.x - from.x, to.y - from.y) < c.u(8)) return {0, 1};
  return unit(way + glm::vec2(0, 0.35f));
}

void draw_outline(Canvas& c, const FloorArrow& arrow, glm::vec2 from, glm::vec2 to) {
  // Wide and hollow, so that the keys on the same line stay in sight inside it.
  const glm::vec2 way = unit(to - from), across{-way.y, way.x};
  const float half = c.u(5.5f), length = std::hypot(to.x - from.x, to.y - from.y);
  const float head = std::min(c.u(20), 0.6f * length);
  const glm::vec2 neck = to - way * head;
  const Color color =
      with_alpha(role_color(c.colors, arrow.role), arrow.shown * c.picture.floor.shown);
  const Color tint = with_alpha(color, 0.22f);
  c.polygon(
      {from + across * half, neck + across * half, neck - across * half, from - across * half},
      tint, {0, 0, 0, 0}, 0, arrow.quantity);
  c.polygon({neck + across * (half * 2.0f), to, neck - across * (half * 2.0f)}, tint, {0, 0, 0, 0},
            0, arrow.quantity);
  c.line({from + across * half, neck + across * half, neck + across * (half * 2.0f), to,
          neck - across * (half * 2.0f), neck - across * half, from - across * half},
         color, c.u(1.8f), arrow.quantity, 0, 0, true);
}

void draw_break(Canvas& c, glm::vec2 from, glm::vec2 to, Color color) {
  const glm::vec2 way = unit(to - from), across{-way.y, way.x};
  const glm::vec2 middle = from + (to - from) * 0.78f;
  for (const float shift : {-0.35f, 0.35f}) {
    const glm::vec2 at = middle + way * c.u(7 * shift);
    c.line({at - across * c.u(9) - way * c.u(3), at + across * c.u(9) + way * c.u(3)},
           c.colors.ground, c.u(3.5f));
    c.line({at - across * c.u(9) - way * c.u(3), at + across * c.u(9) + way * c.u(3)}, color,
           c.u(1.5f));
  }
}

std::vector<glm::vec2> ring_around(glm::vec2 center, float radius) {
  std::vector<glm::vec2> points;
  for (int i = 0; i < 24; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / 24;
    points.push_back(center + glm::vec2(std::cos(angle), std::sin(angle)) * radius);
  }
  return points;
}

}  // namespace

void draw_arrow(Canvas& c, glm::vec2 from, glm::vec2 to, const ArrowLook& look) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 0.5f || look.color.a == 0) return;
  const glm::vec2 way = unit(to - from);
  const float most = look.role == Role::value ? 0.55f : 0.75f;
  const float head = std::min(length * most, c.u(7) + 2.2f * look.width);
  const float stop = look.role == Role::value ? 0.1f * head : 0.7f * head;
  c.line({from, to - way * stop}, look.color, look.width, look.quantity);
  draw_head(c, to, way, head, look);
  if (look.cut) draw_break(c, from, to, look.color);
}

namespace {

void add_handle(Canvas& c, const FloorArrow& arrow, glm::vec2 tip) {
  if (!c.rect.contains(tip) || arrow.shown < 0.3f) return;
  Handle handle;
  handle.at = tip;
  handle.radius = c.u(13);
  handle.quantity = arrow.quantity;
  handle.along_x = c.view.along_x / c.view.floor_side;
  handle.along_y = c.view.along_y / c.view.floor_side;
  c.page.handles.push_back(handle);
}

}  // namespace

void draw_arrows(Canvas& c) {
  for (const FloorArrow& arrow : c.picture.arrows) {
    if (arrow.shown <= 0) continue;
    const glm::vec2 from = c.view.at(arrow.from), to = c.view.at(arrow.to);
    const ArrowLook look = look_of(c, arrow);
    const bool strong = arrow.emphasis != Emphasis::faint;
    if (arrow.ghost) {
      c.line({from, to}, with_alpha(look.color, 0.7f), c.u(1.6f), {}, c.u(4), c.u(4));
      c.disc(to, c.u(4), {0, 0, 0, 0}, with_alpha(look.color, 0.7f), c.u(1.4f));
      c.keep_off(to - glm::vec2(c.u(4), 0), to + glm::vec2(c.u(4), 0), 4);
      continue;
    }
    if (arrow.draggable) add_handle(c, arrow, to);
    if (arrow.ring) {
      const float radius = arrow.role == Role::query ? c.u(9) : c.u(6);
      c.disc(to, radius, {0, 0, 0, 0}, look.color, c.u(2), arrow.quantity);
    } else if (arrow.outline) {
      draw_outline(c, arrow, from, to);
      if (arrow.cut) draw_break(c, from, to, look.color);
    } else {
      draw_arrow(c, from, to, look);
    }
    if (arrow.announced)
      c.line(ring_around(to, c.u(9)), with_alpha(c.colors.dim, arrow.shown), c.u(1.3f),
             arrow.quantity, c.u(4), c.u(3), true);
    c.keep_off(from, to, strong ? 3.0f : 1.2f);
    if (arrow.outline) {
      const glm::vec2 way = unit(to - from), across{-way.y * c.u(9), way.x * c.u(9)};
      c.keep_off(from + across, to + across * 0.5f, 3);
      c.keep_off(from - across, to - across * 0.5f, 3);
    }
    c.label(arrow.label, arrow.role, to, c.u(arrow.ring ? 11 : 8), label_side(c, from, to),
            arrow.quantity, std::min(1.0f, 2.5f * arrow.shown) * c.picture.floor.shown);
  }
}

}  // namespace qkv::landscape
