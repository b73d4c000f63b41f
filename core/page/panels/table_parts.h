#pragma once
// The n×n table: its measures for one panel, and the parts that are drawn with them.

#include <algorithm>

#include "core/page/panels/pen.h"
#include "core/picture/header_room.h"

namespace qkv {

/// Where everything of the table stands, already scrolled.
struct TableGrid {
  Rect tabs;
  Rect cells;  ///< all of them
  float cell_w = 0, cell_h = 0;
  float gap = 0;            ///< between cells
  float row_header = 0;     ///< width of the words beside the rows
  float side_label = 0;     ///< width of "queries q", which runs upwards; 0: not shown
  float column_header = 0;  ///< height above the cells
  bool upward = false;      ///< column words run upwards
  bool vectors = false;     ///< q_i and k_j stand in the headers
  bool heatmap = false;     ///< cells are one picture
  float sums = 0;           ///< width of the Σ column
  float color_bar = 0;      ///< height below the cells
  float tab_height = 0;
  int tabs_per_row = 4;

  bool turned = false;  ///< queries are columns: what stands on the left are keys
  /// Halfway between rows and columns each cell has two places: this is the other one, and how far
  /// it is on its way there, 0 when the table is at rest.
  Rect other;
  float other_w = 0, other_h = 0, turning = 0;

  /// Of a query and a key, wherever these stand.
  Rect cell(int query, int key) const { return span(query, key, 1, 1); }
  /// All cells of a query; of a key. A row or a column; `at` between two while the frame travels.
  Rect query_line(float at, int keys) const { return span(at, 0, 1, static_cast<float>(keys)); }
  Rect span(float query, float key, float queries, float keys) const;
  /// Is a cell large enough to be pointed at?
  bool reachable(const Pen& pen) const { return std::min(cell_w, cell_h) >= pen.px(3.5f); }
  float bottom() const { return cells.bottom() + color_bar; }
};
/// As the table stands: what is on its left and above it.
struct TableSide {
  const std::vector<std::string>*words, *vectors;
  const std::string* name;
  Role role;
  Quantity::Kind kind;
  int lit;  ///< the chosen query, the acting key; -1: none
  int count() const { return static_cast<int>(words->size()); }
};
TableSide left_side(const TablePicture& table, bool turned);
TableSide top_side(const TablePicture& table, bool turned);

/// What stands below the table, pixels.
struct RoomBelow {
  float wanted, least;
  bool close = false;  ///< the rows come as close for it as their words allow
};

/// Measures for `inner`, the panel without its padding.
TableGrid table_grid(const Pen& pen, const TablePicture& table, const HeaderRoom& room,
                     const Rect& inner, const RoomBelow& below);

/// Are the columns wide enough for their words?
bool columns_named(const Pen& pen, const TableGrid& grid);

void draw_tabs(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_headers(Pen& pen, const TablePicture& table, const TableGrid& grid);
/// That it shows differences, in the corner where no header stands; a click ends it.
void draw_compared(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_cells(Pen& pen, const TablePicture& table, const TableGrid& grid, ColorMap map);
void draw_frames(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_sums(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_color_bar(Pen& pen, const TablePicture& table, const TableGrid& grid, ColorMap map);

Color cell_color(const Pen& pen, const TablePicture& table, ColorMap map, float value);
Quantity cell_quantity(const TablePicture& table, int row, int column);

/// Do numbers fit into the cells?
bool cells_say_numbers(const Pen& pen, const TablePicture& table, const TableGrid& grid);

/// Which bars are shown where `most` fit: the largest, in sentence order.
std::vector<std::size_t> listed(const BarsPicture& bars, std::size_t most);
/// What draw_row_numbers takes for so many rows.
float row_numbers_height(const Pen& pen, int rows);
/// The numbers of the chosen row beside their words, as many as fit into `place`; returns the
/// height used, 0 where there are none yet.
float draw_row_numbers(Pen& pen, const BarsPicture& bars, const Rect& place);
/// Bars of the chosen word and its output vector, from `place`'s top on; at most place.h high where
/// that is enough for the least. Returns the height used.
float draw_bars(Pen& pen, const BarsPicture& bars, const Rect& place, ColorMap map);
/// The output vector alone; returns its height, 0 before there is one.
float draw_vector(Pen& pen, const BarsPicture& bars, const Rect& place);
/// What draw_vector takes, also while there is no vector yet.
float vector_height(const Pen& pen);
/// `dense`: with the distances at their least.
float bars_height(const Pen& pen, const BarsPicture& bars, int rows, bool dense = false);

}  // namespace qkv
