// The frame of a chart, and what stands in it in painter's order.

#include "core/page/chart.h"

#include <algorithm>
#include <cmath>

#include "core/page/chart_parts.h"

namespace qkv {
namespace {

struct Shades {
  Color dark, light;
};
// On dark and light grounds alike at least 3:1, and apart for those who see fewer colours.
constexpr Shades kTints[] = {
    {{0x56, 0xB4, 0xE9}, {0x00, 0x5F, 0x9E}}, {{0xE6, 0x9F, 0x00}, {0x9A, 0x58, 0x00}},
    {{0x2F, 0xC7, 0x9A}, {0x00, 0x6B, 0x4E}}, {{0xE4, 0x8B, 0xC0}, {0xA2, 0x2E, 0x73}},
    {{0xB4, 0x9C, 0xF0}, {0x5B, 0x3F, 0xB5}}, {{0x9A, 0xA6, 0xB5}, {0x5A, 0x65, 0x74}},
    {{0x5F, 0xD0, 0xDD}, {0x00, 0x70, 0x7E}}, {{0xFF, 0x8F, 0x85}, {0xB0, 0x2A, 0x1E}},
    {{0xC9, 0xCE, 0x62}, {0x64, 0x69, 0x00}}};

float widest(Font font, float size, const std::vector<std::string>& names) {
  float width = 0;
  for (const std::string& name : names) width = std::max(width, text_width(font, size, name));
  return width;
}

/// Ticks of x that stand beside each other without touching.
void fit_x_ticks(const Pen& pen, ChartAxis& axis, float width) {
  if (!axis.ticks.empty()) return;
  for (int most = 12; most >= 2; --most) {
    const std::vector<double> ticks = round_ticks(axis, most);
    const float wide = widest(Font::mono, pen.m.tiny, tick_names(axis, ticks));
    const auto spaces = static_cast<float>(std::max<std::size_t>(2, ticks.size()) - 1);
    if (most > 2 && wide + 1.2f * pen.m.tiny > width / spaces) continue;
    axis.ticks = ticks;
    return;
  }
}

void fit_y_ticks(const Pen& pen, ChartAxis& axis, float height) {
  if (!axis.ticks.empty()) return;
  const int most = static_cast<int>(height / (2.6f * pen.m.tiny)) + 1;
  axis.ticks = round_ticks(axis, std::clamp(most, 2, 9));
}

struct Margins {
  float left, top, right, bottom;
};

Margins margins(const Pen& pen, const Chart& chart, const ChartAxis& y, float names) {
  const float line = std::round(1.5f * pen.m.tiny);
  Margins m{0, 0, 0, 0};
  m.left = std::ceil(widest(Font::mono, pen.m.tiny, tick_names(y, y.ticks)) + pen.em(8));
  if (!chart.title.empty()) m.top += std::round(1.7f * pen.m.heading);
  // The uppermost tick must not touch the title.
  if (!chart.title.empty() && chart.y.title.empty()) m.top += pen.em(7);
  if (!chart.y.title.empty()) m.top += line + pen.em(9);
  m.top = std::max(m.top, 0.7f * pen.m.tiny);
  m.right = std::max(names > 0 ? names + pen.em(14) : 0.0f, 1.2f * pen.m.tiny);
  m.bottom = pen.em(6) + line + (chart.x.title.empty() ? 0.0f : line);
  return m;
}

void draw_titles(Pen& pen, const Chart& chart, const Rect& rect, const Rect& plot, float left) {
  const Color dim = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  float y = rect.y;
  if (!chart.title.empty()) {
    pen.text({rect.x, middle_baseline(Font::semibold, pen.m.heading, y, 1.5f * pen.m.heading)},
             fitted(Font::semibold, pen.m.heading, chart.title, rect.w), Font::semibold,
             pen.m.heading, pen.colors.text);
    y += std::round(1.7f * pen.m.heading);
  }
  const float line = std::round(1.5f * pen.m.tiny);
  if (!chart.y.title.empty())
    pen.text({left, middle_baseline(Font::text, pen.m.tiny, y, line)},
             fitted(Font::text, pen.m.tiny, chart.y.title, rect.right() - left), Font::text,
             pen.m.tiny, dim);
  if (!chart.x.title.empty()) {
    const std::string words = fitted(Font::text, pen.m.tiny, chart.x.title, rect.right() - plot.x);
    pen.text_right(
        {plot.right(), middle_baseline(Font::text, pen.m.tiny, rect.bottom() - line, line)}, words,
        Font::text, pen.m.tiny, dim);
  }
}

void draw_axes(Pen& pen, const ChartPlace& place) {
  const Rect& plot = place.plot;
  const Color dim = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  const std::vector<std::string> y_names = tick_names(place.y, place.y.ticks);
  float free_below = 1e9f;
  for (std::size_t i = 0; i < place.y.ticks.size(); ++i) {
    const float y = std::round(place.at(place.x.low, place.y.ticks[i]).y);
    if (y < plot.y - 1 || y > plot.bottom() + 1) continue;
    pen.line({plot.x, y}, {plot.right(), y}, pen.colors.grid, pen.m.line);
    if (y > free_below) continue;  // a low chart
    free_below = y - pen.m.tiny;
    pen.text_right({plot.x - pen.em(6), y + cap_height(Font::mono, pen.m.tiny) / 2}, y_names[i],
                   Font::mono, pen.m.tiny, dim);
  }
  const Color axis = mix(pen.colors.line, pen.colors.dim, 0.5f);
  pen.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, axis, pen.m.line);
  const std::vector<std::string> x_names = tick_names(place.x, place.x.ticks);
  const float baseline =
      middle_baseline(Font::mono, pen.m.tiny, plot.bottom() + pen.em(5), 1.4f * pen.m.tiny);
  float free_from = -1e9f;
  for (std::size_t i = 0; i < place.x.ticks.size(); ++i) {
    const float x = std::round(place.at(place.x.ticks[i], place.y.low).x);
    if (x < plot.x - 1 || x > plot.right() + 1) continue;
    pen.line({x, plot.bottom()}, {x, plot.bottom() + pen.em(4)}, axis, pen.m.line);
    const float half = text_width(Font::mono, pen.m.tiny, x_names[i]) / 2;
    if (x - half < free_from) continue;  // ticks that were asked for may stand too near
    pen.text_middle({x, baseline}, x_names[i], Font::mono, pen.m.tiny, dim);
    free_from = x + half + 0.5f * pen.m.tiny;
  }
}

}  // namespace

