#include <algorithm>
#include <cmath>
#include <memory>

#include "core/page/panels/table_parts.h"
#include "core/picture/comparison.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr std::string_view kHidden = "\u2212\u221e";

/// How numbers are set in the cells of one table: the most decimals and the largest size that fit
/// all of them; size 0: none.
struct CellText {
  float size = 0;
  int decimals = 3;
  bool narrow = false;  ///< of weights in a hall: ".90" for "0.90"
};

std::string number_of(const TablePicture& table, const TablePicture::Cell& cell, int decimals) {
  if (table.compared) {
    if (cell.alone) return "·";
    if (cell.hidden > 0.5f && cell.value != 0) return std::string(kHidden);
    return signed_number(static_cast<double>(cell.value), decimals, table.tab == Tab::weights);
  }
  if (cell.hidden > 0.5f) {
    return table.tab == Tab::weights ? format_number(static_cast<double>(cell.value), decimals)
                                     : std::string(kHidden);
  }
  return table.tab == Tab::weights ? format_fixed(static_cast<double>(cell.value), decimals)
                                   : format_number(static_cast<double>(cell.value), decimals);
}

std::string number_of(const TablePicture& table, const TablePicture::Cell& cell,
                      const CellText& text) {
  std::string number = number_of(table, cell, text.decimals);
  if (!text.narrow) return number;
  if (number == format_fixed(1, text.decimals)) return "1";
  return number.starts_with("0.") ? number.substr(1) : number;
}

float widest_number(const TablePicture& table, float size, const CellText& text) {
  std::size_t longest = 0;
  for (const TablePicture::Cell& cell : table.cells) {
    std::size_t characters = 0;
    for (const char c : number_of(table, cell, text)) {
      characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
    }
    longest = std::max(longest, characters);
  }
  return static_cast<float>(longest) * text_width(Font::mono, size, "0");
}

CellText cell_text(const Pen& pen, const TablePicture& table, const TableGrid& grid) {
  if (grid.heatmap) return {};
  // A sign that touches the cell's edge is not seen.
  const float room = grid.cell_w - grid.gap - pen.px(table.compared ? 8.0f : 3.0f),
              high = grid.cell_h - grid.gap - pen.px(2);
  const float smallest = pen.present ? pen.m.tiny : pen.m.tiny * 0.84f;
  // A weight with one decimal says too little: most of them would read 0.0.
  const int fewest = table.tab == Tab::weights ? 2 : 1;
  for (int decimals = 3; decimals >= fewest; --decimals) {
    // One decimal less is better than a size that strains the eye.
    const float least = decimals == 3 ? pen.m.tiny * 0.92f : smallest;
    const float last = std::max(least, smallest), step = 0.5f * pen.m.scale;
    for (float size = pen.m.cell; size > last - step; size -= step) {
      const float tried = std::max(size, last);
      if (tried * 1.1f > high) continue;
      if (widest_number(table, tried, {tried, decimals}) <= room) return {tried, decimals};
    }
  }
  // The presenter's strip takes room from a table whose type is large: a short form of it remains.
  const CellText narrow{smallest, 2, true};
  if (pen.present && table.tab == Tab::weights && !table.compared && smallest * 1.1f <= high &&
      widest_number(table, smallest, narrow) <= room)
    return narrow;
  return {};
}

// A plate under the number, where black and white are both too near to the cell's own lightness.
Color ground_of_number(Pen& pen, Color cell, const Rect& rect, float width, float size) {
  const Color ink = ink_on(cell);
  if (contrast(ink, cell) >= pen.least_contrast()) return cell;
  const Color away = ink == Color{0, 0, 0} ? Color{255, 255, 255} : Color{0, 0, 0};
  const Color plate = readable(mix(cell, away, 0.05f), ink, pen.least_contrast());
  const float high = size * 1.35f, wide = std::min(width + size * 0.5f, rect.w);
  pen.box({rect.x + (rect.w - wide) / 2, rect.y + (rect.h - high) / 2, wide, high}, high * 0.3f,
          plate);
  return plate;
}

