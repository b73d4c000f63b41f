#include "core/document/decompose.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

using Vector = std::vector<double>;

/// size × size, symmetric.
struct Square {
  int size = 0;
  Vector data;
  double& at(int r, int c) {
    return data[static_cast<std::size_t>(r) * static_cast<std::size_t>(size) +
                static_cast<std::size_t>(c)];
  }
  double at(int r, int c) const { return const_cast<Square*>(this)->at(r, c); }
};

/// AᵀA of rows × columns, divided by its trace (returned in `trace`), so that no length overflows.
Square gram(const Rows& a, double& trace) {
  Square g{a.columns,
           Vector(static_cast<std::size_t>(a.columns) * static_cast<std::size_t>(a.columns))};
  for (int r = 0; r < a.rows; ++r) {
    const auto row = a.row(r);
    for (int i = 0; i < a.columns; ++i)
      for (int j = 0; j <= i; ++j)
        g.at(i, j) += static_cast<double>(row[static_cast<std::size_t>(i)]) *
                      static_cast<double>(row[static_cast<std::size_t>(j)]);
  }
  trace = 0;
  for (int i = 0; i < a.columns; ++i) trace += g.at(i, i);
  const double factor = trace > 0 ? 1 / trace : 0;
  for (int i = 0; i < a.columns; ++i)
    for (int j = 0; j <= i; ++j) g.at(j, i) = g.at(i, j) = g.at(i, j) * factor;
  return g;
}

Vector times(const Square& a, const Vector& x) {
  Vector y(x.size());
  for (int i = 0; i < a.size; ++i)
    for (int j = 0; j < a.size; ++j)
      y[static_cast<std::size_t>(i)] += a.at(i, j) * x[static_cast<std::size_t>(j)];
  return y;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Orthonormal in the inner product xᵀ M y; a vector without length becomes 0.
void orthonormalise(std::vector<Vector>& block, const Square& metric) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    const double before = std::sqrt(std::max(0.0, dot(block[i], times(metric, block[i]))));
    // Twice is enough (Kahan, Parlett): once loses orthogonality where lengths differ much.
    for (int pass = 0; pass < 2; ++pass) {
      const Vector weighted = times(metric, block[i]);
      for (std::size_t j = 0; j < i; ++j) {
        const double overlap = dot(block[j], weighted);
        for (std::size_t k = 0; k < block[i].size(); ++k) block[i][k] -= overlap * block[j][k];
      }
    }
    const double length = std::sqrt(std::max(0.0, dot(block[i], times(metric, block[i]))));
    const double factor = length > 1e-12 * before && length > 0 ? 1 / length : 0;
    for (double& x : block[i]) x *= factor;
  }
}

/// Eigenvectors of a small symmetric matrix by Jacobi's rotations; columns of `vectors`.
void jacobi(Square a, Square& vectors, Vector& values) {
  const int n = a.size;
  vectors = {n, Vector(a.data.size())};
  for (int i = 0; i < n; ++i) vectors.at(i, i) = 1;
  for (int sweep = 0; sweep < 60; ++sweep) {
    double off = 0;
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) off += a.at(p, q) * a.at(p, q);
    if (off < 1e-30) break;
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        if (a.at(p, q) == 0) continue;
        const double theta = (a.at(q, q) - a.at(p, p)) / (2 * a.at(p, q));
        const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < n; ++k) {
          const double kp = a.at(k, p), kq = a.at(k, q);
          a.at(k, p) = c * kp - s * kq, a.at(k, q) = s * kp + c * kq;
        }
        for (int k = 0; k < n; ++k) {
          const double pk = a.at(p, k), qk = a.at(q, k);
          a.at(p, k) = c * pk - s * qk, a.at(q, k) = s * pk + c * qk;
          const double vp = vectors.at(k, p), vq = vectors.at(k, q);
          vectors.at(k, p) = c * vp - s * vq, vectors.at(k, q) = s * vp + c * vq;
        }
      }
  }
  values.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = a.at(i, i);
}

