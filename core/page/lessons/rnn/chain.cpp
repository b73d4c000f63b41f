// The sentence, the chain that reads it, and one step of the chain with its numbers.

#include <algorithm>
#include <cmath>

#include "core/page/chart_matrix.h"
#include "core/page/lessons/rnn/rnn_parts.h"
#include "core/text/texts.h"

namespace qkv::rnn {
namespace {

float value(const Tensor& t, int row, int column) {
  return t.data[static_cast<std::size_t>(row) * static_cast<std::size_t>(t.columns) +
                static_cast<std::size_t>(column)];
}

struct Columns {
  float top = 0, cell_w = 0, cell_h = 0;
  int d = 0;
  float bottom() const { return top + cell_h * static_cast<float>(d); }
};

void draw_memory(Pen& pen, const Now& now, const WordRow& row, const Columns& columns, int word,
                 bool acting) {
  const Tensor& state = now.piece("state");
  const float left = row.x(word) - columns.cell_w / 2;
  const bool read = word < now.words_read();
  for (int k = 0; k < columns.d; ++k) {
    const Rect cell{left, columns.top + columns.cell_h * static_cast<float>(k), columns.cell_w,
                    columns.cell_h};
    const Color color = read ? score_color(pen.theme, value(state, word, k), 1) : pen.colors.ground;
    pen.box(cell.inset(0.5f * pen.m.line), pen.px(2), color, pen.colors.line, pen.m.line);
  }
  if (acting)
    pen.box(
        Rect{left, columns.top, columns.cell_w, columns.bottom() - columns.top}.inset(-pen.px(2)),
        pen.px(3), {0, 0, 0, 0}, tint_color(pen, kChain), pen.px(2.5f));
}

/// Words above, a column of memory below each, handed from left to right; returns its bottom.
float draw_memories(Pen& pen, const Now& now, const Rect& rect, int acting) {
  const WordRow row = word_row(pen, now, rect, rect.y);
  Columns columns;
  columns.d = now.piece("state").columns;
  columns.cell_w = std::floor(0.7f * row.step);
  // Low where the step below needs the room.
  columns.cell_h = std::min({1.25f * columns.cell_w, pen.em(34), 0.05f * rect.h});
  columns.top = std::round(row.rect.bottom() + pen.em(26));
  draw_words(pen, now, row, acting < 0 ? std::vector<int>{} : std::vector<int>{acting});
  const float middle = (columns.top + columns.bottom()) / 2;
  for (int i = 0; i < now.n(); ++i) {
    const bool read = i < now.words_read();
    const Color color = read ? tint_color(pen, kChain) : pen.colors.line;
    const Color down = read ? pen.colors.dim : pen.colors.line;
    arrow(pen, {row.x(i), row.rect.bottom() + pen.em(6)}, {row.x(i), columns.top - pen.em(4)}, down,
          pen.px(1.5f));
    if (i > 0)
      arrow(pen, {row.x(i - 1) + columns.cell_w / 2 + pen.px(1), middle},
            {row.x(i) - columns.cell_w / 2 - pen.px(1), middle}, color, pen.px(2));
    draw_memory(pen, now, row, columns, i, i == acting);
  }
  return columns.bottom();
}

/// Operators and matrices of one step side by side.
struct Term {
  std::string sign;  ///< set before it
  const Tensor* from = nullptr;
  int row = -1;  ///< a row of `from`, stood up as a column; -1: the whole matrix
  std::string name;
  bool strong = false;
};

std::string subscript(int number) {
  static constexpr std::string_view kDigits[] = {"\u2080", "\u2081", "\u2082", "\u2083", "\u2084",
                                                 "\u2085", "\u2086", "\u2087", "\u2088", "\u2089"};
  std::string result;
  for (const char c : std::to_string(number)) result += kDigits[static_cast<std::size_t>(c - '0')];
  return result;
}

MatrixDrawing drawing_of(const Term& term) {
  MatrixDrawing m;
  const Tensor& t = *term.from;
  m.rows = term.row < 0 ? t.rows : t.columns;
  m.columns = term.row < 0 ? t.columns : 1;
  for (int i = 0; i < m.rows * m.columns; ++i)
    m.values.push_back(static_cast<double>(term.row < 0 ? t.data[static_cast<std::size_t>(i)]
                                                        : value(t, term.row, i)));
  m.most_cell = 200;
  return m;
}

void draw_step(Pen& pen, const Now& now, const Rect& rect, int word) {
  const Tensor& state = now.piece("state");
  const Tensor zero{1, 1, state.columns, std::vector<float>(state.data.size(), 0.0f)};
  const Tensor& b = now.given("b");
  std::vector<Term> terms = {
      {"tanh(", &now.given("w"), -1, "W", false},
      {"\u00b7", word > 0 ? &state : &zero, std::max(0, word - 1), "h" + subscript(word), false},
      {"+", &now.given("u"), -1, "U", false},
      {"\u00b7", &now.given("inputs"), word, now.word(word), false}};
  if (std::any_of(b.data.begin(), b.data.end(), [](float x) { return x != 0; }))
    terms.push_back({"+", &b, 0, "b", false});
  terms.push_back({") =", &state, word, "h" + subscript(word + 1), true});

  // A hall's type is large: there the room goes to the numbers.
  const float size = 1.25f * pen.m.text, gap = pen.em(pen.present ? 3 : 7);
  float signs = 0, cells = 0;
  int rows = 1;
  for (const Term& term : terms) {
    signs += text_width(Font::math, size, term.sign) + 2 * gap;
    cells += term.row < 0 ? static_cast<float>(term.from->columns) : 1.0f;
    rows = std::max(rows, term.row < 0 ? term.from->rows : term.from->columns);
  }
  const float caption = 1.7f * pen.m.small;
  const float cell = std::floor(std::min(
      {(rect.w - signs) / cells, (rect.h - caption) / static_cast<float>(rows), pen.em(52)}));
  if (cell < pen.px(8)) return;
  // All in one size: the one in which a number below 0 with two decimals fits.
  const float number =
      std::max(pen.present ? pen.m.tiny : 0.84f * pen.m.tiny,
               std::min(pen.m.cell, (cell - pen.px(5)) / text_width(Font::mono, 1, "\u22120.00")));
  float x = rect.x + (rect.w - signs - cells * cell) / 2;
  const float high = cell * static_cast<float>(rows);
  const float top = std::round(rect.y + std::max(0.0f, (rect.h - high - caption) / 2));
  for (const Term& term : terms) {
    const float wide = text_width(Font::math, size, term.sign);
    pen.text({x + gap, top + (high + cap_height(Font::math, size)) / 2}, term.sign, Font::math,
             size, pen.colors.text);
    x += wide + 2 * gap;
    MatrixDrawing m = drawing_of(term);
    m.most_number = number;
    m.without_zeros = pen.present;  // one form for all
    const float width = cell * static_cast<float>(m.columns),
                tall = cell * static_cast<float>(m.rows);
    if (term.strong) m.outlines.push_back({-1, 0, kChain, 1});
    draw_matrix(pen, m, {x, top + (high - tall) / 2, width, tall});
    const Color ink = term.strong
                          ? tint_ink(pen, kChain)
                          : readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
    pen.text_middle(
        {x + width / 2, middle_baseline(Font::semibold, pen.m.small, top + high, caption)},
        term.name, Font::semibold, pen.m.small, ink);
    x += width;
  }
}

}  // namespace

void draw_start(Pen& pen, const Now& now, const Rect& rect) {
  // The sentence as large as it fits, its two ends lit.
  float size = 2.0f * pen.m.title;
  std::vector<std::vector<int>> lines;
  const auto width_of = [&](int i) {
    const bool end = i == 0 || i == now.n() - 1;
    return text_width(end ? Font::bold : Font::text, size, now.word(i));
  };
  const auto wrap = [&] {
    lines.assign(1, {});
    float x = 0;
    for (int i = 0; i < now.n(); ++i) {
      const float wide = width_of(i);
      if (x > 0 && x + wide > rect.w) {
        lines.emplace_back();
        x = 0;
      }
      lines.back().push_back(i);
      x += wide + 0.32f * size;
    }
  };
  const float least = pen.m.text;
  for (wrap(); size > least && 1.75f * size * static_cast<float>(lines.size()) > 0.8f * rect.h;
       wrap())
    size -= pen.m.scale;
  const float leading = std::round(1.75f * size);
  float y = rect.y + std::max(0.0f, (rect.h - leading * static_cast<float>(lines.size())) / 2);
  const Color quiet = readable(pen.colors.dim, pen.colors.ground, pen.least_contrast());
  for (const std::vector<int>& line : lines) {
    float x = rect.x + pen.em(6);
    for (const int i : line) {
      const bool end = i == 0 || i == now.n() - 1;
      const Font font = end ? Font::bold : Font::text;
      const float baseline = middle_baseline(font, size, y, leading);
      pen.text({x, baseline}, now.word(i), font, size, end ? tint_ink(pen, kAttention) : quiet);
      const float wide = width_of(i);
      if (end)
        pen.line({x, baseline + 0.22f * size}, {x + wide, baseline + 0.22f * size},
                 tint_color(pen, kAttention), std::max(pen.px(2), 0.07f * size));
      x += wide + 0.32f * size;
    }
    y += leading;
  }
}

void draw_chain(Pen& pen, const Now& now, const Rect& rect) {
  const int acting = now.words_read() - 1;
  const float bottom = draw_memories(pen, now, rect, acting);
  const float top = bottom + pen.em(22);
  if (acting < 0 || rect.bottom() - top < 4 * pen.m.text) return;
  pen.line({rect.x, top}, {rect.right(), top}, pen.colors.line, pen.m.line);
  const std::string words = filled(
      text("rnn.chain.step"), {{"word", now.word(acting)}, {"number", std::to_string(acting + 1)}});
  const float line = 1.9f * pen.m.small;
  pen.text({rect.x, middle_baseline(Font::text, pen.m.small, top + pen.em(4), line)},
           fitted(Font::text, pen.m.small, words, rect.w), Font::text, pen.m.small,
           readable(pen.colors.dim, pen.colors.ground, pen.least_contrast()));
  const float from = top + pen.em(4) + line;
  draw_step(pen, now, {rect.x, from, rect.w, rect.bottom() - from}, acting);
}

}  // namespace qkv::rnn
