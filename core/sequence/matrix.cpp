#include "core/sequence/matrix.h"

#include <algorithm>
#include <cmath>

namespace qkv {

Matrix identity(int n) {
  Matrix result(n, n);
  for (int i = 0; i < n; ++i) result.at(i, i) = 1;
  return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows, b.columns);
  for (int r = 0; r < a.rows; ++r)
    for (int k = 0; k < a.columns; ++k)
      for (int c = 0; c < b.columns; ++c) result.at(r, c) += a.at(r, k) * b.at(k, c);
  return result;
}

double largest_stretch(const Matrix& matrix) {
  // Scaled, so that the squares of a memory that has nearly faded do not underflow.
  double scale = 0;
  for (const double x : matrix.data) scale = std::max(scale, std::abs(x));
  if (!(scale > 0) || !std::isfinite(scale)) return scale;
  Matrix m = matrix;
  for (double& x : m.data) x /= scale;
  constexpr int kMostSweeps = 60;
  constexpr double kOrthogonal = 1e-14;
  const auto dot = [&](int a, int b) {
    double sum = 0;
    for (int r = 0; r < m.rows; ++r) sum += m.at(r, a) * m.at(r, b);
    return sum;
  };
  bool turned = true;
  for (int sweep = 0; sweep < kMostSweeps && turned; ++sweep) {
    turned = false;
    for (int a = 0; a < m.columns; ++a)
      for (int b = a + 1; b < m.columns; ++b) {
        const double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
        if (std::abs(ab) <= kOrthogonal * std::sqrt(aa * bb)) continue;
        turned = true;
        const double zeta = (bb - aa) / (2 * ab);
        const double t = (zeta >= 0 ? 1.0 : -1.0) / (std::abs(zeta) + std::hypot(1.0, zeta));
        const double cosine = 1 / std::hypot(1.0, t), sine = cosine * t;
        for (int r = 0; r < m.rows; ++r) {
          const double x = m.at(r, a), y = m.at(r, b);
          m.at(r, a) = cosine * x - sine * y;
          m.at(r, b) = sine * x + cosine * y;
        }
      }
  }
  double most = 0;
  for (int c = 0; c < m.columns; ++c) most = std::max(most, std::sqrt(dot(c, c)));
  return scale * most;
}

}  // namespace qkv
