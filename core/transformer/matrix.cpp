#include "core/transformer/matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace qkv {
namespace {

std::size_t index(const Tensor& t, int row, int column, int head) {
  assert(row >= 0 && row < t.rows && column >= 0 && column < t.columns && head < t.heads);
  return (static_cast<std::size_t>(head) * static_cast<std::size_t>(t.rows) +
          static_cast<std::size_t>(row)) *
             static_cast<std::size_t>(t.columns) +
         static_cast<std::size_t>(column);
}

}  // namespace

Tensor zeros(int rows, int columns, int heads) {
  return {heads, rows, columns,
          std::vector<float>(static_cast<std::size_t>(heads) * static_cast<std::size_t>(rows) *
                             static_cast<std::size_t>(columns))};
}

float& cell(Tensor& t, int row, int column, int head) {
  return t.data[index(t, row, column, head)];
}
float cell(const Tensor& t, int row, int column, int head) {
  return t.data[index(t, row, column, head)];
}

Tensor head_of(const Tensor& t, int head) {
  const auto size = static_cast<std::ptrdiff_t>(t.rows) * t.columns;
  const auto begin = t.data.begin() + head * size;
  return {1, t.rows, t.columns, {begin, begin + size}};
}

Tensor product(const Tensor& a, const Tensor& b) {
  assert(a.columns == b.rows && a.heads == 1 && b.heads == 1);
  Tensor result = zeros(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.columns; ++j) {
      double total = 0;
      for (int k = 0; k < a.columns; ++k)
        total += static_cast<double>(cell(a, i, k)) * static_cast<double>(cell(b, k, j));
      cell(result, i, j) = static_cast<float>(total);
    }
  return result;
}

Tensor sum(const Tensor& a, const Tensor& b) {
  assert(a.rows == b.rows && a.columns == b.columns && a.heads == b.heads);
  Tensor result = a;
  for (std::size_t i = 0; i < a.data.size(); ++i) result.data[i] += b.data[i];
  return result;
}

Tensor transposed(const Tensor& a) {
  Tensor result = zeros(a.columns, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j) cell(result, j, i) = cell(a, i, j);
  return result;
}

void add_to_rows(Tensor& a, const std::vector<float>& bias) {
  if (bias.empty()) return;
  assert(static_cast<int>(bias.size()) == a.columns);
  for (std::size_t i = 0; i < a.data.size(); ++i) a.data[i] += bias[i % bias.size()];
}

float largest_difference(const Tensor& a, const Tensor& b) {
  assert(a.data.size() == b.data.size());
  float most = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i)
    most = std::max(most, std::abs(a.data[i] - b.data[i]));
  return most;
}

}  // namespace qkv
