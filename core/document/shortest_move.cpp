#include "core/document/shortest_move.h"

#include <cmath>
#include <limits>

namespace qkv {
namespace {

/// A Aᵀ + a hair on the diagonal, which picks the shortest of many answers (Tikhonov).
std::vector<double> damped_gram(std::span<const double> a, std::size_t rows, std::size_t columns) {
  constexpr double kDamping = 1e-7;
  std::vector<double> gram(rows * rows);
  double trace = 0;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < rows; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < columns; ++k) sum += a[i * columns + k] * a[j * columns + k];
      gram[i * rows + j] = sum;
      if (i == j) trace += sum;
    }
  for (std::size_t i = 0; i < rows; ++i) gram[i * rows + i] += kDamping * trace;
  return gram;
}

/// x with x·G = b for a symmetric positive G, in place (Cholesky without roots).
void solve(std::vector<double>& g, std::size_t n, std::vector<double>& b) {
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = g[k * n + k];
    if (!(pivot > 0)) continue;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = g[i * n + k] / pivot;
      for (std::size_t j = k; j < n; ++j) g[i * n + j] -= factor * g[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= g[k * n + j] * b[j];
    b[k] = g[k * n + k] > 0 ? b[k] / g[k * n + k] : 0;
  }
}

}  // namespace

std::vector<double> shortest_move(std::span<const double> a, int rows, int columns,
                                  std::span<const double> wanted) {
  const auto n = static_cast<std::size_t>(rows), m = static_cast<std::size_t>(columns);
  const std::vector<double> gram = damped_gram(a, n, m);
  std::vector<double> x(n), left(wanted.begin(), wanted.end());
  // Each round takes what the damping left of the way; three leave nothing that a float can hold.
  for (int round = 0; round < 3; ++round) {
    std::vector<double> more(n), factors = gram;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < m; ++k) more[i] += a[i * m + k] * left[k];
    solve(factors, n, more);
    for (std::size_t i = 0; i < n; ++i) x[i] += more[i];
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i) left[k] -= more[i] * a[i * m + k];
  }
  return x;
}

double step_to(double score, double slope, double bend, double wanted) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double rise = wanted - score;
  if (rise == 0) return 0;
  if (std::abs(bend) < 1e-12 * std::abs(slope)) return slope != 0 ? rise / slope : none;
  const double inside = slope * slope + 4 * bend * rise;
  if (inside < 0) return none;
  // The root nearer to 0, in the form that does not cancel.
  const double root = std::sqrt(inside);
  const double sum = slope >= 0 ? slope + root : slope - root;
  return sum != 0 ? 2 * rise / sum : none;
}

}  // namespace qkv
