#pragma once
// Charts for the scenes of lessons: curves, points, columns of a histogram, bars. Fill in a struct,
// give it a rectangle; texts, ticks and colours are the page's own, in both themes and in Present:
//
//   Chart chart;
//   chart.x = {.title = "words back", .low = 1, .high = 20};
//   chart.y = {.title = "share left", .low = 1e-6, .high = 1, .log = true};
//   chart.series.push_back({.name = "RNN", .tint = Tint::orange, .points = points});
//   const ChartPlace place = draw_chart(pen, chart, rect);   // place.at(x, y): for what is added
//
// Ticks are round and as many as fit, names stand at the ends of their curves and give way to each
// other, marks find a free spot. `shown` 0..1 of everything grows it for an animation; axes never
// change with it. Nothing here knows attention, and no item carries a Quantity. A chart is meant
// for the ground of a scene (Palette::ground). Matrices with numbers: core/page/chart_matrix.h.

#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "core/page/panels/pen.h"

namespace qkv {

/// Tells one thing from another; the roles q, k, v keep their own colours. Tell things apart by
/// more than colour: a name at the curve's end, a dash, a different mark.
enum class Tint { blue, orange, green, pink, violet, grey, teal, red, olive };
Color tint_color(const Pen& pen, Tint tint);  ///< lines and areas: at least 3:1 on the ground
Color tint_ink(const Pen& pen, Tint tint);    ///< texts: at least 4.5:1, in Present 7:1

struct ChartAxis {
  std::string title{};       ///< with its unit: "time, ms"; x below the axis, y above it
  double low = 0, high = 1;  ///< low < high; on a logarithmic axis both above 0
  bool log = false;
  std::vector<double> ticks{};       ///< empty: round ones, as many as fit
  std::vector<std::string> names{};  ///< one a tick of `ticks`, in place of its number
  double part(double value) const;   ///< 0 at low .. 1 at high, beyond outside; NaN: no place
};

struct ChartSeries {
  enum class Look { line, points, both };
  std::string name{};  ///< stands at the end of the curve; empty: nowhere
  Tint tint = Tint::blue;
  Look look = Look::line;
  std::vector<glm::dvec2> points{};  ///< x ascending; NaN breaks the curve
  /// From the point `measured - 1` on the curve is dashed and its points are hollow: extrapolated,
  /// or only expected. As many as there are points (the default, -1): all of it is solid.
  int measured = -1;
  bool dashed = false;  ///< all of it
  float width = 2.5f;   ///< design pixels
  float shown = 1;      ///< of the axis' length, from the left
  float alpha = 1;      ///< steps back below 1
};

/// A histogram: heights.size() + 1 edges, from the x axis up (from y = 0 where the axis has it).
struct ChartColumns {
  std::vector<double> edges{}, heights{};
  Tint tint = Tint::blue;
  bool hatched = false;
  float shown = 1;  ///< of each height
};

struct ChartMark {  ///< a point with a few words, which find a free spot beside it
  glm::dvec2 at{0};
  std::string text{};
  Tint tint = Tint::blue;
  bool drop = false;  ///< dashed lines to both axes
  float alpha = 1;
};
struct ChartRule {  ///< a dashed line across the plot, its words at the end
  bool vertical = true;
  double at = 0;
  std::string text{};
  Tint tint = Tint::grey;
  float alpha = 1;
};
struct ChartBand {  ///< a range of x, tinted, its words in the middle at the top
  double from = 0, to = 1;
  std::string text{};
  Tint tint = Tint::blue;
  float alpha = 1;
};

struct Chart {
  std::string title{};  ///< above everything; empty: none
  ChartAxis x{}, y{};
  std::vector<ChartBand> bands{};
  std::vector<ChartColumns> columns{};
  std::vector<ChartRule> rules{};
  std::vector<ChartSeries> series{};
  std::vector<ChartMark> marks{};
};

struct ChartPlace {
  Rect plot;  ///< between the axes
  ChartAxis x, y;
  glm::vec2 at(double vx, double vy) const {
    return {plot.x + static_cast<float>(x.part(vx)) * plot.w,
            plot.bottom() - static_cast<float>(y.part(vy)) * plot.h};
  }
};
ChartPlace draw_chart(Pen& pen, const Chart& chart, const Rect& rect);

/// Horizontal bars, one a row: name, bar, number. Rows as high as fit, at most three lines of text.
struct BarChart {
  struct Row {
    std::string name{};
    double value = 0;
    std::string number{};  ///< at the bar's end; empty: the value as the program writes numbers
    Tint tint = Tint::blue;
    bool hatched = false;  ///< extrapolated, or only expected
    float shown = 1;       ///< of its length
  };
  std::string title{};
  ChartAxis axis{};  ///< its title stands below; without ticks and title no axis is drawn
  std::vector<Row> rows{};
};
/// Returns the height that was used.
float draw_bar_chart(Pen& pen, const BarChart& chart, const Rect& rect);

/// Equal bins over [low, high]; a value outside goes to the nearest one. shares: heights add up to
/// 1, else they count.
ChartColumns histogram(const std::vector<double>& values, double low, double high, int bins,
                       bool shares = false);

/// Round ticks of an axis, at most `most`: 1, 2 or 5 times a power of ten; on a logarithmic axis
/// powers of ten (of two where the range is narrow and starts and ends on them).
std::vector<double> round_ticks(const ChartAxis& axis, int most);
/// "0.01", "4,096", "10⁻⁵": how the ticks of one axis are written, all alike.
std::vector<std::string> tick_names(const ChartAxis& axis, const std::vector<double>& ticks);

}  // namespace qkv
