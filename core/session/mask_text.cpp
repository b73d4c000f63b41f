#include "core/session/mask_text.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "core/session/words.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

/// [heads, rows, columns] as text: heads joined by |, rows by /; cell writes one number.
template <class Cells, class WriteCell>
std::string cells_text(const Cells& cells, WriteCell write_cell) {
  std::string text;
  std::size_t i = 0;
  for (int head = 0; head < cells.heads; ++head) {
    if (head > 0) text += '|';
    for (int row = 0; row < cells.rows; ++row) {
      if (row > 0) text += '/';
      for (int column = 0; column < cells.columns; ++column) text += write_cell(i++, column);
    }
  }
  return text;
}

[[noreturn]] void refuse_cells(std::string_view text) {
  throw InputError("mask cells \"" + std::string(text.substr(0, 40)) +
                   "\": write rows of equal length joined by /, heads by |");
}

/// The inverse: sizes from the separators, `read_row` appends a row's cells and says how many.
template <class Cells, class ReadRow>
Cells parse_cells(std::string_view text, ReadRow read_row) {
  Cells cells;
  cells.heads = 0;
  int rows_before = -1;
  for (const std::string_view head : split_outside_quotes(text, '|')) {
    int rows = 0;
    for (const std::string_view row : split_outside_quotes(head, '/')) {
      const int columns = read_row(cells, row);
      if (columns <= 0 || (cells.columns > 0 && columns != cells.columns)) refuse_cells(text);
      cells.columns = columns;
      ++rows;
    }
    if (rows_before >= 0 && rows != rows_before) refuse_cells(text);
    rows_before = cells.rows = rows;
    ++cells.heads;
  }
  return cells;
}

BoolCells parse_bool_cells(std::string_view text) {
  return parse_cells<BoolCells>(text, [&](BoolCells& cells, std::string_view row) {
    for (const char c : row) {
      if (c != '0' && c != '1') refuse_cells(text);
      cells.visible.push_back(c == '1');
    }
    return static_cast<int>(row.size());
  });
}

FloatCells parse_float_cells(std::string_view text) {
  return parse_cells<FloatCells>(text, [&](FloatCells& cells, std::string_view row) {
    const auto numbers = split_outside_quotes(row, ',');
    for (const std::string_view number : numbers) {
      float value = 0;
      const auto [end, error] =
          std::from_chars(number.data(), number.data() + number.size(), value);
      if (error != std::errc() || end != number.data() + number.size() || std::isnan(value)) {
        refuse_cells(text);
      }
      cells.added.push_back(value);
    }
    return static_cast<int>(numbers.size());
  });
}

std::string float_text(float value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return shortest(value);
}

bool is_cut_off(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

template <class Cells>
bool same(const std::shared_ptr<const Cells>& a, const std::shared_ptr<const Cells>& b) {
  return a == b || (a && b && *a == *b);
}

}  // namespace

Mask parse_mask(std::string_view text, const Mask& present) {
  Mask mask = present;
  bool rules_read = false;
  for (std::string_view piece : split_outside_quotes(text, ' ')) {
    if (piece.empty()) continue;
    if (is_cut_off(piece, "align:")) {
      if (piece != "start" && piece != "end") {
        throw InputError("align:" + std::string(piece) + ": choose start or end");
      }
      mask.align = piece == "end" ? CausalAlign::end : CausalAlign::start;
    } else if (is_cut_off(piece, "cells:")) {
      mask.cells =
          piece == "none" ? nullptr : std::make_shared<const BoolCells>(parse_bool_cells(piece));
    } else if (is_cut_off(piece, "bias:")) {
      mask.bias =
          piece == "none" ? nullptr : std::make_shared<const FloatCells>(parse_float_cells(piece));
    } else if (rules_read) {
      throw InputError("mask \"" + std::string(text) +
                       "\": join rules by +, as in causal+padding:2");
    } else {
      mask.rules = parse_mask_rules(piece);
      rules_read = true;
    }
  }
  return mask;
}

bool fits(const Mask& mask, const Document& document) {
  const auto cells_fit = [&](const auto& cells, std::size_t stored) {
    const bool heads = cells.heads == 1 || cells.heads == document.heads();
    return heads && cells.rows == document.n() && cells.columns == document.m() &&
           stored == static_cast<std::size_t>(cells.heads) * static_cast<std::size_t>(cells.rows) *
                         static_cast<std::size_t>(cells.columns);
  };
  return (!mask.cells || cells_fit(*mask.cells, mask.cells->visible.size())) &&
         (!mask.bias || cells_fit(*mask.bias, mask.bias->added.size()));
}

std::string mask_text(const Mask& mask, const Mask& present) {
  std::string text = mask_rules_text(mask.rules);
  if (mask.align != present.align) {
    text += mask.align == CausalAlign::end ? " align:end" : " align:start";
  }
  if (!same(mask.cells, present.cells)) {
    text += " cells:";
    text += mask.cells ? cells_text(*mask.cells,
                                    [&](std::size_t i, int) {
                                      return std::string(mask.cells->visible[i] ? "1" : "0");
                                    })
                       : "none";
  }
  if (!same(mask.bias, present.bias)) {
    text += " bias:";
    text += mask.bias
                ? cells_text(*mask.bias,
                             [&](std::size_t i, int column) {
                               return (column > 0 ? "," : "") + float_text(mask.bias->added[i]);
                             })
                : "none";
  }
  return text;
}

}  // namespace qkv
