#include "core/transformer/positions.h"

#include <cassert>
#include <cmath>
#include <cstdlib>

namespace qkv {

Tensor sinusoidal_positions(int n, int d, double base) {
  Tensor result = zeros(n, d);
  for (int t = 0; t < n; ++t)
    for (int c = 0; c < d; ++c) {
      const double angle = t / std::pow(base, 2.0 * (c / 2) / d);
      cell(result, t, c) = static_cast<float>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return result;
}

double rope_angle(int position, int pair, int d, double base) {
  return position * std::pow(base, -2.0 * pair / d);
}

Tensor with_rope(const Tensor& x, RopePairs pairs, double base, int first) {
  assert(x.columns % 2 == 0);
  Tensor result = x;
  const int half = x.columns / 2;
  for (int h = 0; h < x.heads; ++h)
    for (int t = 0; t < x.rows; ++t)
      for (int i = 0; i < half; ++i) {
        const int a = pairs == RopePairs::neighbours ? 2 * i : i;
        const int b = pairs == RopePairs::neighbours ? 2 * i + 1 : i + half;
        const double angle = rope_angle(first + t, i, x.columns, base);
        const auto u = static_cast<double>(cell(x, t, a, h));
        const auto v = static_cast<double>(cell(x, t, b, h));
        cell(result, t, a, h) = static_cast<float>(u * std::cos(angle) - v * std::sin(angle));
        cell(result, t, b, h) = static_cast<float>(u * std::sin(angle) + v * std::cos(angle));
      }
  return result;
}

std::vector<float> alibi_slopes(int heads) {
  int power = 1;
  while (2 * power <= heads) power *= 2;
  std::vector<float> slopes;
  for (int h = 1; h <= power; ++h)
    slopes.push_back(static_cast<float>(std::exp2(-8.0 * h / power)));
  for (int h = 0; static_cast<int>(slopes.size()) < heads; ++h)
    slopes.push_back(static_cast<float>(std::exp2(-8.0 * (2 * h + 1) / (2.0 * power))));
  return slopes;
}

Tensor alibi_bias(float slope, int n, int m) {
  Tensor result = zeros(n, m);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) cell(result, i, j) = -slope * static_cast<float>(std::abs(i - j));
  return result;
}

}  // namespace qkv
