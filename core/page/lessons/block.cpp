// Lesson "The block": a plan of it on the left, its numbers on the right.

#include <algorithm>
#include <cmath>

#include "core/page/lessons/scene_parts.h"
#include "core/page/lessons/scenes.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/transformer/layers.h"

namespace qkv {
namespace {

MatrixDrawing numbers(const SceneView& v, const std::string& piece, const std::string& title) {
  const Tensor& t = v.piece(piece);
  MatrixDrawing m;
  m.rows = t.rows;
  m.columns = t.columns;
  m.values.assign(t.data.begin(), t.data.end());
  m.limit = 3;
  m.title = title;
  return m;
}

std::string words(const char* key) { return std::string(text(std::string("block.") + key)); }

void outline_word(SceneView& v, const MatrixPlace& place) {
  if (place.cell_h <= 0) return;
  const Rect row = place.cell(v.session.row, 0);
  v.pen.box(Rect{row.x, row.y, place.cells.w, row.h}.inset(-v.pen.px(1)), v.pen.px(3), {0, 0, 0, 0},
            v.pen.colors.accent, v.pen.px(2));
}

// ---- The plan.

enum class Piece { attention, norm, feed, plus };
struct PlanBox {
  Piece what;
  float y = 0;  // of its middle, 0 bottom .. 1 top
};

/// From the words at the bottom up to the new words at the top, as papers draw it.
std::vector<PlanBox> plan(bool pre) {
  using P = Piece;
  const std::vector<P> order =
      pre ? std::vector<P>{P::norm, P::attention, P::plus, P::norm, P::feed, P::plus}
          : std::vector<P>{P::attention, P::plus, P::norm, P::feed, P::plus, P::norm};
  std::vector<PlanBox> boxes;
  for (std::size_t i = 0; i < order.size(); ++i)
    boxes.push_back({order[i], (static_cast<float>(i) + 1.0f) / 7.0f});
  return boxes;
}

/// What the part that is on speaks of; everything at the whole.
bool lit(const SceneView& v, Piece what) {
  const std::string_view at = v.at();
  if (at == "start" || at == "whole" || at == "stack") return true;
  if (at == "residual") return what == Piece::plus || what == Piece::attention;
  if (at == "norm") return what == Piece::norm;
  return what == Piece::feed;
}

void draw_plan(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const bool pre = v.knobs().is("norm", "pre");
  const float line = std::round(1.5f * pen.m.small);
  const Rect body{rect.x, rect.y + line, rect.w, rect.h - 2 * line};
  const float x = rect.x + rect.w * 0.42f, side = rect.x + rect.w * 0.9f;
  const float high = std::min(body.h / 8.5f, pen.em(40)), wide = rect.w * 0.66f;
  const auto at = [&](float part) { return body.bottom() - part * body.h; };
  pen.text_middle({x, middle_baseline(Font::semibold, pen.m.small, body.bottom(), line)},
                  words("words_in"), Font::semibold, pen.m.small, pen.colors.text);
  pen.text_middle({x, middle_baseline(Font::semibold, pen.m.small, rect.y, line)},
                  words("words_out"), Font::semibold, pen.m.small, pen.colors.text);
  const Color quiet = mix(pen.colors.line, pen.colors.dim, 0.55f);
  const std::vector<PlanBox> boxes = plan(pre);
  float below = at(0);
  float fork = at(0.06f);  // where the bypass leaves the stream
  for (const PlanBox& box : boxes) {
    const float y = at(box.y);
    const bool on = lit(v, box.what);
    const bool plus = box.what == Piece::plus;
    const float half = plus ? high * 0.36f : high * 0.42f;
    scene_arrow(pen, {x, below}, {x, y + half}, quiet);
    if (plus) {
      const Color color = lit(v, Piece::plus) ? tint_color(pen, Tint::green) : quiet;
      pen.line({x, fork}, {side, fork}, color, pen.px(1.8f));
      pen.line({side, fork}, {side, y}, color, pen.px(1.8f));
      scene_arrow(pen, {side, y}, {x + half, y}, color);
      pen.add(Disc{{x, y}, half, pen.colors.panel, color, pen.px(1.8f)});
      pen.line({x - half * 0.5f, y}, {x + half * 0.5f, y}, color, pen.px(1.8f));
      pen.line({x, y - half * 0.5f}, {x, y + half * 0.5f}, color, pen.px(1.8f));
      below = y - half;
      fork = y - half - std::min(pen.em(7), (body.h / 7 - high) * 0.35f);
      continue;
    }
    const Tint tint = box.what == Piece::attention ? Tint::blue
                      : box.what == Piece::norm    ? Tint::violet
                                                   : Tint::orange;
    const Rect frame = snapped({x - wide / 2, y - half, wide, 2 * half});
    const Color color = tint_color(pen, tint);
    const Color fill = over(with_alpha(color, on ? 0.20f : 0.0f), pen.colors.ground);
    pen.box(frame, pen.m.radius, fill, on ? color : quiet, pen.px(on ? 2.0f : 1.0f));
    const char* const name = box.what == Piece::attention ? "attention"
                             : box.what == Piece::norm    ? "norm_name"
                                                          : "feed_name";
    pen.label(frame, fitted(Font::semibold, pen.m.small, words(name), wide - pen.em(10)),
              on ? Font::semibold : Font::text, pen.m.small,
              readable(on ? pen.colors.text : pen.colors.dim, fill, pen.least_contrast()));
    below = y - half;
    // After a norm that closes a half, the stream forks above it.
    if (!pre && box.what == Piece::norm) fork = y - half - pen.em(5);
  }
  scene_arrow(pen, {x, below}, {x, rect.y + line}, quiet);
}

// ---- The numbers.

/// Three matrices in a row with signs between.
void draw_sum(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(34), names = pen.em(44);
  const float wide = (rect.w - names - 2 * gap) / 3;
  const float size = std::min(wide / 4, pen.em(52));
  const float title = std::round(1.8f * pen.m.heading);
  const float high = title + 5 * size;
  const float y = rect.y + std::max(0.0f, (rect.h - high) / 3);
  const char* const pieces[] = {"x", "attended", "summed"};
  const char* const titles[] = {"stream", "attended", "summed"};
  const float shown = v.part("residual");
  float x = rect.x;
  MatrixPlace last;
  for (int i = 0; i < 3; ++i) {
    MatrixDrawing m = numbers(v, pieces[i], words(titles[i]));
    if (i == 0) m.row_names = v.session.document->query_words;
    if (i > 0) m.shown.assign(m.values.size(), shown);
    const float own = wide + (i == 0 ? names : 0);
    const MatrixPlace place = draw_matrix(pen, m, {x, y, own, high});
    outline_word(v, place);
    if (i > 0)
      pen.text_middle({(last.cells.right() + place.cells.x) / 2,
                       place.cells.y + place.cells.h / 2 + cap_height(Font::math, pen.m.math) / 2},
                      i == 1 ? "+" : "=", Font::math, pen.m.math, pen.colors.text);
    last = place;
    x += own + gap;
  }
}

/// A matrix with the mean and the spread of each row beside it.
void draw_measured(SceneView& v, const std::string& piece, const std::string& title, float shown,
                   const Rect& rect) {
  Pen& pen = v.pen;
  const Tensor& t = v.piece(piece);
  MatrixDrawing m = numbers(v, piece, title);
  m.row_names = v.session.document->query_words;
  m.shown.assign(m.values.size(), shown);
  m.most_cell = 46;
  m.square = false;
  const float line = std::round(1.8f * pen.m.heading);
  const auto [left, right] = beside(rect, 0.66f, pen.em(14));
  const MatrixPlace place = draw_matrix(pen, m, left);
  outline_word(v, place);
  if (shown < 0.5f) return;
  const float column = right.w / 2;
  const Color dim = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  for (int i = 0; i < 2; ++i) {
    const float x = right.x + column * (static_cast<float>(i) + 0.9f);
    pen.text_right({x, middle_baseline(Font::text, pen.m.small, rect.y, line)},
                   words(i == 0 ? "mean" : "spread"), Font::text, pen.m.small, dim);
    for (int r = 0; r < t.rows; ++r) {
      const Rect row = place.cell(r, 0);
      pen.text_right({x, middle_baseline(Font::mono, pen.m.small, row.y, row.h)},
                     format_fixed(v.number(piece + (i == 0 ? "_mean" : "_spread"), 0, r), 4),
                     Font::mono, pen.m.small, pen.colors.text);
    }
  }
}

void draw_norm(SceneView& v, const Rect& rect) {
  const auto [top, bottom] = below(rect, 0.5f, v.pen.em(14));
  draw_measured(v, "norm_in", words("before"), 1, top);
  draw_measured(v, "norm_out", words("after"), v.part("norm"), bottom);
}

void draw_feed(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float gap = pen.em(pen.present ? 2 : 12);  // in a hall the rows need all for their numbers
  const float each = (rect.h - 2 * gap) / 3, names = pen.em(44);
  // As wide as the sixteen columns may be, so that the numbers find room.
  const float size = std::min(pen.em(44), (rect.w - names) / 16.2f);
  const float shown = v.part("feed");
  const auto draw = [&](const char* piece, const std::string& title, float y, float alpha,
                        double limit) {
    MatrixDrawing m = numbers(v, piece, title);
    m.row_names = v.session.document->query_words;
    m.limit = limit;
    write_small(m);
    m.square = false;
    m.told = title;
    m.shown.assign(m.values.size(), alpha);
    // Left-aligned: as wide as the cells and the names need, the title as wide as it likes.
    const float wide = names + size * static_cast<float>(m.columns) + pen.px(2);
    m.title.clear();
    const float up = pen.present ? pen.em(3) : 0;  // so that it stays off the row below
    const float own = scene_heading(pen, title, {rect.x, y - up}, rect.w);
    const float head = pen.present ? 1.3f * pen.m.heading : own;
    outline_word(v, draw_matrix(pen, m, {rect.x, y + head, wide, each - head}));
  };
  draw("inner", words("inner"), rect.y, shown, 3);
  draw("active", words(v.knobs().is("bend", "relu") ? "active_relu" : "active_gelu"),
       rect.y + each + gap, shown, 3);
  draw("fed", words("fed"), rect.y + 2 * (each + gap), shown, 3);
}

void draw_bend(SceneView& v, const Rect& rect) {
  Chart chart;
  chart.title = words("bend_chart");
  chart.x = {words("bend_x"), -4, 4, false, {-4, -2, 0, 2, 4}, {}};
  chart.y = {"", -0.6, 4, false, {0, 1, 2, 3, 4}, {}};
  const auto add = [&](const char* name, Activation kind, Tint tint, bool dashed) {
    ChartSeries s{name, tint, ChartSeries::Look::line, {}, -1, dashed};
    for (int i = -80; i <= 80; ++i) s.points.push_back({i / 20.0, activated(kind, i / 20.0)});
    s.shown = v.part("bend");
    chart.series.push_back(std::move(s));
  };
  add("ReLU", Activation::relu, Tint::blue, false);
  add("GELU", v.knobs().is("bend", "gelu_tanh") ? Activation::gelu_tanh : Activation::gelu,
      Tint::orange, true);
  ChartSeries seen{"", Tint::green, ChartSeries::Look::points, {}};
  const std::vector<double> in = v.row("inner", v.session.row);
  const std::vector<double> out = v.row("active", v.session.row);
  std::vector<glm::dvec2> points;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (std::abs(in[i]) <= 4 && out[i] <= 4) points.push_back({in[i], out[i]});
  std::sort(points.begin(), points.end(),
            [](const glm::dvec2& a, const glm::dvec2& b) { return a.x < b.x; });
  seen.points = std::move(points);
  chart.series.push_back(std::move(seen));
  draw_chart(v.pen, chart, rect);
}

void draw_whole(SceneView& v, const Rect& rect) {
  Pen& pen = v.pen;
  const float line = std::round(2.0f * pen.m.math);
  const bool pre = v.knobs().is("norm", "pre");
  for (int i = 0; i < 2; ++i) {
    const std::string formula =
        words(pre ? (i == 0 ? "pre_1" : "pre_2") : (i == 0 ? "post_1" : "post_2"));
    pen.text({rect.x,
              middle_baseline(Font::math, pen.m.math, rect.y + static_cast<float>(i) * line, line)},
             fitted(Font::math, pen.m.math, formula, rect.w), Font::math, pen.m.math,
             pen.colors.text);
  }
  const Rect body{rect.x, rect.y + 2 * line + pen.em(10), rect.w, rect.h - 2 * line - pen.em(10)};
  const auto [left, right] = beside(body, 0.53f, pen.em(30));
  MatrixDrawing x = numbers(v, "x", words("stream"));
  x.row_names = v.session.document->query_words;
  x.most_cell = 50;
  const MatrixPlace at_x = draw_matrix(pen, x, left);
  outline_word(v, at_x);
  MatrixDrawing out = numbers(v, "outcome", words("words_out"));
  out.most_cell = 50;
  out.shown.assign(out.values.size(), v.part("whole"));
  const MatrixPlace at = draw_matrix(pen, out, right);
  outline_word(v, at);
  const float y = at.cells.y + at.cells.h / 2;
  scene_arrow(pen, {at_x.cells.right() + pen.em(10), y}, {at.cells.x - pen.em(10), y},
              pen.colors.dim);
}

void draw_stack(SceneView& v, const Rect& rect) {
  const auto [top, bottom] = below(rect, 0.5f, v.pen.em(12));
  const float shown = v.part("stack");
  const auto line = [&](const char* piece, const char* name, Tint tint, bool dashed) {
    ChartSeries s{words(name), tint, ChartSeries::Look::both, {}, -1, dashed};
    const std::vector<double> values = v.row(piece);
    for (std::size_t i = 0; i < values.size(); ++i)
      s.points.push_back({static_cast<double>(i), values[i]});
    s.shown = shown;
    return s;
  };
  Chart sizes;
  sizes.title = words("stream_chart");
  sizes.x = {words("blocks"), 0, 12, false, {0, 2, 4, 6, 8, 10, 12}, {}};
  double most = 1;
  for (const double value : v.row("stream_pre")) most = std::max(most, value);
  sizes.y = {"", 0, std::ceil(most), false, {}, {}};
  sizes.series = {line("stream_pre", "pre", Tint::blue, false),
                  line("stream_post", "post", Tint::orange, true)};
  draw_chart(v.pen, sizes, top);
  Chart alike;
  alike.title = words("alike_chart");
  alike.x = sizes.x;
  alike.y = {"", -0.2, 1.05, false, {0, 0.5, 1}, {}};
  alike.series = {line("alike_without", "without", Tint::pink, true),
                  line("alike_with", "with", Tint::green, false)};
  draw_chart(v.pen, alike, bottom);
}

void draw_words(SceneView& v, const Rect& rect) {
  MatrixDrawing m = numbers(v, "x", words("stream"));
  m.row_names = v.session.document->query_words;
  m.most_cell = 60;
  const float high = std::min(rect.h, v.pen.em(60) * 5 + 1.8f * v.pen.m.heading);
  outline_word(v, draw_matrix(v.pen, m, {rect.x, rect.y + (rect.h - high) / 3, rect.w, high}));
}

}  // namespace

void layout_block(Page& page, const Session& session, const Rect& rect) {
  SceneView v(page, session);
  const Rect area = rect.inset(v.pen.em(8));
  const auto [left, right] = beside(area, 0.26f, v.pen.em(34));
  draw_plan(v, left);
  if (v.reached("stack")) return draw_stack(v, right);
  if (v.reached("whole")) return draw_whole(v, right);
  if (v.reached("bend")) return draw_bend(v, right);
  if (v.reached("feed")) return draw_feed(v, right);
  if (v.reached("norm")) return draw_norm(v, right);
  if (v.reached("residual")) return draw_sum(v, right);
  draw_words(v, right);
}

}  // namespace qkv
