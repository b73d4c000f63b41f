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
// Words have other colours than heads, as tabs before their rows.
constexpr Tint kWordTints[] = {Tint::violet, Tint::teal, Tint::red, Tint::olive, Tint::grey};

std::string head_name(int head) {
  return std::string(text("heads.head_" + std::to_string(head + 1)));
}

/// Columns [from, from + count) of a piece.
MatrixDrawing drawing(const SceneView& v, const std::string& piece, double limit, int from = 0,
                      int count = -1) {
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

/// Its rows are the words: each with its tab, and its name where there is room.
void rows_are_words(const SceneView& v, MatrixDrawing& m, bool named = true) {
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

MatrixDrawing words_in(const SceneView& v) {
  MatrixDrawing x = drawing(v, "x", 1.5);
  x.title = text("heads.words_in");
  rows_are_words(v, x);
  if (x.columns == 2 * kHeads)
    for (int c = 1; c <= x.columns; ++c)
      x.column_names.emplace_back(text("heads.number_" + std::to_string(c)));
  return x;
}

/// The words and their numbers; the heads and what each of them asks.
void draw_start(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const auto [left, right] = beside(rect, 0.62f, pen.em(40));
  MatrixDrawing x = words_in(v);
  x.most_cell = 52;
  mark_row(v, draw_matrix(pen, x, {left.x, left.y + pen.em(16), left.w, left.h - pen.em(16)}));
  float y = right.y + pen.em(16);
  y += scene_heading(pen, std::string(text("heads.four")), {right.x, y}, right.w) + pen.em(6);
  const float gap = pen.em(12), high = std::min(pen.em(54), (right.bottom() - y) / kHeads - gap);
  const int each = v.piece("x").columns / kHeads;
  for (int h = 0; h < kHeads; ++h, y += high + gap) {
    const Rect card = snapped({right.x, y, right.w, high});
    const Color tint = tint_color(pen, kTints[h]);
    const Color fill = over(with_alpha(tint, 0.10f), pen.colors.ground);
    pen.box(card, pen.m.radius, fill, tint, pen.px(2));
    const auto line = [&](float top, const std::string& words, Font font, Color color) {
      pen.text({card.x + pen.em(12), middle_baseline(font, pen.m.small, top, high / 2)},
               fitted(font, pen.m.small, words, card.w - pen.em(24)), font, pen.m.small,
               readable(color, fill, pen.least_contrast()));
    };
    line(card.y + high * 0.05f, head_name(h), Font::semibold, pen.colors.text);
    line(card.y + high * 0.45f,
         filled(text("heads.takes"),
                {{"from", std::to_string(h * each + 1)}, {"to", std::to_string((h + 1) * each)}}),
         Font::text, pen.colors.dim);
  }
}

/// X on the left, the matrices in the middle, Q, K and V on the right.
void draw_projection(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(34), line = std::round(1.8f * pen.m.heading);
  const auto [left, rest] = beside(rect, 0.38f, gap);
  const auto [middle, right] = beside(rest, 0.28f, gap);
  MatrixDrawing x = words_in(v);
  x.most_cell = 40;
  const float high = line + 5 * pen.em(40) + pen.em(60);
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
    rows_are_words(v, out, false);
    out.square = false;
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

/// q, k and v of one head: below each other with their numbers, or beside each other in colours.
void draw_vectors(SceneView& v, int head, bool numbers, const Rect& rect) {
  Pen& pen = v.pen;
  const int kv = v.piece("k").columns / 2;
  const float small = std::round(1.6f * pen.m.tiny);
  const float wide = numbers ? rect.w - pen.em(12) : rect.w / 3;
  const float high = numbers ? rect.h / 3 : rect.h;
  const char* const names[] = {"q", "k", "v"};
  constexpr Role kRoles[] = {Role::query, Role::key, Role::value};
  for (int i = 0; i < 3; ++i) {
    const int from = i == 0 ? head : head * kv / kHeads;
    MatrixDrawing m = drawing(v, names[i], reach(v.piece(names[i])), 2 * from, 2);
    rows_are_words(v, m, false);
    m.told = filled(text("heads.told_vector"), {{"name", names[i]}, {"head", head_name(head)}});
    m.numbers = numbers;
    m.most_cell = numbers ? 30 : 20;
    m.square = !numbers;
    const float x = rect.x + (numbers ? 0 : static_cast<float>(i) * wide);
    const float y = rect.y + (numbers ? static_cast<float>(i) * high : 0);
    const MatrixPlace place = draw_matrix(
        pen, m, {x, y + small, wide - pen.em(4), high - small - pen.em(numbers ? 4 : 8)});
    pen.text_middle(
        {place.cells.x + place.cells.w / 2, middle_baseline(Font::semibold, pen.m.tiny, y, small)},
        names[i], Font::semibold, pen.m.tiny, pen.ink(kRoles[i], pen.colors.ground));
    const int group = i == 0 ? head : from * (kHeads / kv);
    pen.box(place.cells.inset(-pen.px(1)), pen.px(3), {0, 0, 0, 0},
            tint_color(pen, kTints[i == 0 || kv == kHeads ? head : group]), pen.px(1.8f));
    mark_row(v, place);
  }
}

/// A column a head: its q and k, the weights they make.
void draw_heads(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(20);
  const float wide = (rect.w - (kHeads - 1) * gap) / kHeads;
  const float line = std::round(1.7f * pen.m.heading);
  const float shown = v.part("attend");
  for (int h = 0; h < kHeads; ++h) {
    const Rect column{rect.x + static_cast<float>(h) * (wide + gap), rect.y, wide, rect.h};
    pen.text({column.x, middle_baseline(Font::semibold, pen.m.heading, column.y, line)},
             fitted(Font::semibold, pen.m.heading, head_name(h), wide), Font::semibold,
             pen.m.heading, tint_ink(pen, kTints[h]));
    const float top = column.y + line;
    const float high = std::round((rect.h - line) * (shown > 0 ? 0.36f : 1.0f));
    draw_vectors(v, h, shown <= 0, {column.x, top, wide, high});
    if (shown <= 0) continue;
    MatrixDrawing w = weights_of_head(v, h);
    w.shown.assign(w.values.size(), shown);
    rows_are_words(v, w);
    w.column_names = v.session.document->query_words;
    w.most_cell = 38;
    mark_row(v, draw_matrix(pen, w, {column.x, top + high, wide, rect.bottom() - top - high}));
  }
}

/// z of every head above, all side by side below.
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
  const float gap = pen.em(44), wide = (rect.w - 2 * gap) / 3;
  const float line = std::round(1.8f * pen.m.heading);
  const float cells = std::min({wide / 9.8f, pen.em(44), (rect.h - line) / 8.2f});
  const float middle = rect.y + line + std::max(0.0f, (rect.h - line) / 2);
  const auto place_at = [&](MatrixDrawing& m, float x, float w) {
    m.most_cell = cells / pen.em(1);
    const float high = static_cast<float>(m.rows) * std::floor(cells);
    return draw_matrix(pen, m, {x, std::max(rect.y, middle - high / 2 - line), w, high + line});
  };
  MatrixDrawing z = drawing(v, "joined", reach(v.piece("joined")));
  z.title = text("heads.joined");
  rows_are_words(v, z);
  const MatrixPlace at_z = place_at(z, rect.x, wide);
  mark_heads(pen, at_z, z.columns, kHeads, 1);
  mark_row(v, at_z);
  const float shown = v.part("out");
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
  rows_are_words(v, out, false);
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

}  // namespace

void layout_heads(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  const Rect area = rect.inset(v.pen.em(8));
  if (v.at() == "average") return draw_average(v, area);
  if (v.at() == "groups") return draw_heads(v, area);
  if (v.reached("out")) return draw_joined(v, area);
  if (v.reached("concat")) return draw_concat(v, area);
  if (v.reached("split")) return draw_heads(v, area);
  if (v.reached("project")) return draw_projection(v, area);
  draw_start(v, area);
}

}  // namespace qkv
