#include <algorithm>
#include <cmath>

#include "core/page/panels/table_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr int kMostBoxes = 64;      // words on a side; more become one picture
constexpr float kSmallestBox = 6;   // pixels
constexpr float kVectorsFrom = 48;  // design pixels of a cell from which headers show q_i and k_j
constexpr float kLargestCell = 96;
constexpr int kMostNamed = 12;  // rows that keep the height of a line at any cost

using Texts = std::vector<std::string>;

float widest(Font font, float size, const Texts& words) {
  float width = 0;
  for (const std::string& word : words) width = std::max(width, text_width(font, size, word));
  return width;
}

void place_tabs(const Pen& pen, TableGrid& grid, const Rect& inner) {
  float longest = 0;
  for (const char* tab : {"table.scores", "table.scaled", "table.masked", "table.weights"}) {
    longest = std::max(longest, text_width(Font::semibold, pen.m.small, text(tab)));
  }
  const float needed = longest + pen.em(12);
  grid.tabs_per_row = 4 * needed <= inner.w ? 4 : 2 * needed <= inner.w ? 2 : 1;
  grid.tab_height = std::round(pen.m.small * 2.05f);
  const auto rows = static_cast<float>(4 / grid.tabs_per_row);
  grid.tabs = {inner.x, inner.y, inner.w, rows * grid.tab_height + (rows - 1) * pen.px(4)};
}

// Width of the words beside the rows, with or without their vectors below.
float row_header_width(const Pen& pen, const TableSide& left, const Texts& vectors,
                       const Rect& inner) {
  float width = widest(Font::bold, pen.m.small, *left.words);
  width = std::max(width, widest(Font::mono, pen.vector_size(), vectors));
  return std::min(width, 0.3f * inner.w) + pen.em(8);
}

float least_column(const Pen& pen, const TableGrid& grid) {
  return grid.upward ? pen.m.small * 0.98f : pen.m.small * 1.12f;
}

float header_height(const Pen& pen, const TableSide& top, TableGrid& grid) {
  const float title = pen.m.tiny * 1.5f, word = pen.m.small * 1.4f;
  const float longest = widest(Font::semibold, pen.m.small, *top.words);
  grid.upward = longest > grid.cell_w - pen.px(3) && grid.cell_w < 4.5f * pen.m.small;
  if (grid.heatmap || grid.cell_w < least_column(pen, grid)) return title + pen.em(6);
  if (grid.upward) return title + std::min(longest, 6.0f * pen.m.small) + pen.em(8);
  return title + word + (grid.vectors ? pen.vector_size() * 1.35f : 0) + pen.em(4);
}

}  // namespace

bool columns_named(const Pen& pen, const TableGrid& grid) {
  return !grid.heatmap && grid.cell_w >= least_column(pen, grid);
}

TableSide left_side(const TablePicture& table, bool turned) {
  if (turned) return top_side(table, false);
  return {&table.query_words, &table.query_vectors,  &table.rows_name,
          Role::query,        Quantity::Kind::query, table.chosen};
}
TableSide top_side(const TablePicture& table, bool turned) {
  if (turned) return left_side(table, false);
  return {&table.key_words, &table.key_vectors,  &table.columns_name,
          Role::key,        Quantity::Kind::key, table.acting_column};
}

Rect TableGrid::span(float query, float key, float queries, float keys) const {
  const auto placed = [&](const Rect& all, float w, float h, bool columns) {
    return columns ? Rect{all.x + w * query, all.y + h * key, w * queries, h * keys}
                   : Rect{all.x + w * key, all.y + h * query, w * keys, h * queries};
  };
  const Rect here = placed(cells, cell_w, cell_h, turned);
  if (turning <= 0) return here;
  const Rect there = placed(other, other_w, other_h, !turned);
  return {std::lerp(here.x, there.x, turning), std::lerp(here.y, there.y, turning),
          std::lerp(here.w, there.w, turning), std::lerp(here.h, there.h, turning)};
}

