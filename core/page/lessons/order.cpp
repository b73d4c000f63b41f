// Lesson "Word order": the same rows in another order, waves, clock hands, a slope.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

const std::vector<std::string>& words(const SceneView& v) {
  return v.session.document->query_words;
}

std::vector<std::string> shuffled_words(const SceneView& v) {
  std::vector<std::string> result;
  for (const double i : v.row("shuffle")) result.push_back(words(v)[static_cast<std::size_t>(i)]);
  return result;
}

MatrixDrawing shares(const SceneView& v, const std::string& piece,
                     const std::vector<std::string>& names) {
  const Tensor& t = v.piece(piece);
  MatrixDrawing m;
  m.rows = t.rows;
  m.columns = t.columns;
  m.values.assign(t.data.begin(), t.data.end());
  m.map = MatrixDrawing::Map::share;
  m.colors = v.session.color_map;
  m.row_names = m.column_names = names;
  m.decimals = 2;
  return m;
}

void outline_row(SceneView& v, const MatrixPlace& place, int row) {
  const Rect cells = place.cell(row, 0);
  v.pen.box(Rect{cells.x, cells.y, place.cells.w, cells.h}.inset(-v.pen.px(1)), v.pen.px(3),
            {0, 0, 0, 0}, v.pen.colors.accent, v.pen.px(2));
}

/// Weights and z of one order of the words; the chosen word's row framed in both.
void draw_order(SceneView& v, const Rect& rect, bool shuffled, float shown) {
  const std::vector<std::string> names = shuffled ? shuffled_words(v) : words(v);
  const auto [left, right] = beside(rect, 0.68f, v.pen.em(14));
  MatrixDrawing w = shares(v, shuffled ? "weights_shuffled" : "weights", names);
  w.title = text(shuffled ? "order.shuffled" : "order.written");
  w.most_cell = 62;
  w.shown.assign(w.values.size(), shown);
  const MatrixPlace at = draw_matrix(v.pen, w, left);
  const Tensor& t = v.piece(shuffled ? "z_shuffled" : "z");
  MatrixDrawing z;
  z.rows = t.rows;
  z.columns = t.columns;
  z.values.assign(t.data.begin(), t.data.end());
  z.limit = 2;
  z.title = "z";
  z.told = text(shuffled ? "order.z_shuffled" : "order.z_written");
  z.shown.assign(z.values.size(), shown);
  z.decimals = 2;
  z.most_cell = 200;
  z.square = false;
  const float title = std::round(1.8f * v.pen.m.heading);
  const MatrixPlace at_z = draw_matrix(
      v.pen, z, {right.x, at.cells.y - title, right.w, at.cells.h + title + v.pen.px(1)});
  const auto row =
      std::find(names.begin(), names.end(), words(v)[static_cast<std::size_t>(v.session.row)]);
  outline_row(v, at, static_cast<int>(row - names.begin()));
  outline_row(v, at_z, static_cast<int>(row - names.begin()));
}

void draw_shuffle(SceneView& v, const Rect& rect) {
  const float line = std::round(2.2f * v.pen.m.text);
  const Rect tables{rect.x, rect.y + v.pen.em(10), rect.w,
                    std::min(rect.h - line - v.pen.em(20), v.pen.em(420))};
  const auto [left, right] = beside(tables, 0.5f, v.pen.em(36));
  draw_order(v, left, false, 1);
  draw_order(v, right, true, v.part("shuffle"));
  if (!v.reached("shuffle")) return;
  const std::string equal =
      filled(text("order.equal"), {{"difference", format_number(v.number("shuffle_differs"), 3)}});
  v.pen.text_middle(
      {rect.x + rect.w / 2, middle_baseline(Font::semibold, v.pen.m.text, tables.bottom(), line)},
      equal, Font::semibold, v.pen.m.text, v.pen.ink(Role::good, v.pen.colors.ground));
}

void draw_heatmap(SceneView& v, const Rect& rect) {
  const Tensor& p = v.piece("positions");
  MatrixDrawing m;
  m.rows = p.rows;
  m.columns = p.columns;
  m.values.assign(p.data.begin(), p.data.end());
  m.numbers = false;
  m.square = false;
  m.title = text("order.sinusoids");
  for (int r = 0; r < p.rows; ++r)
    m.row_names.push_back(r % 4 == 0 ? std::to_string(r) : std::string());
  const MatrixPlace at = draw_matrix(v.pen, m, rect);
  if (v.reached("alike")) outline_row(v, at, static_cast<int>(v.knobs().value("place")));
}

