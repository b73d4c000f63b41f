// Curves and their points, columns, bands and rules.

#include <algorithm>
#include <cmath>

#include "core/page/chart_parts.h"

namespace qkv {
namespace {

bool finite(glm::vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); }

/// The pixels of the points [first, last), cut off at `right`; a gap starts a new run.
std::vector<std::vector<glm::vec2>> runs_of(const ChartPlace& place, const ChartSeries& series,
                                            std::size_t first, std::size_t last, float right) {
  std::vector<std::vector<glm::vec2>> runs(1);
  for (std::size_t i = first; i < last; ++i) {
    const glm::vec2 p = place.at(series.points[i].x, series.points[i].y);
    if (!finite(p)) {
      if (!runs.back().empty()) runs.emplace_back();
      continue;
    }
    if (p.x <= right + 0.01f) {
      runs.back().push_back(p);
      continue;
    }
    if (!runs.back().empty()) {
      const glm::vec2 from = runs.back().back();
      const float t = (right - from.x) / (p.x - from.x);
      if (t > 0) runs.back().push_back(from + (p - from) * t);
    }
    break;
  }
  return runs;
}

void draw_curve(Pen& pen, const ChartPlace& place, const ChartSeries& series, float right) {
  const std::size_t count = series.points.size();
  const std::size_t solid =
      series.measured < 0 ? count : std::min(count, static_cast<std::size_t>(series.measured));
  const Color color = with_alpha(tint_color(pen, series.tint), series.alpha);
  const float width = pen.px(series.width);
  const auto stroke = [&](std::size_t first, std::size_t last, bool dashed) {
    for (auto& run : runs_of(place, series, first, last, right))
      if (run.size() > 1)
        pen.add(Polyline{std::move(run), color, width, dashed ? 3.0f * width : 0,
                         dashed ? 2.2f * width : 0, false});
  };
  stroke(0, solid, series.dashed);
  if (solid < count) stroke(solid > 0 ? solid - 1 : 0, count, true);
}

void draw_points(Pen& pen, const ChartPlace& place, const ChartSeries& series, float right) {
  const Color color = with_alpha(tint_color(pen, series.tint), series.alpha);
  const float radius = pen.px(series.look == ChartSeries::Look::both ? 3.2f : 4.0f);
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const glm::vec2 p = place.at(series.points[i].x, series.points[i].y);
    if (!finite(p) || p.x > right + 0.5f) continue;
    if (p.y < place.plot.y - radius || p.y > place.plot.bottom() + radius) continue;
    const bool hollow = series.measured >= 0 && static_cast<int>(i) >= series.measured;
    pen.add(Disc{p, radius, hollow ? pen.colors.ground : color, color, hollow ? pen.px(1.5f) : 0});
  }
}

}  // namespace

Color band_fill(const Pen& pen, const ChartBand& band) {
  return with_alpha(tint_color(pen, band.tint), 0.11f * band.alpha);
}

void draw_bands(Pen& pen, const Chart& chart, const ChartPlace& place) {
  for (const ChartBand& band : chart.bands) {
    const Rect& plot = place.plot;
    const float left = std::clamp(place.at(band.from, place.y.low).x, plot.x, plot.right());
    const float right = std::clamp(place.at(band.to, place.y.low).x, plot.x, plot.right());
    if (!(right > left)) continue;
    pen.box({left, plot.y, right - left, plot.h}, 0, band_fill(pen, band));
  }
}

void draw_columns(Pen& pen, const Chart& chart, const ChartPlace& place) {
  const double floor = std::clamp(0.0, place.y.low, place.y.high);
  for (const ChartColumns& columns : chart.columns) {
    const Color color = tint_color(pen, columns.tint);
    for (std::size_t i = 0; i + 1 < columns.edges.size() && i < columns.heights.size(); ++i) {
      const double height = std::clamp(columns.heights[i], place.y.low, place.y.high);
      const glm::vec2 a = place.at(columns.edges[i], floor),
                      b = place.at(columns.edges[i + 1], height);
      const float left = std::clamp(a.x, place.plot.x, place.plot.right());
      const float right = std::clamp(b.x, place.plot.x, place.plot.right());
      const float tall = (a.y - b.y) * std::clamp(columns.shown, 0.0f, 1.0f);
      if (!(right > left) || !(std::abs(tall) > 0)) continue;
      const float seam = right - left > pen.px(4) ? pen.m.line : 0;
      const Rect column{left, std::min(a.y, a.y - tall), right - left - seam, std::abs(tall)};
      pen.add(Box{column, 0, with_alpha(color, columns.hatched ? 0.15f : 0.75f),
                  columns.hatched ? color : Color{0, 0, 0, 0}, columns.hatched ? pen.m.line : 0,
                  columns.hatched});
    }
  }
}

void draw_rules(Pen& pen, const Chart& chart, const ChartPlace& place) {
  const Rect& plot = place.plot;
  for (const ChartRule& rule : chart.rules) {
    const glm::vec2 at =
        rule.vertical ? place.at(rule.at, place.y.low) : place.at(place.x.low, rule.at);
    const Color color = with_alpha(tint_color(pen, rule.tint), rule.alpha);
    const bool inside = rule.vertical ? at.x >= plot.x - 1 && at.x <= plot.right() + 1
                                      : at.y >= plot.y - 1 && at.y <= plot.bottom() + 1;
    if (!inside) continue;
    const glm::vec2 from = rule.vertical ? glm::vec2{at.x, plot.y} : glm::vec2{plot.x, at.y};
    const glm::vec2 to =
        rule.vertical ? glm::vec2{at.x, plot.bottom()} : glm::vec2{plot.right(), at.y};
    pen.add(Polyline{{from, to}, color, pen.px(1.5f), pen.px(6), pen.px(4), false});
  }
}

void draw_series(Pen& pen, const Chart& chart, const ChartPlace& place) {
  const Rect& plot = place.plot;
  pen.add(
      ClipBegin{{plot.x - pen.px(5), plot.y - pen.px(2), plot.w + pen.px(10), plot.h + pen.px(4)}});
  for (const ChartSeries& series : chart.series) {
    const float right = plot.x + std::clamp(series.shown, 0.0f, 1.0f) * plot.w;
    if (series.shown <= 0 || series.alpha <= 0) continue;
    if (series.look != ChartSeries::Look::points) draw_curve(pen, place, series, right);
    if (series.look != ChartSeries::Look::line) draw_points(pen, place, series, right);
  }
  pen.add(ClipEnd{});
}

}  // namespace qkv
