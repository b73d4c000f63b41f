// Lesson "Many heads", what becomes of the heads: concat, W_O, and the mean that none of them has.

#include <algorithm>
#include <cmath>

#include "core/page/lessons/heads_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::heads {
namespace {

// Words have other colours than heads, as tabs before their rows.
constexpr Tint kWordTints[] = {Tint::violet, Tint::teal, Tint::red, Tint::olive, Tint::grey};

}  // namespace

std::string head_name(int head) {
  return std::string(text("heads.head_" + std::to_string(head + 1)));
}

MatrixDrawing drawing(const SceneView& v, const std::string& piece, double limit, int from,
                      int count) {
  const Tensor& t = v.piece(piece);
  MatrixDrawing m;
  m.rows = t.rows;
  m.columns = count < 0 ? t.columns : count;
  for (int r = 0; r < m.rows; ++r)
    for (int c = 0; c < m.columns; ++c)
      m.values.push_back(static_cast<double>(cell(t, r, from + c)));
  m.limit = limit;
  m.decimals = 1;
  if (limit != 1) write_small(m);  // weights keep their two decimals
  return m;
}

void rows_are_words(const SceneView& v, MatrixDrawing& m, bool named) {
  (named ? m.row_names : m.told_rows) = v.session.document->query_words;
  m.row_tabs = true;
  for (int r = 0; r < m.rows; ++r)
    m.row_tints.push_back(kWordTints[static_cast<std::size_t>(r) % std::size(kWordTints)]);
}

MatrixDrawing weights_of_head(const SceneView& v, int head) {
  MatrixDrawing w = drawing(v, "weights_" + std::to_string(head + 1), 1);
  w.map = MatrixDrawing::Map::share;
  w.colors = v.session.color_map;
  w.decimals = 2;
  w.told = filled(text("heads.told_weights"), {{"head", head_name(head)}});
  return w;
}

double reach(const Tensor& t) {
  float most = 0.1f;
  for (const float value : t.data) most = std::max(most, std::abs(value));
  return static_cast<double>(most);
}

void mark_heads(Pen& pen, const MatrixPlace& place, int columns, int heads, float alpha) {
  if (alpha <= 0) return;
  const int each = columns / heads;
  for (int h = 0; h < heads; ++h) {
    const Rect first = place.cell(0, h * each);
    const float wide = place.cell_w * static_cast<float>(each);
    pen.box(Rect{first.x, place.cells.y, wide, place.cells.h}.inset(pen.px(1)), pen.px(4),
            {0, 0, 0, 0}, with_alpha(tint_color(pen, kTints[h * (kHeads / heads)]), alpha),
            pen.px(2.2f));
  }
}

void mark_row(SceneView& v, const MatrixPlace& place) {
  if (place.cell_h <= 0) return;
  const Rect row = place.cell(v.session.row, 0);
  v.pen.box({row.x - v.pen.px(2), row.y, place.cells.w + v.pen.px(4), row.h}, v.pen.px(3),
            {0, 0, 0, 0}, v.pen.colors.accent, v.pen.px(1.5f));
}

void draw_concat(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(20), wide = (rect.w - (kHeads - 1) * gap) / kHeads;
  const float line = std::round(1.6f * pen.m.small), shown = v.part("concat");
  const auto [top, bottom] = below(rect, 0.45f, pen.em(26));
  const double limit = reach(v.piece("joined"));
  for (int h = 0; h < kHeads; ++h) {
    const Rect column{rect.x + static_cast<float>(h) * (wide + gap), top.y, wide, top.h};
    pen.text_middle(
        {column.x + wide / 2, middle_baseline(Font::semibold, pen.m.small, top.y, line)},
        fitted(Font::semibold, pen.m.small, head_name(h), wide), Font::semibold, pen.m.small,
        tint_ink(pen, kTints[h]));
    MatrixDrawing z = drawing(v, "joined", limit, 2 * h, 2);
    z.told = filled(text("heads.told_vector"), {{"name", "z"}, {"head", head_name(h)}});
    rows_are_words(v, z, h == 0);
    z.most_cell = 40;
    z.square = false;
    const MatrixPlace place =
        draw_matrix(pen, z, {column.x, top.y + line, wide * 0.7f + pen.em(20), top.h - line});
    pen.box(place.cells.inset(-pen.px(1)), pen.px(4), {0, 0, 0, 0}, tint_color(pen, kTints[h]),
            pen.px(2.2f));
    mark_row(v, place);
  }
  if (shown <= 0) return;
  const float middle = rect.x + rect.w / 2;
  scene_arrow(pen, {middle, top.bottom() + pen.em(2)}, {middle, bottom.y - pen.em(2)},
              pen.colors.dim);
  MatrixDrawing z = drawing(v, "joined", limit);
  z.title = text("heads.joined");
  rows_are_words(v, z);
  z.square = false;
  z.most_cell = 40;
  z.shown.assign(z.values.size(), shown);
  const MatrixPlace at =
      draw_matrix(pen, z, {rect.x + rect.w * 0.2f, bottom.y, rect.w * 0.6f, bottom.h});
  mark_heads(pen, at, z.columns, kHeads, shown);
  mark_row(v, at);
}

