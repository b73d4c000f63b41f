#include "core/transformer/cheaper.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

double feature(float x) {  // elu(x) + 1
  const auto value = static_cast<double>(x);
  return value > 0 ? value + 1 : std::exp(value);
}

}  // namespace

BoolCells block_sparse(int n, int size) {
  BoolCells cells;
  cells.heads = 1;
  cells.rows = n;
  cells.columns = n;
  cells.visible.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      if (j / size == i / size || j % size == size - 1)
        cells.visible[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) +
                      static_cast<std::size_t>(j)] = 1;
  return cells;
}

double causal_cells(double n) { return n * (n + 1) / 2; }

double window_cells(double n, double window) {
  const double ramp = std::min(n, window);
  return ramp * (ramp + 1) / 2 + std::max(0.0, n - window) * window;
}

double block_sparse_cells(double n, double size) {
  const double blocks = std::floor(n / size), rest = n - blocks * size;
  // Within blocks, then one summary for every earlier block and row.
  return blocks * causal_cells(size) + causal_cells(rest) + size * blocks * (blocks - 1) / 2 +
         rest * blocks;
}

Tensor linear_attention(const Tensor& q, const Tensor& k, const Tensor& v, bool causal) {
  const auto d = static_cast<std::size_t>(q.columns), dv = static_cast<std::size_t>(v.columns);
  std::vector<double> memory(d * dv), total(d);
  const auto take = [&](int j) {
    for (std::size_t a = 0; a < d; ++a) {
      const double f = feature(cell(k, j, static_cast<int>(a)));
      total[a] += f;
      for (std::size_t b = 0; b < dv; ++b)
        memory[a * dv + b] += f * static_cast<double>(cell(v, j, static_cast<int>(b)));
    }
  };
  if (!causal)
    for (int j = 0; j < k.rows; ++j) take(j);
  Tensor result = zeros(q.rows, v.columns);
  for (int i = 0; i < q.rows; ++i) {
    if (causal) take(i);
    double norm = 0;
    std::vector<double> mixed(dv);
    for (std::size_t a = 0; a < d; ++a) {
      const double f = feature(cell(q, i, static_cast<int>(a)));
      norm += f * total[a];
      for (std::size_t b = 0; b < dv; ++b) mixed[b] += f * memory[a * dv + b];
    }
    for (std::size_t b = 0; b < dv; ++b)
      cell(result, i, static_cast<int>(b)) = static_cast<float>(mixed[b] / norm);
  }
  return result;
}

Tensor linear_attention_weights(const Tensor& q, const Tensor& k, bool causal) {
  Tensor result = zeros(q.rows, k.rows);
  for (int i = 0; i < q.rows; ++i) {
    const int keys = causal ? i + 1 : k.rows;
    std::vector<double> row(static_cast<std::size_t>(keys));
    double total = 0;
    for (int j = 0; j < keys; ++j) {
      double alike = 0;
      for (int a = 0; a < q.columns; ++a) alike += feature(cell(q, i, a)) * feature(cell(k, j, a));
      total += row[static_cast<std::size_t>(j)] = alike;
    }
    for (int j = 0; j < keys; ++j)
      cell(result, i, j) = static_cast<float>(row[static_cast<std::size_t>(j)] / total);
  }
  return result;
}

}  // namespace qkv
