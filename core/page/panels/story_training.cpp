// The curve and the buttons of Train.

#include <algorithm>
#include <cmath>

#include "core/page/chart.h"
#include "core/page/panels/flow.h"
#include "core/page/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// Weight over steps, from start to end: the frame holds still while the curve grows.
void draw_curve(Pen& pen, const TrainingPicture& training, const Rect& rect) {
  pen.box(rect, pen.m.radius, pen.colors.ground, pen.colors.line, pen.m.line);
  Chart chart;
  // The line above says what is drawn, so the axes need no names.
  chart.x = {.low = 0, .high = static_cast<double>(std::max(1, training.steps))};
  chart.y = {.low = 0, .high = 1, .ticks = {0, 1}};
  ChartSeries weight;
  for (std::size_t i = 0; i < training.curve.size(); ++i)
    weight.points.emplace_back(static_cast<double>(i), static_cast<double>(training.curve[i]));
  const glm::dvec2 now = weight.points.back();
  chart.series.push_back(std::move(weight));
  const ChartPlace place = draw_chart(pen, chart, rect.inset(pen.em(6)));
  pen.add(Disc{place.at(now.x, now.y), pen.px(4), tint_color(pen, Tint::blue), {0, 0, 0, 0}, 0});
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
  y += draw_buttons(pen, training, {place.x, y}, place.w) + pen.em(9) * air;
  if (!training.curve.empty()) {
    const float height = std::round(pen.em(96) * (air < 1 ? 0.9f : 1.0f));
    draw_curve(pen, training, snapped({place.x, y, place.w, height}));
    y += height + pen.em(9) * air;
  }
  return y - place.y;
}

}  // namespace qkv
