// The curve and the buttons of Train.

#include <algorithm>
#include <cmath>

#include "core/page/panels/flow.h"
#include "core/page/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// Weight over steps, 0 to 1 and start to end: the frame holds still while the curve grows.
void draw_curve(Pen& pen, const TrainingPicture& training, const Rect& rect) {
  pen.box(rect, pen.m.radius, pen.colors.ground, pen.colors.line, pen.m.line);
  const float mark = text_width(Font::mono, pen.m.tiny, "0") + pen.em(8);
  const Rect plot{rect.x + mark + pen.em(4), rect.y + pen.em(9), rect.w - mark - pen.em(16),
                  rect.h - pen.em(18)};
  const auto at = [&](std::size_t step, float weight) {
    const float along = static_cast<float>(step) / static_cast<float>(std::max(1, training.steps));
    return glm::vec2{plot.x + along * plot.w, plot.bottom() - weight * plot.h};
  };
  const Color dim = pen.ink(Role::dim, pen.colors.ground);
  for (const float level : {0.0f, 0.5f, 1.0f})
    pen.line(at(0, level), {plot.right(), at(0, level).y}, pen.colors.grid, pen.m.line);
  for (const float level : {0.0f, 1.0f})
    pen.text_right({plot.x - pen.em(6), at(0, level).y + cap_height(Font::mono, pen.m.tiny) / 2},
                   level > 0 ? "1" : "0", Font::mono, pen.m.tiny, dim);
  std::vector<glm::vec2> points;
  for (std::size_t i = 0; i < training.curve.size(); ++i)
    points.push_back(at(i, training.curve[i]));
  if (points.size() > 1) pen.add(Polyline{points, pen.colors.accent, pen.px(2), 0, 0, false});
  pen.add(Disc{points.back(), pen.px(4), pen.colors.accent, {0, 0, 0, 0}, 0});
}

float draw_buttons(Pen& pen, const TrainingPicture& training, glm::vec2 top, float width) {
  const float gap = pen.em(7), height = std::round(pen.m.text * 2), pad = pen.em(10);
  float x = top.x, y = top.y;
  for (const TrainingPicture::Button& one : training.buttons) {
    const Font font = one.strong ? Font::semibold : Font::text;
    const float wide = std::round(text_width(font, pen.m.text, one.text) + 2 * pad);
    if (x > top.x && x + wide > top.x + width) {
      x = top.x;
      y += height + gap;
    }
    const Rect rect = snapped({x, y, wide, height});
    const Color ink = button(pen, rect, one.strong ? Look::strong : Look::quiet);
    pen.label(rect, one.text, font, pen.m.text, ink);
    pen.hit(rect, one.text, one.tip, one.action);
    x += wide + gap;
  }
  return y + height - top.y;
}

}  // namespace

float draw_training(Pen& pen, const TrainingPicture& training, const Rect& place, float air) {
  float y = place.y;
  if (!training.status.empty()) {
    FlowStyle style;
    style.size = pen.m.text;
    style.leading = pen.m.text * 1.4f;
    style.ground = pen.colors.panel;
    y += flow(pen, training.status, {place.x, y}, place.w, style) + pen.em(5) * air;
  }
  if (training.curve.size() > 0) {
    const float height = std::round(pen.em(78) * (air < 1 ? 0.8f : 1.0f));
    draw_curve(pen, training, snapped({place.x, y, place.w, height}));
    y += height + pen.em(8) * air;
  }
  y += draw_buttons(pen, training, {place.x, y}, place.w);
  return y + pen.em(12) * air - place.y;
}

}  // namespace qkv
