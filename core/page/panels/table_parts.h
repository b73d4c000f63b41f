#pragma once
// The n×n table: its measures for one panel, and the parts that are drawn with them.

#include "core/page/panels/pen.h"

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

  Rect cell(int row, int column) const {
    return {cells.x + cell_w * static_cast<float>(column),
            cells.y + cell_h * static_cast<float>(row), cell_w, cell_h};
  }
  float bottom() const { return cells.bottom() + color_bar; }
};

/// Measures for `inner`, the panel without its padding; `below` is what bars and vector want, and
/// `below_least` what they need.
TableGrid table_grid(const Pen& pen, const TablePicture& table, const Rect& inner, float below,
                     float below_least);

/// Are the columns wide enough for their words?
bool columns_named(const Pen& pen, const TableGrid& grid);

void draw_tabs(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_headers(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_cells(Pen& pen, const TablePicture& table, const TableGrid& grid, ColorMap map);
void draw_frames(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_sums(Pen& pen, const TablePicture& table, const TableGrid& grid);
void draw_color_bar(Pen& pen, const TablePicture& table, const TableGrid& grid, ColorMap map);

Color cell_color(const Pen& pen, const TablePicture& table, ColorMap map, float value);
Quantity cell_quantity(const TablePicture& table, int row, int column);

/// Bars of the chosen word and its output vector, from `place`'s top on; at most place.h high where
/// that is enough for the least. Returns the height used.
float draw_bars(Pen& pen, const BarsPicture& bars, const Rect& place, ColorMap map);
/// The output vector alone; returns its height, 0 before there is one.
float draw_vector(Pen& pen, const BarsPicture& bars, const Rect& place);
/// What draw_vector takes, also while there is no vector yet.
float vector_height(const Pen& pen);
float bars_height(const Pen& pen, const BarsPicture& bars, int rows);

}  // namespace qkv
