// Horizontal bars with their names and numbers.

#include <algorithm>
#include <cmath>

#include "core/page/chart_parts.h"
#include "core/text/format_number.h"

namespace qkv {
namespace {

std::string number_of(const BarChart::Row& row) {
  return row.number.empty() ? format_number(row.value) : row.number;
}

void draw_row(Pen& pen, const BarChart::Row& row, const ChartAxis& axis, const Rect& track,
              float name_right) {
  const float size = pen.m.small;
  pen.text_right({name_right, middle_baseline(Font::text, size, track.y, track.h)}, row.name,
                 Font::text, size, pen.colors.text);
  const double zero = axis.log ? 0.0 : std::clamp(axis.part(0), 0.0, 1.0);
  const double at = std::clamp(axis.part(row.value), 0.0, 1.0);
  const float shown = std::clamp(row.shown, 0.0f, 1.0f);
  const auto from = static_cast<float>(zero);
  const float to = from + (static_cast<float>(at) - from) * shown;
  const float left = track.x + std::min(from, to) * track.w;
  const float length = std::max(std::abs(to - from) * track.w, shown > 0 ? pen.px(2) : 0.0f);
  const float high = std::round(0.62f * track.h);
  const Color color = tint_color(pen, row.tint);
  if (length > 0)
    pen.add(Box{{left, std::round(track.y + (track.h - high) / 2), length, high},
                std::min(pen.px(3), length / 2),
                with_alpha(color, row.hatched ? 0.15f : 1.0f),
                row.hatched ? color : Color{0, 0, 0, 0},
                row.hatched ? pen.m.line : 0,
                row.hatched});
  if (shown > 0)
    pen.text({left + length + pen.em(7), middle_baseline(Font::mono, size, track.y, track.h)},
             number_of(row), Font::mono, size, with_alpha(pen.colors.text, shown));
}

/// Ticks below the rows; returns its height.
float draw_axis(Pen& pen, const ChartAxis& given, const Rect& track, float bottom, float right) {
  ChartAxis axis = given;
  const Color dim = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  if (axis.ticks.empty()) {
    const float room = 5.5f * pen.m.tiny;
    axis.ticks = round_ticks(axis, std::clamp(static_cast<int>(track.w / room), 2, 8));
  }
  const std::vector<std::string> names = tick_names(axis, axis.ticks);
  const float line = std::round(1.5f * pen.m.tiny);
  float free_from = -1e9f;
  for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
    const float x = std::round(track.x + static_cast<float>(axis.part(axis.ticks[i])) * track.w);
    const float half = text_width(Font::mono, pen.m.tiny, names[i]) / 2;
    if (x < track.x - 1 || x > track.right() + 1 || x - half < free_from) continue;
    pen.line({x, track.y}, {x, bottom}, pen.colors.grid, pen.m.line);
    pen.text_middle({x, middle_baseline(Font::mono, pen.m.tiny, bottom + pen.em(3), line)},
                    names[i], Font::mono, pen.m.tiny, dim);
    free_from = x + half + 0.5f * pen.m.tiny;
  }
  if (given.title.empty()) return line + pen.em(3);
  pen.text({track.x, middle_baseline(Font::text, pen.m.tiny, bottom + pen.em(3) + line, line)},
           fitted(Font::text, pen.m.tiny, given.title, right - track.x), Font::text, pen.m.tiny,
           dim);
  return 2 * line + pen.em(3);
}

}  // namespace

float draw_bar_chart(Pen& pen, const BarChart& chart, const Rect& rect) {
  float y = rect.y;
  if (!chart.title.empty()) {
    pen.text({rect.x, middle_baseline(Font::semibold, pen.m.heading, y, 1.5f * pen.m.heading)},
             fitted(Font::semibold, pen.m.heading, chart.title, rect.w), Font::semibold,
             pen.m.heading, pen.colors.text);
    y += std::round(1.9f * pen.m.heading);
  }
  if (chart.rows.empty()) return y - rect.y;
  float names = 0, numbers = 0;
  for (const BarChart::Row& row : chart.rows) {
    names = std::max(names, text_width(Font::text, pen.m.small, row.name));
    numbers = std::max(numbers, text_width(Font::mono, pen.m.small, number_of(row)));
  }
  const bool has_axis = !chart.axis.title.empty() || !chart.axis.ticks.empty();
  const float below = has_axis ? 3.2f * pen.m.tiny + pen.em(3) : 0;
  const float room = std::max(1.0f, rect.bottom() - y - below);
  const auto count = static_cast<float>(chart.rows.size());
  const float high = std::floor(std::clamp(room / count, 1.35f * pen.m.small, 3.0f * pen.m.small));
  const float left = rect.x + names + pen.em(9);
  const Rect all{left, y, std::max(pen.px(8), rect.right() - numbers - pen.em(9) - left),
                 high * count};
  const float axis = has_axis ? draw_axis(pen, chart.axis, all, all.bottom(), rect.right()) : 0;
  for (std::size_t i = 0; i < chart.rows.size(); ++i)
    draw_row(pen, chart.rows[i], chart.axis, {all.x, y + static_cast<float>(i) * high, all.w, high},
             left - pen.em(9));
  return all.bottom() + axis - rect.y;
}

}  // namespace qkv
