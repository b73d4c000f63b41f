#pragma once
// The few operations on small matrices that the pieces of a transformer are made of. Sums run in
// double and are rounded once: these matrices are looked at, not raced.

#include "core/attention/attention.h"

namespace qkv {

Tensor zeros(int rows, int columns, int heads = 1);  // [heads, rows, columns]
float& cell(Tensor& t, int row, int column, int head = 0);
float cell(const Tensor& t, int row, int column, int head = 0);
/// One head of many, [1, rows, columns].
Tensor head_of(const Tensor& t, int head);

Tensor product(const Tensor& a, const Tensor& b);  // n×k, k×m → n×m
Tensor sum(const Tensor& a, const Tensor& b);      // the same shape
Tensor transposed(const Tensor& a);                // n×m → m×n
/// A bias of `columns` numbers on every row; an empty one adds nothing.
void add_to_rows(Tensor& a, const std::vector<float>& bias);
/// The largest |a − b| of two tensors of one shape.
float largest_difference(const Tensor& a, const Tensor& b);

}  // namespace qkv
