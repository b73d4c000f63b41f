#pragma once
// A drawn matrix: coloured cells with their numbers, names of rows and columns, outlines around
// rows, columns or single cells. One function, for scenes of lessons:
//
//   MatrixDrawing m{.rows = 2, .columns = 2, .values = {1, 0, 0.5, 2}, .limit = 2};
//   m.outlines.push_back({.row = 0, .tint = Tint::blue});        // the whole row
//   const MatrixPlace place = draw_matrix(pen, m, rect);          // place.cell(r, c): its
//   rectangle
//
// Cells are square where there is room, numbers are set in the largest size and with the most
// decimals that fit all of them; without room for numbers only colours are left, and very many
// cells become one picture (Heatmap).

#include "core/page/chart.h"

namespace qkv {

struct MatrixDrawing {
  enum class Map {
    diverging,  ///< -limit .. limit, as scores
    share,      ///< 0 .. limit, as weights
    plain       ///< no colour: ground and numbers
  };
  struct Outline {
    int row = -1, column = -1;  ///< one of them: the whole row or column; both: a cell
    Tint tint = Tint::blue;
    float alpha = 1;
  };
  int rows = 0, columns = 0;
  std::vector<double> values{};  ///< rows × columns, row-major; NaN: an empty cell
  Map map = Map::diverging;
  double limit = 1;
  ColorMap colors = ColorMap::viridis;  ///< of shares
  std::string title{};
  std::vector<std::string> row_names{}, column_names{};  ///< empty: none
  std::vector<Tint> row_tints{}, column_tints{};         ///< of the names; empty: plain
  bool row_tabs = false;  ///< a tab in its row_tint before every row: what it is keeps its colour
  /// What the numbers are; a cell that is pointed at tells it, with its place and all its digits.
  /// Empty: the title. `told_rows` and `told_columns` name them where row_names, column_names do
  /// not.
  std::string told{};
  std::vector<std::string> told_rows{}, told_columns{};
  std::vector<std::string> texts{};  ///< in place of the numbers, one a cell; "": the number
  std::vector<float> shown{};        ///< a cell, 0 empty .. 1 there; empty: all 1
  std::vector<bool> hatched{};       ///< a cell: hidden, or not there; empty: none
  std::vector<Outline> outlines{};
  int decimals = 2;            ///< at most
  bool without_zeros = false;  ///< ".74" for "0.74", as beside a matrix that has no room for more
  bool numbers = true;         ///< false: colours alone
  float most_number = 0;       ///< em of the numbers, pixels, at most; 0: a cell's own
  float most_cell = 64;        ///< design pixels: cells grow no larger
  bool square = true;  ///< false: as wide as the rectangle, up to three times as wide as high
};

struct MatrixPlace {
  Rect cells;
  float cell_w = 0, cell_h = 0;
  Rect whole;  ///< with names and title
  Rect cell(int row, int column) const {
    return {cells.x + cell_w * static_cast<float>(column),
            cells.y + cell_h * static_cast<float>(row), cell_w, cell_h};
  }
};
/// In the middle of the rectangle, at its top.
MatrixPlace draw_matrix(Pen& pen, const MatrixDrawing& matrix, const Rect& rect);

}  // namespace qkv
