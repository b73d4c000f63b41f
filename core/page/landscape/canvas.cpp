#include "core/page/landscape/canvas.h"

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"

namespace qkv::landscape {

void Canvas::line(std::vector<glm::vec2> points, Color color, float width, const Quantity& q,
                  float dash, float gap, bool closed) {
  if (color.a == 0 || points.size() < 2) return;
  page.items.push_back({Polyline{std::move(points), color, width, dash, gap, closed}, q});
}

void Canvas::polygon(std::vector<glm::vec2> points, Color fill, Color stroke, float stroke_width,
                     const Quantity& q, bool hatched) {
  if (points.size() < 3 || (fill.a == 0 && stroke.a == 0)) return;
  page.items.push_back({Polygon{std::move(points), fill, stroke, stroke_width, hatched}, q});
}

void Canvas::disc(glm::vec2 center, float radius, Color fill, Color stroke, float stroke_width,
                  const Quantity& q) {
  page.items.push_back({Disc{center, radius, fill, stroke, stroke_width}, q});
}

bool Canvas::fixed_text(const std::string& text, glm::vec2 at, float align, Font font, float size,
                        Color color, const Quantity& q) {
  if (text.empty() || color.a == 0) return false;
  const float width = text_width(font, size, text);
  // Centred on the digits' height.
  const Text shape{
      {std::round(at.x - align * width), std::round(at.y + cap_height(font, size) / 2)},
      text,
      font,
      size,
      color};
  const Rect covered = text_rect(shape);
  if (covered.x < rect.x || covered.y < rect.y || covered.right() > rect.right() ||
      covered.bottom() > rect.bottom())
    return false;
  for (const Rect& other : obstacles.solid)
    if (overlap(covered, other)) return false;
  page.items.push_back({shape, q});
  obstacles.solid.push_back(covered);
  return true;
}

void Canvas::keep_off(glm::vec2 a, glm::vec2 b, float cost) {
  // Among hundreds of arrows no spot is free of lines, and looking at all would take too long.
  if (obstacles.lines.size() < 400) obstacles.lines.push_back({a, b, cost});
}

void Canvas::label(const SceneLabel& what, Role role, glm::vec2 anchor, float clear,
                   glm::vec2 prefer, const Quantity& q, float alpha, bool must) {
  if (what.empty() || alpha <= 0.02f || !rect.contains(anchor)) return;
  const Color ink = role_color(colors, role);
  Label label;
  if (!what.letter.empty()) label.runs.push_back({what.letter, Font::math, ink});
  if (!what.word.empty())
    label.runs.push_back({what.word, what.priority <= 1 ? Font::bold : Font::semibold, ink});
  if (!what.number.empty())
    label.runs.push_back({what.number, Font::mono_bold, what.priority <= 1 ? colors.text : ink});
  label.size = what.priority <= 1 ? std::max(m.text * 0.95f, m.small) : m.small;
  label.anchor = anchor;
  label.clear = clear;
  label.prefer = prefer;
  label.priority = what.priority;
  label.must = must || what.priority <= 1;
  label.reach = (label.must ? 7.0f : 4.5f) * m.text;
  label.fill = with_alpha(colors.ground, 0.94f);
  label.stroke = with_alpha(ink, what.priority <= 1 ? 1.0f : 0.55f);
  label.alpha = alpha;
  label.quantity = q;
  labels.push_back(std::move(label));
}

float strength(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::faint:
      return 0.6f;
    case Emphasis::normal:
      return 0.85f;
    case Emphasis::chosen:
    case Emphasis::acting:
      return 1.0f;
  }
  return 1;
}

}  // namespace qkv::landscape