void draw_cell(Pen& pen, const TablePicture& table, const TableGrid& grid, const CellText& numbers,
               ColorMap map, int row, int column) {
  const TablePicture::Cell& cell = table.cell(row, column);
  const Rect whole = grid.cell(row, column);
  const Rect rect{whole.x + grid.gap / 2, whole.y + grid.gap / 2, whole.w - grid.gap,
                  whole.h - grid.gap};
  const float radius = std::min(pen.px(4), rect.w * 0.12f);
  const Quantity quantity = cell_quantity(table, row, column);
  const Color empty = pen.colors.ground;
  const float there = cell.alone ? 0 : cell.fill * (1 - cell.hidden);
  const Color color = mix(empty, cell_color(pen, table, map, cell.value), there);
  const bool outlined = there < 0.5f;
  pen.box(rect, radius, color, outlined ? pen.colors.line : Color{0, 0, 0, 0},
          outlined ? pen.m.line : 0, quantity);
  const bool tells_hidden = cell.hidden > 0.02f && (table.tab == Tab::masked || cell.fill > 0);
  // Lines in a very small cell would be noise; there the empty ground says it.
  if (tells_hidden && rect.w >= pen.px(13) && rect.h >= pen.px(13)) {
    Box hatch{rect,         radius,
              {0, 0, 0, 0}, with_alpha(mix(pen.colors.line, pen.colors.dim, 0.35f), cell.hidden),
              pen.m.line,   true};
    pen.add(hatch, quantity);
  }
  if (cell.outline) {
    const Rect inner = rect.inset(pen.px(1.5f));
    pen.add(Polyline{{{inner.x, inner.y},
                      {inner.right(), inner.y},
                      {inner.right(), inner.bottom()},
                      {inner.x, inner.bottom()}},
                     readable(pen.colors.line, color, 3.0f),
                     pen.m.line,
                     pen.px(4),
                     pen.px(4),
                     true});
  }
  // Dragged beyond the colours' range: the colour stops, a corner says that the number does not.
  if ((table.tab != Tab::weights || table.compared) &&
      std::abs(cell.value) > table.limit * 1.001f && there > 0.5f) {
    const float arm = std::min(pen.px(9), rect.w * 0.3f);
    const float y = cell.value > 0 ? rect.y : rect.bottom(), way = cell.value > 0 ? arm : -arm;
    pen.add(Polygon{{{rect.right() - arm, y}, {rect.right(), y}, {rect.right(), y + way}},
                    pen.colors.accent},
            quantity);
  }
  if (numbers.size <= 0 || cell.fill < 0.5f) return;
  const std::string words = number_of(table, cell, numbers);
  const float width = text_width(Font::mono, numbers.size, words);
  Color ground = color;
  if (tells_hidden) {
    // The hatching stops around the number, or it would run through it.
    const float high = numbers.size * 1.3f,
                wide = std::min(width + numbers.size * 0.5f, rect.w - 2);
    pen.box({rect.x + (rect.w - wide) / 2, rect.y + (rect.h - high) / 2, wide, high}, high * 0.3f,
            color);
  } else {
    ground = ground_of_number(pen, color, rect, width, numbers.size);
  }
  // A weight where the mask allows none.
  const Color ink =
      cell.leaks ? readable(pen.colors.alarm, ground, pen.least_contrast()) : ink_on(ground);
  pen.label(rect, words, cell.leaks ? Font::mono_bold : Font::mono, numbers.size, ink, quantity);
}

// Cells too small for boxes; a hidden one is the empty ground. They answer as boxes do while a hand
// can hit them.
void draw_heatmap(Pen& pen, const TablePicture& table, const TableGrid& grid, ColorMap map) {
  auto colors = std::make_shared<std::vector<Color>>();
  colors->reserve(table.cells.size());
  const int rows = grid.turned ? table.columns : table.rows;
  const int columns = grid.turned ? table.rows : table.columns;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const TablePicture::Cell& cell = grid.turned ? table.cell(c, r) : table.cell(r, c);
      colors->push_back(mix(pen.colors.ground, cell_color(pen, table, map, cell.value),
                            cell.alone ? 0 : cell.fill * (1 - cell.hidden)));
    }
  pen.add(Heatmap{grid.cells, rows, columns, std::move(colors), grid.turned},
          grid.reachable(pen) ? cell_quantity(table, -1, -1) : Quantity{});
  pen.box(grid.cells, 0, {0, 0, 0, 0}, pen.colors.line, pen.m.line);
}

}  // namespace

