// Lesson "Why √d": how far q·k spreads, what that does to softmax and its slope, and the pair whose
// difference is divided away.

#include <algorithm>
#include <cmath>

#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/thousands.h"

namespace qkv {
namespace {

std::string said(const char* key, const SceneView& v) {
  return filled(text(key), {{"d", format_number(v.number("d"), 0)},
                            {"pairs", with_thousands(std::to_string(v.piece("scores").columns))},
                            {"spread", format_number(v.number("spread"), 2)},
                            {"root", format_number(v.number("root"), 2)}});
}

/// Shape only: every histogram is as high as its highest column, the width is what is looked at.
void draw_histogram(SceneView& v, const Rect& rect) {
  constexpr double kReach = 100;  // three times √1024, a little over
  const double spread = v.number("spread");
  // Four columns a spread: narrow or wide, the same hill is seen.
  const int half = std::clamp(static_cast<int>(std::lround(4 * kReach / spread)), 8, 200);
  Chart chart;
  chart.title = said("scale.histogram", v);
  chart.x = {std::string(text("scale.score_axis")), -kReach, kReach, false, {}, {}};
  chart.y = {"", 0, 1.12, false, {0}, {" "}};
  ChartColumns columns = histogram(v.row("scores"), -kReach, kReach, 2 * half);
  double most = 0;
  for (const double h : columns.heights) most = std::max(most, h);
  for (double& h : columns.heights) h /= most;
  columns.tint = v.knobs().is("scale", "on") ? Tint::green : Tint::blue;
  chart.columns.push_back(std::move(columns));
  chart.bands.push_back({-spread, spread, "", Tint::orange, 1});
  draw_chart(v.pen, chart, rect);
}

void draw_spreads(SceneView& v, const Rect& rect) {
  const std::vector<double> widths = v.row("widths"), spreads = v.row("spreads");
  Chart chart;
  chart.title = text("scale.spread_chart");
  chart.x = {"d", 1, 1024, true, {1, 4, 16, 64, 256, 1024}, {}};
  chart.y = {"", 0.5, 64, true, {}, {}};
  ChartSeries root{"√d", Tint::grey, ChartSeries::Look::line, {}, -1, true, 2, 1, 1};
  ChartSeries seen{std::string(text("scale.measured")), Tint::blue, ChartSeries::Look::points, {}};
  for (std::size_t i = 0; i < widths.size(); ++i) {
    root.points.push_back({widths[i], std::sqrt(widths[i])});
    seen.points.push_back({widths[i], spreads[i]});
  }
  root.shown = seen.shown = v.part("wide");
  chart.series = {root, seen};
  chart.marks.push_back({{v.number("d"), v.number("spread")},
                         format_number(v.number("spread"), 2),
                         Tint::orange,
                         true,
                         1});
  draw_chart(v.pen, chart, rect);
}

void draw_gradients(SceneView& v, const Rect& rect) {
  const std::vector<double> widths = v.row("widths");
  Chart chart;
  chart.title = text("scale.gradient_chart");
  chart.x = {"d", 1, 1024, true, {1, 4, 16, 64, 256, 1024}, {}};
  chart.y = {"", 0, 0.4, false, {}, {}};
  const auto add = [&](const char* piece, const char* name, Tint tint, bool dashed, float shown) {
    ChartSeries s{std::string(text(name)), tint, ChartSeries::Look::line, {}, -1, dashed};
    const std::vector<double> values = v.row(piece);
    for (std::size_t i = 0; i < widths.size(); ++i) s.points.push_back({widths[i], values[i]});
    s.shown = shown;
    chart.series.push_back(std::move(s));
  };
  add("gradients_plain", "scale.unscaled", Tint::blue, false, v.part("gradient"));
  if (v.reached("divide"))
    add("gradients_scaled", "scale.scaled", Tint::green, true, v.part("divide"));
  chart.marks.push_back({{v.number("d"), v.number("gradient")},
                         format_fixed(v.number("gradient"), 3),
                         Tint::orange,
                         true,
                         1});
  draw_chart(v.pen, chart, rect);
}

void draw_weights(SceneView& v, const Rect& rect) {
  BarChart bars;
  const int query = v.session.row;
  bars.title =
      filled(text("scale.weights"),
             {{"query", v.session.document->query_words[static_cast<std::size_t>(query)]}});
  bars.axis = {"", 0, 1, false, {}, {}};
  const std::vector<double> weights = v.row("query_weights", query);
  const std::vector<double> scores = v.row("query_scores", query);
  for (std::size_t i = 0; i < weights.size(); ++i)
    bars.rows.push_back(
        {filled(text("scale.key"),
                {{"number", std::to_string(i + 1)}, {"score", format_fixed(scores[i], 1)}}),
         weights[i], format_fixed(weights[i], 2),
         v.knobs().is("scale", "on") ? Tint::green : Tint::blue, false, v.part("softmax")});
  draw_bar_chart(v.pen, bars, rect);
}

/// One measure from 0 to its most, with its name above.
float draw_gauge(SceneView& v, const std::string& name, const std::string& value, double part,
                 Tint tint, const Rect& at, float shown) {
  Pen& pen = v.pen;
  const float line = std::round(1.5f * pen.m.small), bar = pen.em(9);
  pen.text({at.x, middle_baseline(Font::text, pen.m.small, at.y, line)}, name, Font::text,
           pen.m.small, pen.colors.text);
  pen.text_right({at.right(), middle_baseline(Font::mono, pen.m.small, at.y, line)}, value,
                 Font::mono, pen.m.small, pen.colors.text);
  const Rect track = snapped({at.x, at.y + line + pen.em(2), at.w, bar});
  pen.box(track, bar / 2, pen.colors.raised, pen.colors.line, pen.m.line);
  const float filled_to = std::clamp(static_cast<float>(part), 0.0f, 1.0f) * shown * track.w;
  if (filled_to > bar)
    pen.box({track.x, track.y, filled_to, bar}, bar / 2, tint_color(pen, tint));
  else if (filled_to > 0)
    pen.add(Disc{{track.x + bar / 2, track.y + bar / 2}, bar / 2, tint_color(pen, tint)});
  return line + bar + pen.em(11);
}

void draw_gauges(SceneView& v, Rect at) {
  const float shown = v.part("softmax");
  const double most = v.number("most_entropy");
  at.y += draw_gauge(v, std::string(text("scale.largest")), format_fixed(v.number("largest"), 2),
                     v.number("largest"), Tint::orange, at, shown);
  at.y += draw_gauge(v, std::string(text("scale.entropy")),
                     filled(text("scale.of"), {{"value", format_fixed(v.number("entropy"), 2)},
                                               {"most", format_fixed(most, 2)}}),
                     v.number("entropy") / most, Tint::violet, at, shown);
  if (v.reached("gradient"))
    draw_gauge(v, std::string(text("scale.gradient")), format_fixed(v.number("gradient"), 3),
               v.number("gradient") / 0.4, Tint::pink, at, v.part("gradient"));
}

void draw_pair_row(SceneView& v, const std::string& title, const char* scores, const char* weights,
                   Tint tint, float shown, const Rect& rect) {
  Pen& pen = v.pen;
  const float head = scene_heading(pen, title, {rect.x, rect.y}, rect.w);
  const Rect body{rect.x, rect.y + head, rect.w, rect.h - head};
  const auto [left, right] = beside(body, 0.5f, pen.em(70));
  BarChart s, w;
  s.axis = {"", 0, 125, false, {}, {}};
  w.axis = {"", 0, 1.0, false, {}, {}};
  for (int i = 0; i < 2; ++i) {
    const std::string name = i == 0 ? "k\u2081" : "k\u2082";
    s.rows.push_back({name, v.number(scores, 0, i), format_number(v.number(scores, 0, i), 2), tint,
                      false, shown});
    w.rows.push_back({name, v.number(weights, 0, i), format_fixed(v.number(weights, 0, i), 2), tint,
                      false, shown});
  }
  const float used = draw_bar_chart(pen, s, left);
  draw_bar_chart(pen, w, right);
  const float y = body.y + used / 2, x = left.right() + pen.em(12);
  scene_arrow(pen, {x, y}, {right.x - pen.em(12), y}, pen.colors.dim);
  pen.text_middle({left.right() + pen.em(35), y - pen.em(8)}, "softmax", Font::text, pen.m.tiny,
                  readable(pen.colors.dim, pen.colors.ground, pen.least_contrast()));
}

void draw_pair(SceneView& v, const Rect& rect) {
  const Rect area = rect.inset(v.pen.em(14));
  const float high = std::min(area.h, v.pen.em(430));
  const auto [top, bottom] =
      below({area.x, area.y + (area.h - high) / 2, area.w, high}, 0.5f, v.pen.em(20));
  draw_pair_row(v, std::string(text("scale.pair_plain")), "pair_scores", "pair_unscaled",
                Tint::blue, 1, top);
  draw_pair_row(
      v,
      filled(text("scale.pair_scaled"), {{"divisor", format_number(v.number("pair_divisor"), 2)}}),
      "pair_scaled", "pair_weights", Tint::green, v.part("pair"), bottom);
}

}  // namespace

void layout_scale(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  if (v.reached("pair")) return draw_pair(v, rect);
  const Rect area = rect.inset(v.pen.em(10));
  const bool alone = !v.reached("softmax");
  const auto [part, right] = beside(area, 0.6f, v.pen.em(34));
  const Rect left = alone ? area : part;
  const auto [top, bottom] = below(left, 0.52f, v.pen.em(12));
  draw_histogram(v, top);
  if (v.reached("gradient"))
    draw_gradients(v, bottom);
  else
    draw_spreads(v, bottom);
  if (alone) return;
  const auto [bars, gauges] = below(right, 0.6f, v.pen.em(14));
  draw_weights(v, bars);
  draw_gauges(v, gauges);
}

}  // namespace qkv
