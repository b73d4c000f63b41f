// The words of a chart that have to find their place: names at the ends of curves, words of marks
// and rules.

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/geometric.hpp>

#include "core/page/chart_parts.h"
#include "core/page/landscape/labels.h"

namespace qkv {
namespace {

constexpr double kNearRight = 0.985;  // part of the axis: the name stands right of the plot
constexpr float kObstacleStep = 10;   // design pixels between the corners of a curve to stay off

/// Where the curve leaves the plot or ends, as parts of the axes.
std::optional<glm::dvec2> end_of(const Chart& chart, const ChartSeries& series) {
  std::optional<glm::dvec2> last;
  for (const glm::dvec2& point : series.points) {
    const glm::dvec2 p{chart.x.part(point.x), chart.y.part(point.y)};
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
    const bool inside = p.x >= -1e-9 && p.x <= 1 + 1e-9 && p.y >= -1e-9 && p.y <= 1 + 1e-9;
    if (inside) {
      last = p;
    } else if (last && p.x > last->x) {
      // Cut where it crosses the border.
      double t = 1;
      const glm::dvec2 way = p - *last;
      if (p.x > 1) t = std::min(t, (1 - last->x) / way.x);
      if (p.y > 1) t = std::min(t, (1 - last->y) / way.y);
      if (p.y < 0) t = std::min(t, -last->y / way.y);
      return *last + way * std::max(0.0, t);
    }
  }
  return last;
}

bool named_right(const Chart& chart, const ChartSeries& series) {
  if (series.name.empty()) return false;
  const auto end = end_of(chart, series);
  return end && end->x >= kNearRight;
}

/// The name comes when its curve has nearly arrived.
float name_alpha(const ChartSeries& series) {
  return series.alpha * std::clamp((series.shown - 0.85f) / 0.15f, 0.0f, 1.0f);
}

Label plain_label(Pen& pen, const std::string& words, Color color, glm::vec2 anchor, float alpha) {
  Label label;
  label.runs = {{words, Font::semibold, color}};
  label.size = pen.m.tiny;
  label.anchor = anchor;
  label.clear = pen.px(7);
  label.prefer = {0.707f, -0.707f};
  label.pill = false;
  label.must = true;
  label.stroke = color;
  label.alpha = alpha;
  return label;
}

/// Do curves or other words cross the rectangle? Looked for in steps of a few pixels.
bool is_free(const Rect& rect, const LabelObstacles& obstacles, float step) {
  const Rect roomy = rect.inset(-step);
  for (const Rect& solid : obstacles.solid)
    if (overlap(roomy, solid)) return false;
  for (const LabelObstacles::Line& line : obstacles.lines) {
    const int steps = std::max(1, static_cast<int>(glm::length(line.b - line.a) / step));
    for (int i = 0; i <= steps; ++i)
      if (roomy.contains(line.a +
                         (line.b - line.a) * (static_cast<float>(i) / static_cast<float>(steps))))
        return false;
  }
  return true;
}

/// In the middle of the band, at the highest place that is free.
void name_band(Pen& pen, const ChartBand& band, const ChartPlace& place,
               LabelObstacles& obstacles) {
  const Rect& plot = place.plot;
  const float left = std::clamp(place.at(band.from, place.y.low).x, plot.x, plot.right());
  const float right = std::clamp(place.at(band.to, place.y.low).x, plot.x, plot.right());
  const float size = pen.m.tiny, wide = text_width(Font::semibold, size, band.text);
  if (band.text.empty() || band.alpha <= 0 || wide > right - left - pen.em(6)) return;
  const Color ground = over(band_fill(pen, band), pen.colors.ground);
  const Color ink = readable(tint_color(pen, band.tint), ground,
                             pen.present ? 1.25f * pen.least_contrast() : pen.least_contrast());
  const float high = 1.5f * size;
  for (float y = plot.y + pen.em(4); y + high < plot.bottom(); y += 0.5f * size) {
    const Rect rect{(left + right - wide) / 2, y, wide, high};
    if (!is_free(rect, obstacles, pen.px(3))) continue;
    pen.label(rect, band.text, Font::semibold, size, with_alpha(ink, band.alpha));
    obstacles.solid.push_back(rect);
    return;
  }
}

void keep_off(LabelObstacles& obstacles, Pen& pen, const ChartPlace& place,
              const ChartSeries& series) {
  std::optional<glm::vec2> from;
  for (const glm::dvec2& point : series.points) {
    const glm::vec2 p = place.at(point.x, point.y);
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
      from.reset();
      continue;
    }
    if (from && glm::length(p - *from) < pen.px(kObstacleStep)) continue;
    if (from) obstacles.lines.push_back({*from, p, 6});
    from = p;
  }
}

}  // namespace

float end_names_width(const Pen& pen, const Chart& chart) {
  float width = 0;
  for (const ChartSeries& series : chart.series)
    if (named_right(chart, series))
      width = std::max(width, text_width(Font::semibold, pen.m.tiny, series.name));
  return width;
}