bool cells_say_numbers(const Pen& pen, const TablePicture& table, const TableGrid& grid) {
  return cell_text(pen, table, grid).size > 0;
}

Color cell_color(const Pen& pen, const TablePicture& table, ColorMap map, float value) {
  return table.tab == Tab::weights && !table.compared ? weight_color(map, value)
                                                      : score_color(pen.theme, value, table.limit);
}

Quantity cell_quantity(const TablePicture& table, int row, int column) {
  constexpr Quantity::Kind kKinds[] = {Quantity::Kind::score, Quantity::Kind::scaled,
                                       Quantity::Kind::masked, Quantity::Kind::weight};
  return {kKinds[static_cast<std::size_t>(table.tab)], table.layer, table.head, row, column, -1};
}

void draw_cells(Pen& pen, const TablePicture& table, const TableGrid& grid, ColorMap map) {
  if (grid.heatmap) return draw_heatmap(pen, table, grid, map);
  const CellText numbers = cell_text(pen, table, grid);
  for (int row = 0; row < table.rows; ++row) {
    for (int column = 0; column < table.columns; ++column) {
      draw_cell(pen, table, grid, numbers, map, row, column);
    }
  }
}

void draw_frames(Pen& pen, const TablePicture& table, const TableGrid& grid) {
  const float out = pen.px(1.5f);
  pen.box(grid.query_line(table.frame, table.columns).inset(-out), pen.px(5), {0, 0, 0, 0},
          pen.colors.query, std::max(1.5f, pen.px(2)));
  if (grid.heatmap || table.acting_column < 0 || table.acting_column >= table.columns) return;
  const Rect cell = grid.cell(table.chosen, table.acting_column).inset(grid.gap / 2);
  pen.box(cell, pen.px(4), {0, 0, 0, 0}, pen.colors.text, std::max(2.0f, pen.px(2.5f)));
}

namespace {

// A sum that should be 1: quiet as long as it is, loud when it is not.
struct SumLook {
  Font font;
  Color ink;
};
SumLook sum_look(const Pen& pen, bool alarm) {
  return {alarm ? Font::mono_bold : Font::mono,
          pen.ink(alarm ? Role::alarm : Role::good, pen.colors.panel)};
}

/// Sums beside the lines of the table: of the queries, or where softmax runs the other way of the
/// keys. NaN: not shown.
struct Sums {
  const std::vector<float>& values;
  bool of_queries;
  const std::vector<bool>* alarm;
};

void draw_one_sum(Pen& pen, const TablePicture& table, const Sums& sums, int i, float x,
                  float baseline_top, float height, bool right) {
  const float sum = sums.values[static_cast<std::size_t>(i)];
  if (std::isnan(sum)) return;
  const bool loud = sums.alarm != nullptr && (*sums.alarm)[static_cast<std::size_t>(i)];
  const SumLook look = sum_look(pen, loud);
  const Quantity quantity =
      sums.of_queries ? Quantity{Quantity::Kind::weight, table.layer, table.head, i, -1, -1}
                      : Quantity{};
  const float size = pen.m.tiny, baseline = middle_baseline(look.font, size, baseline_top, height);
  const std::string words = format_fixed(static_cast<double>(sum), 3);
  if (right)
    pen.text_right({x, baseline}, words, look.font, size, look.ink, quantity);
  else
    pen.text_middle({x, baseline}, words, look.font, size, look.ink, quantity);
}

void draw_sums_right(Pen& pen, const TablePicture& table, const TableGrid& grid, const Sums& sums) {
  if (grid.sums <= 0 || grid.cell_h < pen.m.tiny * 1.1f) return;
  const float right = grid.cells.right() + grid.sums, size = pen.m.tiny;
  pen.text_right(
      {right,
       middle_baseline(Font::semibold, size, grid.cells.y - pen.em(4) - size * 1.4f, size * 1.4f)},
      std::string(text("table.sum")), Font::semibold, size, pen.ink(Role::good, pen.colors.panel));
  for (int i = 0; i < static_cast<int>(sums.values.size()); ++i) {
    const Rect cell = sums.of_queries ? grid.cell(i, 0) : grid.cell(0, i);
    draw_one_sum(pen, table, sums, i, right, cell.y, cell.h, true);
  }
}

void draw_sums_below(Pen& pen, const TablePicture& table, const TableGrid& grid, const Sums& sums) {
  const float size = pen.m.tiny, top = grid.cells.bottom() + pen.em(2);
  if (grid.heatmap || grid.cell_w < text_width(Font::mono, size, "0.000")) return;
  for (int i = 0; i < static_cast<int>(sums.values.size()); ++i) {
    const Rect cell = sums.of_queries ? grid.cell(i, 0) : grid.cell(0, i);
    draw_one_sum(pen, table, sums, i, cell.x + cell.w / 2, top, size * 1.3f, false);
  }
  const SumLook look = sum_look(pen, false);
  pen.text_right(
      {grid.cells.x - pen.em(8), middle_baseline(Font::semibold, size, top, size * 1.3f)},
      std::string(text("table.sum")), Font::semibold, size, look.ink);
}

}  // namespace