Color tint_color(const Pen& pen, Tint tint) {
  const Shades& shades = kTints[static_cast<std::size_t>(tint)];
  return pen.theme == Theme::dark ? shades.dark : shades.light;
}

Color tint_ink(const Pen& pen, Tint tint) {
  // In a hall with some to spare: thin lines run behind the names and numbers of a chart.
  const float least = pen.present ? 1.25f * pen.least_contrast() : pen.least_contrast();
  return readable(tint_color(pen, tint), pen.colors.ground, least);
}

ChartPlace draw_chart(Pen& pen, const Chart& chart, const Rect& rect) {
  ChartPlace place{{}, chart.x, chart.y};
  fit_y_ticks(pen, place.y, 0.8f * rect.h);
  const float names = std::min(end_names_width(pen, chart), 0.4f * rect.w);
  const Margins m = margins(pen, chart, place.y, names);
  place.plot = snapped({rect.x + m.left, rect.y + m.top, std::max(1.0f, rect.w - m.left - m.right),
                        std::max(1.0f, rect.h - m.top - m.bottom)});
  fit_x_ticks(pen, place.x, place.plot.w);
  const std::size_t first = pen.page.items.size();
  draw_titles(pen, chart, rect, place.plot, rect.x);
  draw_bands(pen, chart, place);
  draw_axes(pen, place);
  draw_columns(pen, chart, place);
  draw_rules(pen, chart, place);
  draw_series(pen, chart, place);
  name_series(pen, chart, place, rect.right() - place.plot.right() - pen.em(12));
  draw_marks(pen, chart, place, first);
  return place;
}

}  // namespace qkv
