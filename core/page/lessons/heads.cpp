// Lesson "Many heads": every matrix on the way, words keep their rows, heads their colours.

#include <algorithm>
#include <cmath>

#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr int kHeads = 4;
constexpr Tint kTints[kHeads] = {Tint::blue, Tint::orange, Tint::green, Tint::pink};

std::string head_name(int head) {
  return std::string(text("heads.head_" + std::to_string(head + 1)));
}

MatrixDrawing drawing(const SceneView& v, const std::string& piece, double limit) {
  const Tensor& t = v.piece(piece);
  MatrixDrawing m;
  m.rows = t.rows;
  m.columns = t.columns;
  m.values.assign(t.data.begin(), t.data.end());
  m.limit = limit;
  m.decimals = 1;
  if (limit != 1) write_small(m);  // weights keep their two decimals
  return m;
}

double reach(const Tensor& t) {
  float most = 0.1f;
  for (const float value : t.data) most = std::max(most, std::abs(value));
  return static_cast<double>(most);
}

/// Coloured brackets over the columns of each head; `heads` share the columns evenly.
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

/// X on the left, the matrices in the middle, Q, K and V on the right.
void draw_projection(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(34), line = std::round(1.8f * pen.m.heading);
  const auto [left, rest] = beside(rect, 0.36f, gap);
  const auto [middle, right] = beside(rest, 0.40f, gap);
  MatrixDrawing x = drawing(v, "x", 1.5);
  x.title = text("heads.words_in");
  x.row_names = v.session.document->query_words;
  x.most_cell = 40;
  const float high = line + 5 * pen.em(40);
  const MatrixPlace at_x = draw_matrix(
      pen, x,
      {left.x, left.y + std::max(0.0f, (left.h - high) / 2), left.w, std::min(high, left.h)});
  mark_row(v, at_x);
  const float shown = v.part("project"), each = (rect.h - 2 * pen.em(10)) / 3;
  const char* const names[] = {"q", "k", "v"};
  for (int i = 0; i < 3; ++i) {
    const float y = rect.y + static_cast<float>(i) * (each + pen.em(10));
    MatrixDrawing w = drawing(v, std::string("w_") + names[i], 8);
    w.title = text(std::string("heads.w_") + names[i]);
    w.numbers = false;
    w.most_cell = 16;
    const MatrixPlace at_w = draw_matrix(pen, w, {middle.x, y, middle.w, each});
    mark_heads(pen, at_w, w.columns, std::max(1, w.columns / 2), 1);
    if (shown <= 0) continue;
    MatrixDrawing out = drawing(v, names[i], reach(v.piece(names[i])));
    out.title = text(std::string("heads.") + names[i]);
    out.most_cell = 40;
    out.shown.assign(out.values.size(), shown);
    const MatrixPlace at = draw_matrix(pen, out, {right.x, y, right.w, each});
    mark_heads(pen, at, out.columns, std::max(1, out.columns / 2), shown);
    mark_row(v, at);
    const float from = at_w.whole.x + at_w.whole.w + pen.em(9);
    scene_arrow(pen, {from, at.cells.y + at.cells.h / 2},
                {std::max(from, at.whole.x - pen.em(9)), at.cells.y + at.cells.h / 2},
                pen.colors.dim);
  }
}

/// A column a head: its q and k, the weights they make, z.
void draw_heads(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(20);
  const float wide = (rect.w - (kHeads - 1) * gap) / kHeads;
  const float line = std::round(1.7f * pen.m.heading), small = std::round(1.6f * pen.m.tiny);
  const float shown = v.part("attend");
  const int kv = v.piece("k").columns / 2;
  for (int h = 0; h < kHeads; ++h) {
    const Rect column{rect.x + static_cast<float>(h) * (wide + gap), rect.y, wide, rect.h};
    const Color ink = tint_ink(pen, kTints[h]);
    pen.text({column.x, middle_baseline(Font::semibold, pen.m.heading, column.y, line)},
             fitted(Font::semibold, pen.m.heading, head_name(h), wide), Font::semibold,
             pen.m.heading, ink);
    const float top = column.y + line;
    const float high = std::round((rect.h - line) * 0.36f);
    const Rect vectors{column.x, top, wide, high};
    const char* const names[] = {"q", "k", "v"};
    for (int i = 0; i < 3; ++i) {
      const int from = i == 0 ? h : h * kv / kHeads;
      const Tensor& t = v.piece(names[i]);
      MatrixDrawing m;
      m.rows = t.rows;
      m.columns = 2;
      for (int r = 0; r < t.rows; ++r)
        for (int c = 0; c < 2; ++c)
          m.values.push_back(static_cast<double>(cell(t, r, from * 2 + c)));
      m.limit = reach(t);
      m.numbers = false;
      m.most_cell = 20;
      const float third = wide / 3;
      const Rect at{vectors.x + static_cast<float>(i) * third, vectors.y + small, third - pen.em(8),
                    high - small - pen.em(8)};
      const MatrixPlace place = draw_matrix(pen, m, at);
      const std::string name = names[i] + std::string(i == 0 ? "" : kv == kHeads ? "" : " ·");
      pen.text_middle({place.cells.x + place.cells.w / 2,
                       middle_baseline(Font::semibold, pen.m.tiny, vectors.y, small)},
                      names[i], Font::semibold, pen.m.tiny,
                      pen.ink(i == 0   ? Role::query
                              : i == 1 ? Role::key
                                       : Role::value,
                              pen.colors.ground));
      const int group = i == 0 ? h : from * (kHeads / kv);
      pen.box(place.cells.inset(-pen.px(1)), pen.px(3), {0, 0, 0, 0},
              tint_color(pen, kTints[i == 0 || kv == kHeads ? h : group]), pen.px(1.8f));
    }
    if (shown <= 0) continue;
    MatrixDrawing w = drawing(v, "weights_" + std::to_string(h + 1), 1);
    w.map = MatrixDrawing::Map::share;
    w.colors = v.session.color_map;
    w.shown.assign(w.values.size(), shown);
    w.decimals = 2;
    w.row_names = w.column_names = v.session.document->query_words;
    w.most_cell = 38;
    const MatrixPlace place =
        draw_matrix(pen, w, {column.x, top + high, wide, rect.bottom() - top - high});
    mark_row(v, place);
  }
}

