#pragma once
// Small dense matrices in double precision, for memories of a few numbers.

#include <vector>

namespace qkv {

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> data;  ///< row-major

  Matrix() = default;
  Matrix(int r, int c)
      : rows(r), columns(c), data(static_cast<std::size_t>(r) * static_cast<std::size_t>(c), 0.0) {}
  double& at(int r, int c) {
    return data[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) +
                static_cast<std::size_t>(c)];
  }
  double at(int r, int c) const {
    return data[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) +
                static_cast<std::size_t>(c)];
  }
  friend bool operator==(const Matrix&, const Matrix&) = default;
};

Matrix identity(int n);
Matrix product(const Matrix& a, const Matrix& b);  ///< a r×k, b k×c → r×c
/// The largest factor by which the matrix can stretch a vector: its largest singular value, from
/// one-sided Jacobi rotations (Hestenes 1958), exact to about 1e-12 of itself.
double largest_stretch(const Matrix& matrix);

}  // namespace qkv
