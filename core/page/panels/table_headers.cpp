#include <algorithm>
#include <cmath>

#include "core/page/panels/table_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// In a hall half a vector says nothing: there it is left out.
std::string vector_that_fits(const Pen& pen, const std::string& vector, float room) {
  const bool fits = text_width(Font::mono, pen.vector_size(), vector) <= room;
  return pen.present && !fits ? std::string() : vector;
}

constexpr const char* kTabs[] = {"table.scores", "table.scaled", "table.masked", "table.weights"};

Quantity header_quantity(const TablePicture& table, const TableSide& side, int i) {
  const bool query = side.kind == Quantity::Kind::query;
  return {side.kind, table.layer, table.head, query ? i : -1, query ? -1 : i, -1};
}

/// The place of a header beside its first cell, in the left column or the top row.
Rect first_cell(const TableGrid& grid, int i, bool left) {
  return left != grid.turned ? grid.cell(i, 0) : grid.cell(0, i);
}

/// While the table turns the words of both sides change places: they fade out and in.
Color faded(const TableGrid& grid, Color color) {
  return grid.turning <= 0 ? color : with_alpha(color, std::max(0.0f, 1 - 4 * grid.turning));
}

void upward_text(Pen& pen, glm::vec2 baseline, std::string words, Font font, float size,
                 Color color, const Quantity& quantity) {
  pen.add(Text{baseline, std::move(words), font, size, color, true}, quantity);
}

void row_header(Pen& pen, const TablePicture& table, const TableGrid& grid, const TableSide& side,
                int row) {
  const bool chosen = row == side.lit;
  const Rect cell = first_cell(grid, row, true);
  const float right = grid.cells.x - pen.em(8), room = grid.row_header - pen.em(8);
  const Font font = chosen ? Font::bold : Font::text;
  const Color ink = faded(grid, pen.ink(side.role, pen.colors.panel));
  const auto i = static_cast<std::size_t>(row);
  const std::string word = fitted(font, pen.m.small, (*side.words)[i], room);
  const Quantity quantity = header_quantity(table, side, row);
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
      fitted(Font::mono, small, vector_that_fits(pen, (*side.vectors)[i], room), room), Font::mono,
      small, faded(grid, pen.colors.dim), quantity);
}

void column_header(Pen& pen, const TablePicture& table, const TableGrid& grid,
                   const TableSide& side, int column) {
  const bool acting = column == side.lit;
  const Rect cell = first_cell(grid, column, false);
  const Font font = acting ? Font::bold : Font::text;
  const Color ink = faded(grid, pen.ink(side.role, pen.colors.panel));
  const auto i = static_cast<std::size_t>(column);
  const float middle = cell.x + cell.w / 2, bottom = grid.cells.y - pen.em(4);
  const Quantity quantity = header_quantity(table, side, column);
  if (grid.upward && !grid.heatmap) {
    const float room = grid.column_header - pen.m.tiny * 1.5f - pen.em(6);
    upward_text(pen, {middle + cap_height(font, pen.m.small) / 2, bottom},
                fitted(font, pen.m.small, (*side.words)[i], room), font, pen.m.small, ink,
                quantity);
    return;
  }
  const float small = pen.vector_size();
  const float word_top = bottom - (grid.vectors ? small * 1.3f : 0) - pen.m.small * 1.4f;
  pen.text_middle({middle, middle_baseline(font, pen.m.small, word_top, pen.m.small * 1.4f)},
                  fitted(font, pen.m.small, (*side.words)[i], cell.w - pen.px(2)), font,
                  pen.m.small, ink, quantity);
  if (!grid.vectors) return;
  pen.text_middle(
      {middle, middle_baseline(Font::mono, small, bottom - small * 1.3f, small * 1.2f)},
      fitted(Font::mono, small, vector_that_fits(pen, (*side.vectors)[i], cell.w - pen.px(2)),
             cell.w - pen.px(2)),
      Font::mono, small, faded(grid, pen.colors.dim), quantity);
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
  const TableSide left = left_side(table, grid.turned), above = top_side(table, grid.turned);
  const float above_width = text_width(Font::semibold, size, *above.name);
  const float top = grid.cells.y - grid.column_header;
  const float above_x = std::max(grid.tabs.x, grid.cells.x + (grid.cells.w - above_width) / 2);
  pen.text({above_x, middle_baseline(Font::semibold, size, top, size * 1.4f)}, *above.name,
           Font::semibold, size, faded(grid, pen.ink(above.role, pen.colors.panel)));
  if (grid.side_label > 0) {
    const float length = text_width(Font::semibold, size, *left.name);
    if (length <= grid.cells.h) {
      upward_text(pen,
                  {grid.tabs.x + cap_height(Font::semibold, size),
                   grid.cells.y + (grid.cells.h + length) / 2},
                  *left.name, Font::semibold, size,
                  faded(grid, pen.ink(left.role, pen.colors.panel)), {});
    }
  }
  for (int row = 0; row < left.count(); ++row) {
    if (grid.cell_h >= pen.m.small * 1.12f || row == left.lit)
      row_header(pen, table, grid, left, row);
  }
  if (!columns_named(pen, grid)) return;
  for (int column = 0; column < above.count(); ++column)
    column_header(pen, table, grid, above, column);
}

void draw_compared(Pen& pen, const TablePicture& table, const TableGrid& grid) {
  if (!table.compared) return;
  const float size = pen.m.tiny, height = std::round(size * 1.8f);
  const std::string_view words = text("table.compared");
  const float mark = size * 1.1f;
  const float width = std::round(text_width(Font::semibold, size, words) + mark + size * 1.4f);
  const Rect rect =
      snapped({grid.tabs.x, grid.cells.y - grid.column_header - pen.em(2), width, height});
  const Color ink = button(pen, rect, Look::lit);
  pen.text({rect.x + size * 0.5f, middle_baseline(Font::semibold, size, rect.y, rect.h)},
           std::string(words), Font::semibold, size, ink);
  icon(pen, Icon::close, {rect.right() - size * 0.5f - mark * 0.35f, rect.y + rect.h / 2},
       mark * 0.6f, ink);
  pen.hit(rect, words, std::string(text("table.compared_tip")), action::Compare{false});
}

}  // namespace qkv
