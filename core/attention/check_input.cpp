#include "core/attention/check_input.h"

#include <cmath>
#include <string>

#include "core/text/input_error.h"

namespace qkv {
namespace {

std::string shape_text(int heads, int rows, int columns) {
  return "[" + std::to_string(heads) + ", " + std::to_string(rows) + ", " +
         std::to_string(columns) + "]";
}
std::string shape_text(const TensorView& t) { return shape_text(t.heads, t.rows, t.columns); }

std::string place(int head, int row, int column) {
  return "head " + std::to_string(head) + ", row " + std::to_string(row) + ", column " +
         std::to_string(column);
}

std::string number_text(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return std::to_string(value);
}

void check_not_empty(const TensorView& tensor, const char* name) {
  if (tensor.heads > 0 && tensor.rows > 0 && tensor.columns > 0) return;
  throw InputError(std::string(name) + " " + shape_text(tensor) +
                   ": every length must be at least 1");
}

template <typename Cells>
void check_cells(const Cells& cells, std::size_t count, int heads, int n, int m, const char* name) {
  const bool fits =
      (cells.heads == 1 || cells.heads == heads) && cells.rows == n && cells.columns == m;
  const std::string shape = shape_text(cells.heads, cells.rows, cells.columns);
  if (!fits) {
    throw InputError(std::string(name) + " " + shape + " does not fit scores " +
                     shape_text(heads, n, m) +
                     ": give one cell a query and key, for 1 or all heads");
  }
  const auto expected = static_cast<std::size_t>(cells.heads) * static_cast<std::size_t>(n) *
                        static_cast<std::size_t>(m);
  if (count != expected) {
    throw InputError(std::string(name) + " " + shape + " needs " + std::to_string(expected) +
                     " cells and has " + std::to_string(count));
  }
}

void check_factors(const AttentionOptions& options, int heads) {
  if (options.scale && !std::isfinite(*options.scale)) {
    throw InputError("scale " + number_text(*options.scale) + ": give a finite number");
  }
  if (!(options.softcap >= 0.0f) || std::isinf(options.softcap)) {
    throw InputError("softcap " + number_text(options.softcap) +
                     ": give a number above 0, or 0 for none");
  }
  if (!(options.temperature > 0.0f) || std::isinf(options.temperature)) {
    throw InputError("temperature " + number_text(options.temperature) +
                     ": give a number above 0; 1 changes nothing");
  }
  if (options.sink.empty()) return;
  if (options.sink.size() != static_cast<std::size_t>(heads)) {
    throw InputError("sink has " + std::to_string(options.sink.size()) + " scores for " +
                     std::to_string(heads) + " heads: give one a head");
  }
  for (std::size_t h = 0; h < options.sink.size(); ++h) {
    if (std::isfinite(options.sink[h])) continue;
    throw InputError("sink of head " + std::to_string(h) + " is " + number_text(options.sink[h]) +
                     ": give a finite score");
  }
}

// A second softmax gives hidden keys a weight, and columns need every row.
bool is_used(const AttentionOptions& options, int head, int row, int key, int n, int m) {
  return options.variant.twice || takes_part(options, head, row, key, n, m);
}

// Does any row of the query heads that share this key/value head look at key j?
bool key_is_used(const AttentionInput& input, int kv_head, int key) {
  const int heads = input.queries.heads, n = input.queries.rows, m = input.keys.rows;
  const int group = heads / input.keys.heads;
  for (int head = kv_head * group; head < (kv_head + 1) * group; ++head) {
    for (int row = 0; row < n; ++row) {
      if (is_used(input.options, head, row, key, n, m)) return true;
    }
  }
  return false;
}

bool row_looks_at_something(const AttentionInput& input, int head, int row) {
  const int n = input.queries.rows, m = input.keys.rows;
  for (int key = 0; key < m; ++key) {
    if (is_used(input.options, head, row, key, n, m)) return true;
  }
  return false;
}

template <typename IsUsed>
void check_tensor(const TensorView& tensor, const char* name, IsUsed is_used) {
  for (int head = 0; head < tensor.heads; ++head) {
    for (int row = 0; row < tensor.rows; ++row) {
      const auto numbers = tensor.row(head, row);
      for (int column = 0; column < tensor.columns; ++column) {
        const float number = numbers[static_cast<std::size_t>(column)];
        if (std::isfinite(number)) continue;
        if (!is_used(head, row)) break;
        throw InputError(std::string(name) + ": " + place(head, row, column) + " is " +
                         number_text(number) + " and nothing hides it; mend the number or mask it");
      }
    }
  }
}

void check_bias(const AttentionInput& input) {
  const Mask& mask = input.options.mask;
  if (!mask.bias) return;
  const FloatCells& bias = *mask.bias;
  const int n = input.queries.rows, m = input.keys.rows;
  for (int head = 0; head < input.queries.heads; ++head) {
    for (int row = 0; row < n; ++row) {
      for (int column = 0; column < m; ++column) {
        const float added = bias.added[cell_index(bias, head, row, column)];
        if (std::isfinite(added) || added <= kHiddenBias) continue;
        if (!is_visible(mask, head, row, column, n, m)) continue;
        throw InputError("added mask: " + place(head, row, column) + " is " + number_text(added) +
                         "; give a finite number, or -inf to hide the key");
      }
    }
  }
}

}  // namespace

void check_shapes(const AttentionInput& input) {
  const TensorView &q = input.queries, &k = input.keys, &v = input.values;
  check_not_empty(q, "queries");
  check_not_empty(k, "keys");
  check_not_empty(v, "values");
  if (q.columns != k.columns) {
    throw InputError("queries " + shape_text(q) + " and keys " + shape_text(k) +
                     ": a query and a key must have the same width");
  }
  if (k.rows != v.rows || k.heads != v.heads) {
    throw InputError("keys " + shape_text(k) + " and values " + shape_text(v) +
                     ": every key needs one value, with as many heads");
  }
  if (q.heads % k.heads != 0) {
    throw InputError("queries " + shape_text(q) + " and keys " + shape_text(k) + ": " +
                     std::to_string(q.heads) + " query heads cannot share " +
                     std::to_string(k.heads) + " key heads evenly");
  }
  const Mask& mask = input.options.mask;
  if (mask.cells) {
    check_cells(*mask.cells, mask.cells->visible.size(), q.heads, q.rows, k.rows, "mask");
  }
  if (mask.bias) {
    check_cells(*mask.bias, mask.bias->added.size(), q.heads, q.rows, k.rows, "added mask");
  }
  check_factors(input.options, q.heads);
}

void check_finite(const AttentionInput& input) {
  check_tensor(input.queries, "queries",
               [&](int head, int row) { return row_looks_at_something(input, head, row); });
  const auto used = [&](int kv_head, int key) { return key_is_used(input, kv_head, key); };
  check_tensor(input.keys, "keys", used);
  check_tensor(input.values, "values", used);
  check_bias(input);
}

void refuse_overflow(const char* what, float value, int head, int row, int column) {
  throw InputError(std::string(what) + ": " + place(head, row, column) + " is " +
                   number_text(value) +
                   "; the inputs are too large for 32-bit floats, make them smaller");
}

}  // namespace qkv