namespace {

/// The vectors of a side as its room is measured.
const Texts& measured(const TableSide& side, const HeaderRoom& room) {
  const Texts& kept = side.kind == Quantity::Kind::query ? room.queries : room.keys;
  return kept.empty() ? *side.vectors : kept;
}

TableGrid grid_at_rest(const Pen& pen, const TablePicture& table, const HeaderRoom& room,
                       bool turned, const Rect& inner, const RoomBelow& below) {
  TableGrid grid;
  grid.turned = turned;
  const TableSide left = left_side(table, turned), top = top_side(table, turned);
  if (table.has_tabs)
    place_tabs(pen, grid, inner);
  else
    grid.tabs = {inner.x, inner.y, inner.w, 0};
  const int down = turned ? table.columns : table.rows,
            across = turned ? table.rows : table.columns;
  const auto rows = static_cast<float>(std::max(1, down));
  const auto columns = static_cast<float>(std::max(1, across));
  grid.heatmap = table.rows > kMostBoxes || table.columns > kMostBoxes;
  // A narrow panel keeps its width for the cells.
  const bool narrow = inner.w < pen.em(230);
  grid.sums = narrow ? 0 : std::round(text_width(Font::mono, pen.m.tiny, "1.000") + pen.em(8));
  grid.color_bar = pen.em(20) + pen.px(10) + pen.m.tiny * 1.6f;
  const float tall = inner.h - grid.tabs.h - pen.em(12) - grid.color_bar;

  // First with vectors in the headers, then without: they ask for cells of a certain size.
  for (const bool vectors : {!left.vectors->empty(), false}) {
    grid.vectors = vectors;
    grid.side_label = inner.w > pen.em(250) ? std::round(pen.m.tiny * 1.6f) : 0;
    grid.row_header = row_header_width(pen, left, vectors ? measured(left, room) : Texts{}, inner);
    const float wide = inner.w - grid.row_header - grid.side_label - grid.sums;
    grid.cell_w = std::min(wide / columns, pen.em(kLargestCell));
    grid.column_header = header_height(pen, top, grid);
    // The bars give way down to their least before cells get lower than a line of text.
    const float at_ease = (tall - grid.column_header - below.wanted) / rows;
    const float pressed = (tall - grid.column_header - below.least) / rows;
    const float wanted = std::min(grid.cell_w, pen.em(44));
    const float line = pen.m.small * (below.close ? 1.12f : 1.25f);
    const float named = down <= kMostNamed || pressed >= line ? line : 0;
    const float least =
        below.close && named > 0
            ? named
            : std::max(named,
                       std::min(wanted, std::max(pressed, std::min(grid.cell_w, pen.em(22)))));
    grid.cell_h = std::clamp(at_ease, least, std::max(least, grid.cell_w));
    const float side = std::min(grid.cell_w, grid.cell_h);
    // A gap like a space at least, or two vectors beside each other read as one.
    const float apart = text_width(Font::mono, pen.vector_size(), "0");
    const float vector = widest(Font::mono, pen.vector_size(), measured(top, room)) + apart;
    // A word and its vector below it, in one row.
    const bool both = grid.cell_h >= 1.2f * (pen.m.small + pen.vector_size());
    if (!vectors || (both && side >= pen.px(kVectorsFrom) * 0.99f && grid.cell_w >= vector)) break;
  }
  if (!grid.heatmap && std::min(grid.cell_w, grid.cell_h) < kSmallestBox) grid.heatmap = true;
  if (grid.heatmap) {
    grid.cell_w = std::max(grid.cell_w, 1.0f);
    grid.cell_h = std::min(std::max(grid.cell_h, 1.0f), grid.cell_w);
    grid.column_header = header_height(pen, top, grid);
  }
  if (grid.cell_w >= 12) grid.cell_w = std::floor(grid.cell_w);
  if (grid.cell_h >= 12) grid.cell_h = std::floor(grid.cell_h);
  grid.gap = grid.heatmap ? 0 : std::clamp(grid.cell_w * 0.04f, 1.0f, pen.px(2.5f));
  grid.cells = {std::round(inner.x + grid.side_label + grid.row_header),
                std::round(grid.tabs.bottom() + pen.em(12) + grid.column_header),
                grid.cell_w * columns, grid.cell_h * rows};
  return grid;
}

}  // namespace

TableGrid table_grid(const Pen& pen, const TablePicture& table, const HeaderRoom& room,
                     const Rect& inner, const RoomBelow& below) {
  const bool turned = table.turn >= 0.5f;
  TableGrid grid = grid_at_rest(pen, table, room, turned, inner, below);
  grid.turning = turned ? 1 - table.turn : table.turn;
  if (grid.turning <= 0) return grid;
  const TableGrid there = grid_at_rest(pen, table, room, !turned, inner, below);
  grid.other = there.cells;
  grid.other_w = there.cell_w;
  grid.other_h = there.cell_h;
  return grid;
}

}  // namespace qkv