void draw_waves(SceneView& v, const Rect& rect) {
  const Tensor& p = v.piece("positions");
  Chart chart;
  chart.title = text("order.waves");
  chart.x = {std::string(text("order.place_axis")), 0, 31, false, {}, {}};
  chart.y = {"", -1.15, 1.15, false, {-1, 0, 1}, {}};
  const std::pair<int, Tint> columns[] = {{0, Tint::blue}, {4, Tint::orange}, {8, Tint::green}};
  for (const auto& [column, tint] : columns) {
    ChartSeries s;
    s.name = filled(text("order.column"), {{"number", std::to_string(column + 1)}});
    s.tint = tint;
    s.shown = v.part("waves");
    for (int t = 0; t < p.rows; ++t)
      s.points.push_back({t, static_cast<double>(cell(p, t, column))});
    chart.series.push_back(std::move(s));
  }
  draw_chart(v.pen, chart, rect);
}

void draw_alike(SceneView& v, const Rect& rect) {
  const std::vector<double> alike = v.row("alike");
  const double place = v.knobs().value("place");
  Chart chart;
  chart.title = filled(text("order.alike"), {{"place", format_number(place, 0)}});
  chart.x = {std::string(text("order.place_axis")), 0, 31, false, {}, {}};
  chart.y = {"p\u00b7p", 0, 9, false, {}, {}};
  ChartSeries s;
  s.look = ChartSeries::Look::both;
  s.shown = v.part("alike");
  for (std::size_t t = 0; t < alike.size(); ++t)
    s.points.push_back({static_cast<double>(t), alike[t]});
  chart.series.push_back(std::move(s));
  chart.rules.push_back({true, place, std::string(text("order.itself")), Tint::orange, 1});
  draw_chart(v.pen, chart, rect);
}

/// One pair of coordinates as a clock: q and k before (faint) and after their turn.
void draw_clock(SceneView& v, const std::string& title, int a, int b, const Rect& rect) {
  Pen& pen = v.pen;
  const float head = scene_heading(pen, title, {rect.x, rect.y}, rect.w);
  const float radius = std::max(pen.em(8), std::min(rect.w, rect.h - head) / 2 - pen.em(14));
  const glm::vec2 c{rect.x + rect.w / 2, rect.y + head + (rect.h - head) / 2};
  pen.add(Disc{c, radius, {0, 0, 0, 0}, pen.colors.line, pen.m.line});
  pen.line({c.x - radius, c.y}, {c.x + radius, c.y}, pen.colors.grid, pen.m.line);
  pen.line({c.x, c.y - radius}, {c.x, c.y + radius}, pen.colors.grid, pen.m.line);
  const auto tip = [&](const char* piece) {
    return glm::vec2{static_cast<float>(v.number(piece, 0, a)),
                     -static_cast<float>(v.number(piece, 0, b))} *
           radius / 1.15f;
  };
  for (const bool faint : {true, false}) {
    const float alpha = faint ? 0.35f : 1.0f;
    scene_arrow(pen, c, c + tip(faint ? "rope_q" : "rope_q_turned"),
                with_alpha(role_color(pen.colors, Role::query), alpha));
    scene_arrow(pen, c, c + tip(faint ? "rope_k" : "rope_k_turned"),
                with_alpha(role_color(pen.colors, Role::key), alpha));
  }
  // A name beyond each tip; where both point the same way they stand beside each other.
  const auto beyond = [&](const glm::vec2& to) {
    const float length = std::hypot(to.x, to.y);
    return length > 0 ? to + to / length * pen.em(11) : to;
  };
  const glm::vec2 q = beyond(tip("rope_q_turned"));
  glm::vec2 k = beyond(tip("rope_k_turned"));
  const float apart = 1.3f * pen.m.small, length = std::hypot(q.x, q.y);
  if (std::hypot(k.x - q.x, k.y - q.y) < apart && length > 0) {
    const glm::vec2 across{-q.y / length, q.x / length};
    const float side = (k.x - q.x) * across.x + (k.y - q.y) * across.y;
    k = q + across * (side < 0 ? -apart : apart);
  }
  const auto name = [&](const glm::vec2& at, const char* what, Role role) {
    const float side = 1.1f * pen.m.small;  // circle and axes leave it a gap
    pen.box({c.x + at.x - side / 2, c.y + at.y - side / 2, side, side}, side / 2,
            pen.colors.ground);
    pen.text_middle({c.x + at.x, c.y + at.y + cap_height(Font::semibold, pen.m.small) / 2}, what,
                    Font::semibold, pen.m.small, pen.ink(role, pen.colors.ground));
  };
  name(q, "q", Role::query);
  name(k, "k", Role::key);
}