void name_series(Pen& pen, const Chart& chart, const ChartPlace& place, float width) {
  struct Name {
    const ChartSeries* series;
    float wish, y;
  };
  std::vector<Name> names;
  for (const ChartSeries& series : chart.series) {
    if (!named_right(chart, series)) continue;
    const auto part = static_cast<float>(end_of(chart, series)->y);
    const float y = place.plot.bottom() - part * place.plot.h;
    names.push_back({&series, y, y});
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const Name& a, const Name& b) { return a.wish < b.wish; });
  // Push apart downwards, then back up from the bottom where they ran out of the plot.
  const float apart = 1.35f * pen.m.tiny;
  for (std::size_t i = 1; i < names.size(); ++i)
    names[i].y = std::max(names[i].y, names[i - 1].y + apart);
  float floor = place.plot.bottom();
  for (std::size_t i = names.size(); i-- > 0;) {
    names[i].y = std::min(names[i].y, floor);
    floor = names[i].y - apart;
  }
  const float x = place.plot.right() + pen.em(12);
  for (const Name& name : names) {
    const float alpha = name_alpha(*name.series);
    if (alpha <= 0) continue;
    if (std::abs(name.y - name.wish) > 0.5f * pen.m.tiny)
      pen.line({place.plot.right() + pen.px(2), name.wish}, {x - pen.px(3), name.y},
               with_alpha(tint_color(pen, name.series->tint), 0.7f * alpha), pen.m.line);
    pen.text({x, std::round(name.y + cap_height(Font::semibold, pen.m.tiny) / 2)},
             fitted(Font::semibold, pen.m.tiny, name.series->name, width), Font::semibold,
             pen.m.tiny, with_alpha(tint_ink(pen, name.series->tint), alpha));
  }
}

void draw_marks(Pen& pen, const Chart& chart, const ChartPlace& place, std::size_t first) {
  const Rect& plot = place.plot;
  std::vector<Label> labels;
  LabelObstacles obstacles;
  for (std::size_t i = first; i < pen.page.items.size(); ++i)
    if (const auto* text = std::get_if<Text>(&pen.page.items[i].shape))
      obstacles.solid.push_back(text_rect(*text));
  for (const ChartSeries& series : chart.series) {
    keep_off(obstacles, pen, place, series);
    if (series.name.empty() || named_right(chart, series) || name_alpha(series) <= 0) continue;
    if (const auto end = end_of(chart, series)) {
      const glm::vec2 at{plot.x + static_cast<float>(end->x) * plot.w,
                         plot.bottom() - static_cast<float>(end->y) * plot.h};
      labels.push_back(
          plain_label(pen, series.name, tint_ink(pen, series.tint), at, name_alpha(series)));
    }
  }
  for (const ChartRule& rule : chart.rules) {
    const glm::vec2 at =
        rule.vertical ? glm::vec2{place.at(rule.at, place.y.low).x, plot.y + pen.m.tiny}
                      : glm::vec2{plot.right() - pen.em(30), place.at(place.x.low, rule.at).y};
    if (at.x < plot.x - 1 || at.x > plot.right() + 1 || at.y < plot.y || at.y > plot.bottom())
      continue;
    obstacles.lines.push_back(rule.vertical
                                  ? LabelObstacles::Line{{at.x, plot.y}, {at.x, plot.bottom()}, 6}
                                  : LabelObstacles::Line{{plot.x, at.y}, {plot.right(), at.y}, 6});
    if (rule.text.empty()) continue;
    labels.push_back(plain_label(pen, rule.text, tint_ink(pen, rule.tint), at, rule.alpha));
    labels.back().prefer = rule.vertical ? glm::vec2{1, 0} : glm::vec2{0, -1};
  }
  for (const ChartBand& band : chart.bands) name_band(pen, band, place, obstacles);
  for (const ChartMark& mark : chart.marks) {
    const glm::vec2 at = place.at(mark.at.x, mark.at.y);
    if (!plot.inset(-1).contains(at) || mark.alpha <= 0) continue;
    const Color color = with_alpha(tint_color(pen, mark.tint), mark.alpha);
    if (mark.drop)
      for (const glm::vec2 foot : {glm::vec2{at.x, plot.bottom()}, glm::vec2{plot.x, at.y}}) {
        obstacles.lines.push_back({at, foot, 6});
        pen.add(Polyline{{at, foot}, color, pen.m.line, pen.px(4), pen.px(3), false});
      }
    const float radius = pen.px(5);
    pen.add(Disc{at, radius, color, pen.colors.ground, pen.px(1.5f)});
    obstacles.solid.push_back({at.x - radius, at.y - radius, 2 * radius, 2 * radius});
    if (mark.text.empty()) continue;
    Color ink = tint_ink(pen, mark.tint);
    for (const ChartBand& band : chart.bands)
      ink = readable(ink, over(band_fill(pen, band), pen.colors.ground),
                     pen.present ? 1.25f * pen.least_contrast() : pen.least_contrast());
    labels.push_back(plain_label(pen, mark.text, ink, at, mark.alpha));
    labels.back().clear = radius + pen.px(4);
  }
  const Rect bounds{plot.x + pen.px(2), plot.y, plot.w - pen.px(2), plot.h - pen.px(2)};
  draw_labels(pen.page, labels, place_labels(labels, obstacles, bounds));
}

}  // namespace qkv