void draw_joined(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(44), wide = (rect.w - 2 * gap) / 3;
  const float line = std::round(1.8f * pen.m.heading);
  const float cells = std::min({wide / 9.5f, pen.em(44), (rect.h - line) / 8.2f});
  const float middle = rect.y + line + std::max(0.0f, (rect.h - line) / 2);
  const auto place_at = [&](MatrixDrawing& m, float x, float w) {
    m.most_cell = cells / pen.em(1);
    const float high = static_cast<float>(m.rows) * std::floor(cells);
    return draw_matrix(pen, m, {x, std::max(rect.y, middle - high / 2 - line), w, high + line});
  };
  MatrixDrawing z = drawing(v, "joined", reach(v.piece("joined")));
  z.title = text("heads.joined");
  z.row_names = v.session.document->query_words;
  const MatrixPlace at_z = place_at(z, rect.x, wide);
  mark_heads(pen, at_z, z.columns, kHeads, 1);
  mark_row(v, at_z);
  const float shown = v.part("out");
  if (shown <= 0) return;
  MatrixDrawing w = drawing(v, "w_o", reach(v.piece("w_o")));
  w.title = text("heads.w_o");
  w.shown.assign(w.values.size(), shown);
  const MatrixPlace at_w = place_at(w, rect.x + wide + gap, wide);
  for (int h = 0; h < kHeads; ++h) {  // rows of W_O are the columns of concat
    const Rect first = at_w.cell(2 * h, 0);
    pen.box(Rect{first.x, first.y, at_w.cells.w, 2 * at_w.cell_h}.inset(pen.px(1)), pen.px(4),
            {0, 0, 0, 0}, with_alpha(tint_color(pen, kTints[h]), shown), pen.px(2.2f));
  }
  MatrixDrawing out = drawing(v, "outcome", reach(v.piece("outcome")));
  out.title = text("heads.outcome");
  out.shown.assign(out.values.size(), shown);
  const MatrixPlace at_out = place_at(out, rect.x + 2 * (wide + gap), wide);
  mark_row(v, at_out);
  const auto sign = [&](const MatrixPlace& a, const MatrixPlace& b, const char* what) {
    const float x = (a.whole.x + a.whole.w + b.whole.x) / 2;
    pen.text_middle({x, middle + cap_height(Font::math, pen.m.math) / 2}, what, Font::math,
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
    MatrixDrawing w = drawing(v, "weights_" + std::to_string(h + 1), 1);
    w.map = MatrixDrawing::Map::share;
    w.colors = v.session.color_map;
    w.decimals = 2;
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
  mean.row_names = mean.column_names = v.session.document->query_words;
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
    bars.rows.push_back({name, *best,
                         format_fixed(*best, 2) + " " + v.session.document->query_words[key], tint,
                         false, v.part("average")});
  };
  for (int h = 0; h < kHeads; ++h) add(head_name(h), "weights_" + std::to_string(h + 1), kTints[h]);
  add(std::string(text("heads.mean_short")), "mean", Tint::grey);
  draw_bar_chart(pen, bars, right);
}

}  // namespace

void layout_heads(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  const Rect area = rect.inset(v.pen.em(8));
  if (v.at() == "average") return draw_average(v, area);
  if (v.at() == "groups") return draw_heads(v, area);
  if (v.reached("concat")) return draw_joined(v, area);
  if (v.reached("split")) return draw_heads(v, area);
  draw_projection(v, area);
}

}  // namespace qkv