/// The two leading eigenpairs of x ↦ A M x, orthonormal in M (both symmetric, not negative).
void leading_pairs(const Square& a, const Square& metric, Vector pair[2], double eigenvalue[2]) {
  const int d = a.size, width = std::min(d, 8);
  std::vector<Vector> block(static_cast<std::size_t>(width), Vector(static_cast<std::size_t>(d)));
  // Any start that no lesson's vectors are orthogonal to; the same every time.
  for (int i = 0; i < width; ++i)
    for (int k = 0; k < d; ++k)
      block[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] =
          (i == k ? 1.0 : 0.0) + 0.3 * std::cos(1.7 * (i + 1) * (k + 1));
  // A block as wide as the space already holds every eigenvector.
  const int rounds = width == d ? 0 : 80;
  for (int round = 0; round < rounds; ++round) {
    orthonormalise(block, metric);
    for (Vector& v : block) v = times(a, times(metric, v));
  }
  orthonormalise(block, metric);

  Square ritz{width, Vector(static_cast<std::size_t>(width) * static_cast<std::size_t>(width))};
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < width; ++j)
      ritz.at(i, j) = dot(times(metric, block[static_cast<std::size_t>(i)]),
                          times(a, times(metric, block[static_cast<std::size_t>(j)])));
  Square vectors;
  Vector values;
  jacobi(ritz, vectors, values);
  for (int which = 0; which < 2; ++which) {
    pair[which] = Vector(static_cast<std::size_t>(d));
    eigenvalue[which] = 0;
    if (which >= width) continue;
    const auto best = std::max_element(values.begin(), values.end());
    const int column = static_cast<int>(best - values.begin());
    eigenvalue[which] = std::max(0.0, *best);
    for (int i = 0; i < width; ++i)
      for (std::size_t k = 0; k < pair[which].size(); ++k)
        pair[which][k] += vectors.at(i, column) * block[static_cast<std::size_t>(i)][k];
    *best = -1;
    // What M does not see is not part of the answer: x is A M x again, without it. An eigenvalue of
    // nothing but rounding has no vector at all.
    if (eigenvalue[which] <= 1e-14 * eigenvalue[0]) eigenvalue[which] = 0;
    pair[which] = times(a, times(metric, pair[which]));
    for (double& x : pair[which]) x = eigenvalue[which] > 0 ? x / eigenvalue[which] : 0;
  }
}

/// The largest component on each axis becomes positive, so that the same data always looks the
/// same.
void settle_signs(Axes& main, Axes* partner, const std::vector<Rows>& data,
                  const std::vector<const Axes*>& axes) {
  for (int axis = 0; axis < 2; ++axis) {
    float largest = 0;
    for (std::size_t i = 0; i < data.size(); ++i)
      for (int r = 0; r < data[i].rows; ++r) {
        const float value = on_floor(data[i].row(r), *axes[i])[axis];
        if (std::abs(value) > std::abs(largest) * 1.000001f) largest = value;
      }
    if (largest >= 0) continue;
    for (glm::vec2& a : main) a[axis] = -a[axis];
    if (partner)
      for (glm::vec2& a : *partner) a[axis] = -a[axis];
  }
}

float share_of(double kept, double all) {
  return all > 0 ? static_cast<float>(std::min(1.0, kept / all)) : 1.0f;
}

}  // namespace

glm::vec2 on_floor(std::span<const float> vector, const Axes& axes) {
  double x = 0, y = 0;
  for (std::size_t i = 0; i < vector.size() && i < axes.size(); ++i) {
    x += static_cast<double>(vector[i]) * static_cast<double>(axes[i].x);
    y += static_cast<double>(vector[i]) * static_cast<double>(axes[i].y);
  }
  return {static_cast<float>(x), static_cast<float>(y)};
}

ProductAxes product_axes(const Rows& queries, const Rows& keys) {
  // Works on d×d: the left singular vectors are Q y and the right ones K y, so n and m only enter
  // through QᵀQ and KᵀK.
  double trace_q = 0, trace_k = 0;
  const Square q = gram(queries, trace_q), k = gram(keys, trace_k);
  Vector y[2];
  double squared[2];
  leading_pairs(q, k, y, squared);

  ProductAxes axes;
  axes.query.resize(static_cast<std::size_t>(queries.columns), glm::vec2(0));
  axes.key = axes.query;
  double all = 0;
  for (std::size_t i = 0; i < q.data.size(); ++i) all += q.data[i] * k.data[i];
  axes.share = share_of(squared[0] + squared[1], all);
  for (int axis = 0; axis < 2; ++axis) {
    // σ of the unscaled product, so that q′·k′ is in the units of q·k.
    const double sigma = std::sqrt(squared[axis] * trace_q) * std::sqrt(trace_k);
    if (sigma <= 0) continue;
    const Vector weighted = times(k, y[axis]);
    const double to_query = std::sqrt(trace_k) / std::sqrt(sigma);
    const double to_key = std::sqrt(sigma) / std::sqrt(trace_k);
    for (std::size_t i = 0; i < weighted.size(); ++i) {
      axes.query[i][axis] = static_cast<float>(weighted[i] * to_query);
      axes.key[i][axis] = static_cast<float>(y[axis][i] * to_key);
    }
  }
  settle_signs(axes.key, &axes.query, {keys, queries}, {&axes.key, &axes.query});
  return axes;
}

ValueAxes value_axes(const Rows& values) {
  double trace = 0;
  const Square g = gram(values, trace);
  Square identity{g.size, Vector(g.data.size())};
  for (int i = 0; i < g.size; ++i) identity.at(i, i) = 1;
  Vector pair[2];
  double eigenvalue[2];
  leading_pairs(g, identity, pair, eigenvalue);

  ValueAxes axes;
  axes.value.resize(static_cast<std::size_t>(values.columns), glm::vec2(0));
  axes.share = trace > 0 ? share_of(eigenvalue[0] + eigenvalue[1], 1) : 1;
  for (int axis = 0; axis < 2; ++axis)
    for (std::size_t i = 0; i < axes.value.size(); ++i)
      axes.value[i][axis] = static_cast<float>(pair[axis][i]);
  settle_signs(axes.value, nullptr, {values}, {&axes.value});
  return axes;
}

}  // namespace qkv