/// A clock for each pair of numbers.
void draw_clocks(SceneView& v, const Rect& rect) {
  const bool neighbours = v.knobs().is("pairs", "neighbours");
  const auto [first, second] = beside(rect, 0.5f, v.pen.em(14));
  const auto name = [&](int a, int b) {
    return filled(text("order.numbers"),
                  {{"a", std::to_string(a + 1)}, {"b", std::to_string(b + 1)}});
  };
  const int b0 = neighbours ? 1 : 2, a1 = neighbours ? 2 : 1;
  draw_clock(v, name(0, b0), 0, b0, first);
  draw_clock(v, name(a1, 3), a1, 3, second);
}

/// The score, and that of the same distance a hundred places on: two lines that end at `bottom`.
void draw_scores(SceneView& v, const Rect& rect, float bottom) {
  const float line = std::round(1.7f * v.pen.m.small);
  for (int i = 0; i < 2; ++i) {
    const int on = 100 * i;
    const auto place = [&](const char* piece) { return format_number(v.number(piece) + on, 0); };
    const std::string says =
        filled(text("order.rope_at"),
               {{"q", place("rope_place")},
                {"k", place("rope_key_place")},
                {"score", format_fixed(v.number(i == 0 ? "rope_score" : "rope_elsewhere"), 3)}});
    v.pen.text_middle(
        {rect.x + rect.w / 2, middle_baseline(Font::mono, v.pen.m.small,
                                              bottom - static_cast<float>(2 - i) * line, line)},
        fitted(Font::mono, v.pen.m.small, says, rect.w), Font::mono, v.pen.m.small,
        v.pen.colors.text);
  }
}

void draw_rope(SceneView& v, const Rect& rect) {
  const float lines = 2 * std::round(1.7f * v.pen.m.small);
  // Beside the two ways to pair a hall has room for the clocks alone.
  if (v.pen.present && v.reached("pairs")) {
    const auto [clocks, scores] = beside(rect, 0.62f, v.pen.em(14));
    draw_clocks(v, clocks);
    return draw_scores(v, scores, scores.y + (scores.h + lines) / 2);
  }
  const auto [left, right] = beside(rect, 0.5f, v.pen.em(30));
  draw_clocks(v, {left.x, left.y, left.w, left.h - lines});
  draw_scores(v, left, left.bottom());
  const std::vector<double> curve = v.row("rope_curve");
  Chart chart;
  chart.title = text("order.rope_chart");
  chart.x = {std::string(text("order.distance_axis")), 0, 24, false, {}, {}};
  chart.y = {"q\u00b7k", -2, 2, false, {}, {}};
  ChartSeries s;
  s.tint = Tint::blue;
  s.shown = v.part("rope");
  for (std::size_t i = 0; i < curve.size(); ++i)
    s.points.push_back({static_cast<double>(i), curve[i]});
  chart.series.push_back(std::move(s));
  chart.marks.push_back({{v.knobs().value("apart"), v.number("rope_score")},
                         format_fixed(v.number("rope_score"), 3),
                         Tint::orange,
                         true,
                         1});
  draw_chart(v.pen, chart, right);
}

/// The numbers of q and k, those that turn together in one colour and joined by an arc.
void draw_pairing(SceneView& v, const std::string& title, bool neighbours, bool lit,
                  const Rect& rect) {
  Pen& pen = v.pen;
  const float head = scene_heading(pen, title, {rect.x, rect.y}, rect.w);
  constexpr int kNumbers = 4;
  constexpr Tint kTints[] = {Tint::blue, Tint::orange};
  const float size = std::min(rect.w / kNumbers, pen.em(84));
  const float high = std::min(size * 0.7f, (rect.h - head) * 0.45f);
  const float arcs = std::min(rect.h - head - high - pen.em(4), pen.em(52));
  const float y = rect.y + head + arcs + pen.em(3);
  for (int i = 0; i < kNumbers; ++i) {
    const int pair = neighbours ? i / 2 : i % 2;
    const Rect box = snapped({rect.x + static_cast<float>(i) * size, y, size - pen.em(6), high});
    const Color tint = tint_color(pen, kTints[pair]);
    pen.box(box, pen.px(5), with_alpha(tint, lit ? 0.22f : 0.08f), tint, pen.px(lit ? 2.0f : 1.0f));
    pen.label(box, std::to_string(i + 1), Font::semibold, pen.m.small, pen.colors.text);
    const int other = neighbours ? i + 1 : i + 2;
    if (neighbours ? i % 2 != 0 : i >= 2) continue;
    const float from = box.x + box.w / 2, to = from + static_cast<float>(other - i) * size;
    const float rise = arcs * (neighbours ? 0.6f : 0.6f + 0.35f * static_cast<float>(i));
    Polyline arc;
    for (int k = 0; k <= 24; ++k) {
      const float part = static_cast<float>(k) / 24;
      arc.points.push_back({from + (to - from) * part,
                            y - pen.em(3) - rise * std::sin(part * std::numbers::pi_v<float>)});
    }
    arc.color = tint;
    arc.width = pen.px(2);
    pen.add(arc);
  }
}

