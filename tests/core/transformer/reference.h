#pragma once
// A plain float64 matrix and the formulas of a transformer written straight from the papers, for
// comparison: nothing of core/transformer is used.

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "core/attention/attention.h"

namespace qkv::reference {

using Rows = std::vector<std::vector<double>>;

inline Tensor random_tensor(int rows, int columns, std::uint32_t seed, int heads = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-2.0f, 2.0f);
  Tensor t{heads, rows, columns, {}};
  for (int i = 0; i < heads * rows * columns; ++i) t.data.push_back(number(random));
  return t;
}

inline std::vector<float> random_row(int columns, std::uint32_t seed) {
  return random_tensor(1, columns, seed).data;
}

inline Rows rows_of(const Tensor& t, int head = 0) {
  Rows rows;
  for (int r = 0; r < t.rows; ++r) {
    const auto row = t.view().row(head, r);
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

inline Rows times(const Rows& a, const Rows& b) {
  Rows c(a.size(), std::vector<double>(b.front().size(), 0.0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      for (std::size_t j = 0; j < b[k].size(); ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}

inline Rows plus(Rows a, const Rows& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] += b[i][j];
  return a;
}

inline Rows columns(const Rows& a, std::size_t from, std::size_t count) {
  Rows out;
  for (const auto& row : a)
    out.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(from),
                     row.begin() + static_cast<std::ptrdiff_t>(from + count));
  return out;
}

inline Rows attention_weights(const Rows& q, const Rows& k, bool causal, double scale) {
  Rows w(q.size(), std::vector<double>(k.size(), 0.0));
  for (std::size_t i = 0; i < q.size(); ++i) {
    double total = 0;
    for (std::size_t j = 0; j < k.size(); ++j) {
      if (causal && j > i) continue;
      double score = 0;
      for (std::size_t c = 0; c < q[i].size(); ++c) score += q[i][c] * k[j][c];
      total += w[i][j] = std::exp(score * scale);
    }
    for (double& weight : w[i]) weight /= total;
  }
  return w;
}

/// Largest |t − rows|.
inline double off(const Tensor& t, const Rows& rows, int head = 0) {
  double most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      most = std::max(
          most,
          std::abs(rows[i][j] - static_cast<double>(t.view().row(head, static_cast<int>(i))[j])));
  return most;
}

/// The mean from pairwise differences: var = Σ_ij (x_i − x_j)² / 2d².
inline Rows layer_norm(const Rows& x, const std::vector<float>& gain,
                       const std::vector<float>& bias, double eps) {
  Rows out = x;
  for (auto& row : out) {
    const auto d = static_cast<double>(row.size());
    double pairs = 0, total = 0;
    for (const double a : row) {
      total += a;
      for (const double b : row) pairs += (a - b) * (a - b);
    }
    const double variance = pairs / (2 * d * d);
    for (std::size_t c = 0; c < row.size(); ++c)
      row[c] = (row[c] - total / d) / std::sqrt(variance + eps) * static_cast<double>(gain[c]) +
               static_cast<double>(bias[c]);
  }
  return out;
}

/// Φ(x) by integrating the density (Simpson), not by erf.
inline double normal_cdf(double x) {
  const int steps = 4000;
  const double low = -12, h = (x - low) / steps;
  const auto density = [](double t) {
    return std::exp(-t * t / 2) / std::sqrt(2 * 3.14159265358979323846);
  };
  double total = density(low) + density(x);
  for (int i = 1; i < steps; ++i) total += (i % 2 == 1 ? 4 : 2) * density(low + i * h);
  return total * h / 3;
}

inline Rows each(Rows x, const std::function<double(double)>& f) {
  for (auto& row : x)
    for (double& value : row) value = f(value);
  return x;
}

}  // namespace qkv::reference
