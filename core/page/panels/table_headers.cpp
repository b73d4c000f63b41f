#include <algorithm>
#include <cmath>

#include "core/page/panels/table_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr const char* kTabs[] = {"table.scores", "table.scaled", "table.masked", "table.weights"};

Quantity header_quantity(const TablePicture& table, Quantity::Kind kind, int row, int column) {
  return {kind, table.layer, table.head, row, column, -1};
}

void upward_text(Pen& pen, glm::vec2 baseline, std::string words, Font font, float size,
                 Color color, const Quantity& quantity) {
  pen.add(Text{baseline, std::move(words), font, size, color, true}, quantity);
}

void row_header(Pen& pen, const TablePicture& table, const TableGrid& grid, int row) {
  const bool chosen = row == table.chosen;
  const Rect cell = grid.cell(row, 0);
  const float right = grid.cells.x - pen.em(8), room = grid.row_header - pen.em(8);
  const Font font = chosen ? Font::bold : Font::text;
  const Color ink = pen.ink(Role::query, pen.colors.panel);
  const auto i = static_cast<std::size_t>(row);
  const std::string word = fitted(font, pen.m.small, table.query_words[i], room);
  const Quantity quantity = header_quantity(table, Quantity::Kind::query, row, -1);
  if (!grid.vectors) {
    pen.text_right({right, middle_baseline(font, pen.m.small, cell.y, cell.h)}, word, font,
                   pen.m.small, ink, quantity);
    return;
  }
  const float small = pen.vector_size(), both = pen.m.small * 1.3f + small * 1.2f;
  const float top = cell.y + (cell.h - both) / 2;
  pen.text_right({right, middle_baseline(font, pen.m.small, top, pen.m.small * 1.3f)}, word, font,
                 pen.m.small, ink, quantity);
  pen.text_right(
      {right, middle_baseline(Font::mono, small, top + pen.m.small * 1.3f, small * 1.2f)},
      fitted(Font::mono, small, table.query_vectors[i], room), Font::mono, small, pen.colors.dim,
      quantity);
}

void column_header(Pen& pen, const TablePicture& table, const TableGrid& grid, int column) {
  const bool acting = column == table.acting_column;
  const Rect cell = grid.cell(0, column);
  const Font font = acting ? Font::bold : Font::text;
  const Color ink = pen.ink(Role::key, pen.colors.panel);
  const auto i = static_cast<std::size_t>(column);
  const float middle = cell.x + cell.w / 2, bottom = grid.cells.y - pen.em(4);
  const Quantity quantity = header_quantity(table, Quantity::Kind::key, -1, column);
  if (grid.upward && !grid.heatmap) {
    const float room = grid.column_header - pen.m.tiny * 1.5f - pen.em(6);
    upward_text(pen, {middle + cap_height(font, pen.m.small) / 2, bottom},
                fitted(font, pen.m.small, table.key_words[i], room), font, pen.m.small, ink,
                quantity);
    return;
  }
  const float small = pen.vector_size();
  const float word_top = bottom - (grid.vectors ? small * 1.3f : 0) - pen.m.small * 1.4f;
  pen.text_middle({middle, middle_baseline(font, pen.m.small, word_top, pen.m.small * 1.4f)},
                  fitted(font, pen.m.small, table.key_words[i], cell.w - pen.px(2)), font,
                  pen.m.small, ink, quantity);
  if (!grid.vectors) return;
  pen.text_middle({middle, middle_baseline(Font::mono, small, bottom - small * 1.3f, small * 1.2f)},
                  fitted(Font::mono, small, table.key_vectors[i], cell.w - pen.px(2)), Font::mono,
                  small, pen.colors.dim, quantity);
}

}  // namespace

void draw_tabs(Pen& pen, const TablePicture& table, const TableGrid& grid) {
  const float gap = pen.px(4);
  const auto across = static_cast<float>(grid.tabs_per_row);
  const float width = (grid.tabs.w - gap * (across - 1)) / across;
  for (int tab = 0; tab < 4; ++tab) {
    const auto i = static_cast<std::size_t>(tab);
    const auto column = static_cast<float>(tab % grid.tabs_per_row);
    const auto row = static_cast<float>(tab / grid.tabs_per_row);
    const Rect rect =
        snapped({grid.tabs.x + (width + gap) * column, grid.tabs.y + (grid.tab_height + gap) * row,
                 width, grid.tab_height});
    const bool lit = static_cast<int>(table.tab) == tab;
    const bool enabled = table.tab_available[i];
    const Color ink = button(pen, rect, lit ? Look::lit : Look::greyed);
    const Font font = lit ? Font::semibold : Font::text;
    const std::string words = fitted(font, pen.m.small, text(kTabs[tab]), rect.w - pen.px(4));
    pen.label(rect, words, font, pen.m.small, ink);
    if (!enabled) {
      const float half = text_width(font, pen.m.small, words) / 2;
      const float y = std::round(rect.y + rect.h / 2);
      pen.line({rect.x + rect.w / 2 - half, y}, {rect.x + rect.w / 2 + half, y}, pen.colors.dim,
               pen.m.line);
    }
    pen.hit(rect, text(kTabs[tab]), table.tab_reason[i], action::ShowTab{static_cast<Tab>(tab)},
            enabled);
  }
}

void draw_headers(Pen& pen, const TablePicture& table, const TableGrid& grid) {
  const float size = pen.m.tiny;
  const std::string &keys = table.columns_name, &queries = table.rows_name;
  const float keys_width = text_width(Font::semibold, size, keys);
  const float top = grid.cells.y - grid.column_header;
  const float keys_x = std::max(grid.tabs.x, grid.cells.x + (grid.cells.w - keys_width) / 2);
  pen.text({keys_x, middle_baseline(Font::semibold, size, top, size * 1.4f)}, keys, Font::semibold,
           size, pen.ink(Role::key, pen.colors.panel));
  if (grid.side_label > 0) {
    const float length = text_width(Font::semibold, size, queries);
    if (length <= grid.cells.h) {
      upward_text(pen,
                  {grid.tabs.x + cap_height(Font::semibold, size),
                   grid.cells.y + (grid.cells.h + length) / 2},
                  queries, Font::semibold, size, pen.ink(Role::query, pen.colors.panel), {});
    }
  }
  for (int row = 0; row < table.rows; ++row) {
    if (grid.cell_h >= pen.m.small * 1.12f || row == table.chosen)
      row_header(pen, table, grid, row);
  }
  if (!columns_named(pen, grid)) return;
  for (int column = 0; column < table.columns; ++column) column_header(pen, table, grid, column);
}

}  // namespace qkv