void draw_pairs(SceneView& v, const Rect& rect) {
  const bool neighbours = v.knobs().is("pairs", "neighbours");
  const auto [area, clocks] =
      below(rect, std::min(v.pen.present ? 0.34f : 0.42f, v.pen.em(150) / std::max(1.0f, rect.h)),
            v.pen.em(14));
  const auto [left, right] = beside(area, 0.5f, v.pen.em(30));
  draw_pairing(v, std::string(text("order.neighbours")), true, neighbours, left);
  draw_pairing(v, std::string(text("order.halves")), false, !neighbours, right);
  draw_rope(v, clocks);
}

/// What each head takes off a score, by distance: eight slopes, the chosen one bold.
void draw_slopes(SceneView& v, const Rect& rect) {
  const std::vector<double> slopes = v.row("alibi_slopes");
  const auto chosen = static_cast<std::size_t>(v.knobs().value("head")) - 1;
  Chart chart;
  chart.title = text("order.slopes_chart");
  chart.x = {std::string(text("order.distance_axis")), 0, 24, false, {}, {}};
  chart.y = {"", -12, 0, false, {-12, -6, 0}, {}};
  const auto add = [&](std::size_t i, bool lit) {
    ChartSeries s{lit ? filled(text("order.slope_name"), {{"head", std::to_string(i + 1)}}) : "",
                  lit ? Tint::orange : Tint::grey,
                  ChartSeries::Look::line,
                  {{0, 0}, {24, -24 * slopes[i]}}};
    s.width = lit ? 3.0f : 1.2f;
    s.shown = v.part("alibi");
    chart.series.push_back(std::move(s));
  };
  for (std::size_t i = 0; i < slopes.size(); ++i)
    if (i != chosen) add(i, false);
  add(chosen, true);
  draw_chart(v.pen, chart, rect);
}

void draw_alibi(SceneView& v, const Rect& whole) {
  const auto [upper, lower] = below(whole, 0.66f, v.pen.em(14));
  // In a hall the tables need all the room.
  const Rect rect = v.pen.present ? whole : upper;
  if (!v.pen.present) draw_slopes(v, lower);
  const float gap = v.pen.em(26), wide = (rect.w - 2 * gap) / 3;
  const auto at = [&](int i) {
    return Rect{rect.x + static_cast<float>(i) * (wide + gap), rect.y + v.pen.em(8), wide,
                rect.h - v.pen.em(8)};
  };
  const auto hide = [&](MatrixDrawing& m) {
    for (int r = 0; r < m.rows; ++r)
      for (int c = 0; c < m.columns; ++c) m.hatched.push_back(c > r);
    for (int r = 0; r < m.rows; ++r)
      for (int c = r + 1; c < m.columns; ++c)
        m.values[static_cast<std::size_t>(r * m.columns + c)] =
            std::numeric_limits<double>::quiet_NaN();
  };
  MatrixDrawing before = shares(v, "alibi_before", words(v));
  before.title = text("order.alibi_before");
  hide(before);
  outline_row(v, draw_matrix(v.pen, before, at(0)), v.session.row);
  const Tensor& b = v.piece("alibi_bias");
  MatrixDrawing bias;
  bias.rows = b.rows;
  bias.columns = b.columns;
  bias.values.assign(b.data.begin(), b.data.end());
  bias.limit = 2;
  bias.decimals = 4;  // the gentlest head takes 0.0039 a word, which is not nothing
  bias.title =
      filled(text("order.alibi_bias"), {{"slope", format_number(v.number("alibi_slope"), 4)}});
  bias.row_names = bias.column_names = words(v);
  bias.shown.assign(bias.values.size(), v.part("alibi"));
  hide(bias);
  outline_row(v, draw_matrix(v.pen, bias, at(1)), v.session.row);
  MatrixDrawing after = shares(v, "alibi_after", words(v));
  after.title = text("order.alibi_after");
  after.shown.assign(after.values.size(), v.part("alibi"));
  hide(after);
  outline_row(v, draw_matrix(v.pen, after, at(2)), v.session.row);
}

}  // namespace

void layout_order(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  const Rect area = rect.inset(v.pen.em(8));
  if (v.reached("alibi")) return draw_alibi(v, area);
  if (v.reached("pairs")) return draw_pairs(v, area);
  if (v.reached("rope")) return draw_rope(v, area);
  if (!v.reached("waves")) return draw_shuffle(v, area);
  const auto [left, right] = beside(area, 0.42f, v.pen.em(30));
  draw_heatmap(v, left);
  if (v.reached("alike"))
    draw_alike(v, right);
  else
    draw_waves(v, right);
}

}  // namespace qkv