void draw_sums(Pen& pen, const TablePicture& table, const TableGrid& grid) {
  if (table.tab != Tab::weights || table.compared || grid.turning > 0) return;
  const Sums queries{table.row_sums, true, &table.row_alarm};
  const Sums keys{table.column_sums, false, nullptr};
  if (grid.turned) {
    draw_sums_below(pen, table, grid, queries);
    if (!table.column_sums.empty()) draw_sums_right(pen, table, grid, keys);
  } else {
    draw_sums_right(pen, table, grid, queries);
    if (!table.column_sums.empty()) draw_sums_below(pen, table, grid, keys);
  }
}

void draw_color_bar(Pen& pen, const TablePicture& table, const TableGrid& grid, ColorMap map) {
  constexpr int kSteps = 96;
  const bool weights = table.tab == Tab::weights && !table.compared;
  auto colors = std::make_shared<std::vector<Color>>();
  for (int i = 0; i < kSteps; ++i) {
    const float t = static_cast<float>(i) / (kSteps - 1);
    colors->push_back(cell_color(pen, table, map, weights ? t : table.limit * (2 * t - 1)));
  }
  const float size = pen.m.tiny;
  const float least = pen.em(120), width = std::max(grid.cells.w, std::min(least, grid.tabs.w));
  const float x = std::min(grid.cells.x, grid.tabs.right() - width);
  const Rect bar = snapped({x, grid.cells.bottom() + pen.em(18), width, pen.px(10)});
  pen.add(Heatmap{bar, 1, kSteps, std::move(colors)});
  pen.box(bar, 0, {0, 0, 0, 0}, pen.colors.line, pen.m.line);
  const float baseline = middle_baseline(Font::mono, size, bar.bottom() + pen.em(2), size * 1.5f);
  const auto limit = static_cast<double>(table.limit);
  const std::string low = weights ? "0" : format_number(-limit, 2), high = format_number(limit, 2);
  pen.text({bar.x, baseline}, low, Font::mono, size, pen.colors.dim);
  pen.text_right({bar.right(), baseline}, high, Font::mono, size, pen.colors.dim);
  const float room = width - text_width(Font::mono, size, low + high) - 2 * size;
  pen.text_middle({bar.x + bar.w / 2, baseline},
                  fitted(Font::text, size, table.unit, std::max(room, 1.0f)), Font::text, size,
                  pen.colors.dim);
}

}  // namespace qkv
