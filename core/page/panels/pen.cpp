#include "core/page/panels/pen.h"

#include <algorithm>
#include <cmath>

#include "core/page/hall_palette.h"

namespace qkv {

Pen::Pen(Page& on, const Session& session)
    : page(on),
      colors(palette_of(session)),
      m(metrics(session, on)),
      theme(session.theme),
      present(session.layout.present) {}

void Pen::box(const Rect& rect, float radius, Color fill, Color stroke, float stroke_width,
              const Quantity& quantity) {
  add(Box{rect, radius, fill, stroke, stroke_width, false}, quantity);
}

void Pen::line(glm::vec2 from, glm::vec2 to, Color color, float width) {
  add(Polyline{{from, to}, color, width, 0, 0, false});
}

void Pen::text(glm::vec2 baseline, std::string words, Font font, float size, Color color,
               const Quantity& quantity) {
  if (words.empty()) return;
  add(Text{baseline, std::move(words), font, size, color, false}, quantity);
}

void Pen::text_right(glm::vec2 baseline, std::string words, Font font, float size, Color color,
                     const Quantity& quantity) {
  baseline.x -= text_width(font, size, words);
  text(baseline, std::move(words), font, size, color, quantity);
}

void Pen::text_middle(glm::vec2 baseline, std::string words, Font font, float size, Color color,
                      const Quantity& quantity) {
  baseline.x -= text_width(font, size, words) / 2;
  text(baseline, std::move(words), font, size, color, quantity);
}

void Pen::label(const Rect& rect, std::string words, Font font, float size, Color color,
                const Quantity& quantity) {
  text_middle({rect.x + rect.w / 2, middle_baseline(font, size, rect.y, rect.h)}, std::move(words),
              font, size, color, quantity);
}

Color Pen::ink(Role role, Color ground) const {
  return readable(role_color(colors, role), ground, least_contrast());
}

void Pen::hit(const Rect& rect, std::string_view name, std::string tooltip, const Action& action,
              bool enabled) {
  page.hits.push_back({rect, {action}, "", std::string(name), std::move(tooltip), enabled});
}

void Pen::hit_menu(const Rect& rect, std::string_view name, std::string tooltip,
                   std::string_view menu, bool enabled) {
  page.hits.push_back(
      {rect, {}, std::string(menu), std::string(name), std::move(tooltip), enabled});
}

float middle_baseline(Font font, float size, float top, float height) {
  return std::round(top + (height + cap_height(font, size)) / 2);
}

Rect snapped(const Rect& rect) {
  const float x = std::round(rect.x), y = std::round(rect.y);
  return {x, y, std::round(rect.right()) - x, std::round(rect.bottom()) - y};
}

Color button(Pen& pen, const Rect& rect, Look look) {
  const Palette& c = pen.colors;
  switch (look) {
    case Look::quiet:
      pen.box(rect, pen.m.radius, c.raised, c.line, pen.m.line);
      return c.text;
    case Look::lit:
      pen.box(rect, pen.m.radius, c.selected, mix(c.line, c.accent, 0.45f), pen.m.line);
      return c.text;
    case Look::strong:
      pen.box(rect, pen.m.radius, c.accent);
      return c.accent_text;
    case Look::greyed:
      pen.box(rect, pen.m.radius, c.panel, c.line, pen.m.line);
      return c.dim;
  }
  return c.text;
}

namespace {

void triangle(Pen& pen, glm::vec2 center, float size, bool right, Color color) {
  const float side = right ? 1.0f : -1.0f;
  const float depth = size * 0.43f * side;
  pen.add(Polygon{{{center.x - depth, center.y - size / 2},
                   {center.x + depth, center.y},
                   {center.x - depth, center.y + size / 2}},
                  color,
                  {0, 0, 0, 0},
                  0,
                  false});
}

void stroke(Pen& pen, std::vector<glm::vec2> points, float size, Color color) {
  pen.add(
      Polyline{std::move(points), color, std::max(1.5f * pen.m.unit, size * 0.13f), 0, 0, false});
}

void half_disc(Pen& pen, glm::vec2 center, float size, Color color) {
  const float radius = size / 2;
  pen.add(Disc{center, radius, {0, 0, 0, 0}, color, std::max(1.0f, size * 0.1f)});
  std::vector<glm::vec2> half;
  constexpr int kSteps = 16;
  for (int i = 0; i <= kSteps; ++i) {
    const float angle = (0.5f + static_cast<float>(i) / kSteps) * 3.14159265f;
    half.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
  }
  pen.add(Polygon{std::move(half), color, {0, 0, 0, 0}, 0, false});
}

}  // namespace

void icon(Pen& pen, Icon which, glm::vec2 c, float size, Color color) {
  const float s = size / 2, bar = std::max(1.5f * pen.m.unit, size * 0.14f);
  switch (which) {
    case Icon::rewind:
      pen.box({c.x - s, c.y - s, bar, size}, 0, color);
      triangle(pen, {c.x + size * 0.12f, c.y}, size, false, color);
      break;
    case Icon::back:
      triangle(pen, c, size, false, color);
      break;
    case Icon::next:
    case Icon::play:
      triangle(pen, c, size, true, color);
      break;
    case Icon::pause:
      pen.box({c.x - s * 0.65f, c.y - s, size * 0.22f, size}, 0, color);
      pen.box({c.x + s * 0.65f - size * 0.22f, c.y - s, size * 0.22f, size}, 0, color);
      break;
    case Icon::dots:
      for (const float step : {-1.0f, 0.0f, 1.0f}) {
        pen.add(Disc{{c.x + step * size * 0.36f, c.y}, size * 0.095f, color, {0, 0, 0, 0}, 0});
      }
      break;
    case Icon::theme:
      half_disc(pen, c, size, color);
      break;
    case Icon::close:
      stroke(pen, {{c.x - s, c.y - s}, {c.x + s, c.y + s}}, size, color);
      stroke(pen, {{c.x - s, c.y + s}, {c.x + s, c.y - s}}, size, color);
      break;
    case Icon::down:
      pen.add(
          Polygon{{{c.x - s, c.y - s * 0.55f}, {c.x + s, c.y - s * 0.55f}, {c.x, c.y + s * 0.65f}},
                  color,
                  {0, 0, 0, 0},
                  0,
                  false});
      break;
    case Icon::left:
    case Icon::right: {
      const float side = which == Icon::left ? -1.0f : 1.0f;
      stroke(pen,
             {{c.x - s * 0.5f * side, c.y - s},
              {c.x + s * 0.5f * side, c.y},
              {c.x - s * 0.5f * side, c.y + s}},
             size, color);
      break;
    }
  }
}

void scroll_bar(Pen& pen, const Rect& rect, float content_height, float scrolled) {
  if (content_height <= rect.h + 0.5f) return;
  const float width = pen.px(4), inset = pen.px(3);
  const float track = rect.h - 2 * inset;
  const float length = std::max(pen.px(24), track * rect.h / content_height);
  const float most = content_height - rect.h;
  const float at = std::clamp(scrolled / most, 0.0f, 1.0f) * (track - length);
  pen.box({rect.right() - width - inset, rect.y + inset + at, width, length}, width / 2,
          mix(pen.colors.panel, pen.colors.dim, 0.55f));
}

void fold_grip(Pen& pen, const Rect& rect, bool on_right_edge, bool folded, std::string_view panel,
               std::string_view name) {
  if (pen.present && !folded) return;  // nothing in a hall that is not about attention
  const float width = pen.px(folded ? 18 : 12), height = pen.px(46);
  const float x = on_right_edge ? rect.right() - width : rect.x;
  const Rect grip = snapped({x, rect.y + (rect.h - height) / 2, width, height});
  pen.box(grip, pen.px(4), pen.colors.raised, pen.colors.line, pen.m.line);
  const bool points_left = on_right_edge != folded;
  icon(pen, points_left ? Icon::left : Icon::right, {grip.x + grip.w / 2, grip.y + grip.h / 2},
       pen.px(7), pen.colors.dim);
  pen.hit(grip, name, std::string(name), action::Fold{std::string(panel)});
}

}  // namespace qkv