void draw_joined(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(pen.present ? 26 : 44), tabs = pen.em(12);
  float names = 0;
  for (const std::string& word : v.session.document->query_words)
    names = std::max(names, text_width(Font::text, pen.m.tiny, word));
  const float line = std::round(1.8f * pen.m.heading);
  const int columns =
      v.piece("joined").columns + v.piece("w_o").columns + v.piece("outcome").columns;
  const float room = rect.w - 2 * gap - names - 3 * tabs;
  const float cells = std::floor(
      std::min({room / static_cast<float>(columns), pen.em(44), (rect.h - line) / 8.2f}));
  const auto width_of = [&](const char* piece) {
    return cells * static_cast<float>(v.piece(piece).columns) + tabs;
  };
  const float all = names + 2 * gap + width_of("joined") + width_of("w_o") + width_of("outcome");
  float x = rect.x + std::max(0.0f, (rect.w - all) / 2);
  const float middle = rect.y + line + std::max(0.0f, (rect.h - line) / 2);
  const auto place_at = [&](MatrixDrawing& m, float left, float w) {
    m.most_cell = cells / pen.em(1);
    const float high = static_cast<float>(m.rows) * cells;
    return draw_matrix(pen, m, {left, std::max(rect.y, middle - high / 2 - line), w, high + line});
  };
  MatrixDrawing z = drawing(v, "joined", reach(v.piece("joined")));
  z.title = text("heads.joined");
  rows_are_words(v, z);
  const MatrixPlace at_z = place_at(z, x, names + width_of("joined"));
  x += names + width_of("joined") + gap;
  mark_heads(pen, at_z, z.columns, kHeads, 1);
  mark_row(v, at_z);
  const float shown = v.part("out");
  MatrixDrawing w = drawing(v, "w_o", reach(v.piece("w_o")));
  w.title = text("heads.w_o");
  w.shown.assign(w.values.size(), shown);
  const MatrixPlace at_w = place_at(w, x, width_of("w_o"));
  x += width_of("w_o") + gap;
  for (int h = 0; h < kHeads; ++h) {  // rows of W_O are the columns of concat
    const Rect first = at_w.cell(2 * h, 0);
    pen.box(Rect{first.x, first.y, at_w.cells.w, 2 * at_w.cell_h}.inset(pen.px(1)), pen.px(4),
            {0, 0, 0, 0}, with_alpha(tint_color(pen, kTints[h]), shown), pen.px(2.2f));
  }
  MatrixDrawing out = drawing(v, "outcome", reach(v.piece("outcome")));
  out.title = text("heads.outcome");
  rows_are_words(v, out, false);
  out.shown.assign(out.values.size(), shown);
  const MatrixPlace at_out = place_at(out, x, width_of("outcome"));
  mark_row(v, at_out);
  const auto sign = [&](const MatrixPlace& a, const MatrixPlace& b, const char* what) {
    const float between = (a.whole.x + a.whole.w + b.whole.x) / 2;
    pen.text_middle({between, middle + cap_height(Font::math, pen.m.math) / 2}, what, Font::math,
                    pen.m.math, pen.colors.text);
  };
  sign(at_z, at_w, "\u00b7");
  sign(at_w, at_out, "=");
}

void draw_average(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(18), wide = (rect.w - (kHeads - 1) * gap) / kHeads;
  const auto [top, bottom] = below(rect, 0.45f, pen.em(16));
  for (int h = 0; h < kHeads; ++h) {
    MatrixDrawing w = weights_of_head(v, h);
    rows_are_words(v, w, false);
    w.most_cell = 44;
    const float line = std::round(1.6f * pen.m.small);
    const Rect column{rect.x + static_cast<float>(h) * (wide + gap), top.y, wide, top.h};
    pen.text_middle(
        {column.x + wide / 2, middle_baseline(Font::semibold, pen.m.small, top.y, line)},
        fitted(Font::semibold, pen.m.small, head_name(h), wide), Font::semibold, pen.m.small,
        tint_ink(pen, kTints[h]));
    mark_row(v, draw_matrix(pen, w, {column.x, top.y + line, wide, top.h - line}));
  }
  MatrixDrawing mean = drawing(v, "mean", 1);
  mean.title = text("heads.mean");
  mean.map = MatrixDrawing::Map::share;
  mean.colors = v.session.color_map;
  mean.decimals = 2;
  rows_are_words(v, mean);
  mean.column_names = v.session.document->query_words;
  mean.shown.assign(mean.values.size(), v.part("average"));
  const auto [left, right] = beside(bottom, 0.46f, pen.em(24));
  mark_row(v, draw_matrix(pen, mean, left));
  BarChart bars;
  bars.title =
      filled(text("heads.most"),
             {{"word", v.session.document->query_words[static_cast<std::size_t>(v.session.row)]}});
  bars.axis = {"", 0, 1, false, {}, {}};
  const auto add = [&](const std::string& name, const std::string& piece, Tint tint) {
    const std::vector<double> row = v.row(piece, v.session.row);
    const auto best = std::max_element(row.begin(), row.end());
    const auto key = static_cast<std::size_t>(best - row.begin());
    const bool one = std::count(row.begin(), row.end(), *best) == 1;
    bars.rows.push_back(
        {name, *best,
         format_fixed(*best, 2) + " " +
             (one ? v.session.document->query_words[key] : std::string(text("heads.all_alike"))),
         tint, false, v.part("average")});
  };
  for (int h = 0; h < kHeads; ++h) add(head_name(h), "weights_" + std::to_string(h + 1), kTints[h]);
  add(std::string(text("heads.mean_short")), "mean", Tint::grey);
  draw_bar_chart(pen, bars, right);
}

}  // namespace qkv::heads
