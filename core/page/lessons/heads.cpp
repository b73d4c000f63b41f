// Lesson "Many heads": every matrix on the way, words keep their rows, heads their colours.

#include <algorithm>
#include <cmath>

#include "core/page/lessons/heads_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using namespace heads;

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
