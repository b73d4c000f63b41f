// Lesson "What it costs": how n×n grows in time and memory, and cheaper ways of looking.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/text/format_number.h"
#include "core/text/in_units.h"
#include "core/text/texts.h"
#include "core/text/thousands.h"

namespace qkv {
namespace {

std::string words(const std::string& key) { return std::string(text("cost." + key)); }

std::string time_text(double seconds) {
  return in_units(seconds, {{"µs", 1e-6},
                            {"ms", 1e-3},
                            {"s", 1},
                            {"min", 60},
                            {"h", 3600},
                            {text("cost.days"), 86400},
                            {text("cost.years"), 31557600}});
}
std::string count_of(double n) { return with_thousands(format_fixed(n, 0)); }
std::string count_text(double n) {
  if (n < 1e6) return count_of(n);
  return in_units(
      n, {{text("cost.million"), 1e6}, {text("cost.billion"), 1e9}, {text("cost.trillion"), 1e12}});
}

const std::vector<double> kTicks = {16, 256, 4096, 65536, 1048576};
ChartAxis words_axis() {
  std::vector<std::string> names;
  for (const double tick : kTicks) names.push_back(count_of(tick));
  return {words("n_axis"), 16, 1048576, true, kTicks, names};
}

/// Squares of n×n cells, each side twice the one before.
void draw_squares(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(34), line = std::round(1.5f * pen.m.small);
  const float room = std::min((rect.w - 3 * gap) / 1.875f, rect.h - 3 * line);
  const float bottom = rect.y + rect.h / 2 + room / 2 - line;
  float x = rect.x + (rect.w - 1.875f * room - 3 * gap) / 2;
  for (int i = 0; i < 4; ++i) {
    const double n = 16 << i;
    const float side = std::round(room / static_cast<float>(8 >> i));
    const float shown = i == 0 ? 1.0f : v.part("cells");
    const Rect square = snapped({x, bottom - side, side, side});
    const Color tint = tint_color(pen, Tint::blue);
    pen.box(square, pen.px(3), with_alpha(tint, 0.25f * shown), with_alpha(tint, shown), pen.px(2));
    // The grid of 16×16 words that is one step of the smallest.
    for (int k = 1; k < 1 << i; ++k) {
      const float at = side * static_cast<float>(k) / static_cast<float>(1 << i);
      const Color faint = with_alpha(tint, 0.5f * shown);
      pen.line({square.x + at, square.y}, {square.x + at, square.bottom()}, faint, pen.m.line);
      pen.line({square.x, square.y + at}, {square.right(), square.y + at}, faint, pen.m.line);
    }
    if (shown > 0.5f) {
      const float middle = square.x + square.w / 2;
      pen.text_middle(
          {middle, middle_baseline(Font::semibold, pen.m.small, bottom + pen.em(4), line)},
          filled(words("words"), {{"n", format_number(n, 0)}}), Font::semibold, pen.m.small,
          pen.colors.text);
      pen.text_middle(
          {middle, middle_baseline(Font::text, pen.m.small, bottom + pen.em(4) + line, line)},
          filled(words("cells_n"), {{"cells", count_text(n * n)}}), Font::text, pen.m.small,
          readable(pen.colors.dim, pen.colors.ground, pen.least_contrast()));
    }
    x += side + gap;
  }
}

/// Seconds of the lesson's first n: those of this computer, as many as it has measured, else the
/// recorded.
std::vector<double> seconds_of(const SceneView& v) {
  const std::vector<float>& own = v.session.measured;
  std::vector<double> seconds = v.row("measured_seconds");
  if (own.empty() || own.size() > seconds.size() || !(own.front() > 0)) return seconds;
  // 0 from where on it did not fit.
  return {own.begin(), std::find_if(own.begin(), own.end(), [](float s) { return !(s > 0); })};
}

void draw_measure_button(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const std::size_t all = v.row("measured_n").size(), done = v.session.measured.size();
  const std::string name =
      v.session.measure_wanted
          ? filled(words("measuring"), {{"number", std::to_string(std::min(all, done + 1))},
                                        {"all", std::to_string(all)}})
          : words(done == 0 ? "measure" : "measure_again");
  const float wide = text_width(Font::semibold, pen.m.small, name) + pen.em(24);
  const float high = std::round(2.0f * pen.m.small);
  const Rect place = snapped({rect.right() - wide, rect.y, wide, high});
  const Color ink = button(pen, place, Look::lit);
  pen.label(place, name, Font::semibold, pen.m.small, ink);
  pen.hit(place, name, words("measure_tip"), action::Measure{}, !v.session.measure_wanted);
  pen.text_right({place.x - pen.em(12), middle_baseline(Font::text, pen.m.small, rect.y, high)},
                 fitted(Font::text, pen.m.small, words(done == 0 ? "recorded" : "own"),
                        place.x - pen.em(12) - rect.x),
                 Font::text, pen.m.small,
                 readable(pen.colors.dim, pen.colors.ground, pen.least_contrast()));
}

void draw_time(SceneView& v, const Rect& rect) {
  const float bar = std::round(2.4f * v.pen.m.small);
  const std::vector<double> seconds = seconds_of(v);
  std::vector<double> ns = v.row("measured_n");
  ns.resize(seconds.size());
  Chart chart;
  chart.title = words("time_chart");
  chart.x = words_axis();
  chart.y = {"",
             1e-7,
             1e6,
             true,
             {1e-6, 1e-3, 1, 60, 3600, 86400},
             {"1 µs", "1 ms", "1 s", "1 min", "1 h", words("one_day")}};
  ChartSeries s{words("full"), Tint::blue, ChartSeries::Look::both, {}};
  for (std::size_t i = 0; i < ns.size(); ++i) s.points.push_back({ns[i], seconds[i]});
  s.measured = static_cast<int>(s.points.size());
  // Beyond what was measured every word more costs as the last ones did: n².
  const double last_n = ns.back(), last = seconds.back();
  for (double n = last_n * 2; n <= 1048576; n *= 2)
    s.points.push_back({n, last * (n / last_n) * (n / last_n)});
  s.shown = v.part("time");
  chart.series.push_back(std::move(s));
  const double n = v.number("chosen_n");
  double at = last * (n / last_n) * (n / last_n);
  std::string says = filled(words("about"), {{"time", time_text(at)}});
  for (std::size_t i = 0; i < ns.size(); ++i)
    if (ns[i] == n) says = time_text(at = seconds[i]);
  chart.marks.push_back({{n, at}, says, Tint::orange, true, 1});
  draw_chart(v.pen, chart, {rect.x, rect.y, rect.w - v.pen.em(24), rect.h - bar});
  draw_measure_button(v, {rect.x, rect.bottom() - bar + v.pen.em(4), rect.w, bar});
}

void draw_memory(SceneView& v, const Rect& rect) {
  const std::vector<double> ns = v.row("n"), bytes = v.row("bytes");
  Chart chart;
  chart.title = words("memory_chart");
  chart.x = words_axis();
  chart.y = {"", 500, 1e13, true, {1e3, 1e6, 1e9, 1e12}, {"1 KB", "1 MB", "1 GB", "1 TB"}};
  ChartSeries s{words("table"), Tint::violet, ChartSeries::Look::line, {}};
  for (std::size_t i = 0; i < ns.size(); ++i) s.points.push_back({ns[i], bytes[i]});
  constexpr double kLaptop = 16e9;
  s.measured = static_cast<int>(
      std::count_if(bytes.begin(), bytes.end(), [](double size) { return size <= kLaptop; }));
  s.shown = v.part("memory");
  chart.series.push_back(std::move(s));
  chart.rules.push_back({false, kLaptop, words("laptop"), Tint::grey, 1});
  chart.marks.push_back({{v.number("chosen_n"), v.number("chosen_bytes")},
                         byte_text(v.number("chosen_bytes")),
                         Tint::orange,
                         true,
                         1});
  draw_chart(v.pen, chart, rect);
}

MatrixDrawing shares(const SceneView& v, const std::string& piece, const std::string& title) {
  const Tensor& t = v.piece(piece);
  MatrixDrawing m;
  m.rows = t.rows;
  m.columns = t.columns;
  m.map = MatrixDrawing::Map::share;
  m.colors = v.session.color_map;
  m.title = title;
  m.row_names = v.session.document->query_words;
  m.told_columns = v.session.document->key_words;
  m.numbers = false;
  for (int r = 0; r < t.rows; ++r)
    for (int c = 0; c < t.columns; ++c) {
      const float value = cell(t, r, c);
      m.values.push_back(value > 0 ? static_cast<double>(value)
                                   : std::numeric_limits<double>::quiet_NaN());
      m.hatched.push_back(value <= 0);
    }
  m.outlines.push_back({v.session.row, -1, Tint::orange, 1});
  return m;
}

void draw_way(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const bool linear = v.knobs().is("way", "linear");
  const std::string way = v.knobs().is("way", "window")   ? "window"
                          : v.knobs().is("way", "sparse") ? "sparse"
                                                          : "linear";
  const auto [tables, facts] = below(rect, 0.72f, pen.em(12));
  const auto [left, right] = beside(tables, 0.5f, pen.em(30));
  draw_matrix(pen, shares(v, "weights_full", words("full_title")), left);
  const std::string title =
      filled(words(way + "_title"), {{"window", format_number(v.number("reach"), 0)},
                                     {"block", format_number(v.number("block_size"), 0)}});
  draw_matrix(pen, shares(v, "weights_way", title), right);
  BarChart bars;
  const double most = v.number("cells_full");
  bars.axis = {"", 0, 1, false, {}, {}};
  const double cells = v.number("cells_way");
  bars.rows.push_back({words("computed"), linear ? 0 : cells / most,
                       linear ? words("no_table")
                              : filled(words("of"), {{"part", format_number(cells, 0)},
                                                     {"whole", format_number(most, 0)}}),
                       Tint::blue});
  bars.rows.push_back({words("unseen"), v.number("unseen_way"),
                       format_fixed(100 * v.number("unseen_way"), 0) + " %", Tint::pink});
  bars.rows.push_back(
      {words("differs"), std::min(1.0, v.number("differs_way") / v.number("z_reach")),
       filled(words("differs_of"), {{"by", format_fixed(v.number("differs_way"), 2)},
                                    {"reach", format_fixed(v.number("z_reach"), 2)}}),
       Tint::orange});
  draw_bar_chart(pen, bars, {facts.x, facts.y, std::min(facts.w, pen.em(620)), facts.h});
}

void draw_work(SceneView& v, const Rect& rect) {
  const std::vector<double> ns = v.row("n");
  Chart chart;
  chart.title = words("work_chart");
  chart.x = words_axis();
  chart.y = {"", 1e3, 1e14, true, {1e4, 1e6, 1e8, 1e10, 1e12, 1e14}, {}};
  const auto add = [&](const char* piece, const char* name, Tint tint, bool dashed) {
    ChartSeries s{words(name), tint, ChartSeries::Look::line, {}, -1, dashed};
    const std::vector<double> work = v.row(piece);
    for (std::size_t i = 0; i < ns.size(); ++i) s.points.push_back({ns[i], work[i]});
    s.shown = v.part("rnn");
    chart.series.push_back(std::move(s));
  };
  add("work_full", "full", Tint::blue, false);
  add("work_sparse", "sparse", Tint::pink, true);
  add("work_window", "window", Tint::orange, true);
  add("work_linear", "linear", Tint::green, false);
  chart.rules.push_back({true, 2 * v.number("head_width"), words("crossing"), Tint::grey, 1});
  draw_chart(v.pen, chart, rect);
}

void draw_sentence(SceneView& v, const Rect& rect) {
  MatrixDrawing m = shares(v, "weights_full", words("full_title"));
  draw_matrix(v.pen, m, rect);
}

}  // namespace

void layout_cost(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  const Rect area = rect.inset(v.pen.em(10));
  if (v.reached("rnn")) return draw_work(v, area);
  if (v.reached("window")) return draw_way(v, area);
  if (v.reached("memory")) return draw_memory(v, area);
  if (v.reached("time")) return draw_time(v, area);
  if (v.reached("cells")) return draw_squares(v, area);
  draw_sentence(v, area);
}

}  // namespace qkv
