#pragma once
// What can be asked of one row of softmax: how sharp it is, and whether it can still learn.

#include <span>
#include <vector>

#include "core/transformer/matrix.h"

namespace qkv {

/// exp(s − max) / Σ, in double: for rows that belong to no attention call.
std::vector<double> softmax_of(std::span<const double> scores);
/// −Σ w ln w in nats: 0 when one weight is 1, ln n when all are equal.
double entropy(std::span<const double> weights);
/// ∂w_i/∂s_j = w_i (δ_ij − w_j), n×n: how the weights answer a small change of the scores.
Tensor softmax_jacobian(std::span<const double> weights);
/// Its Frobenius norm without building it: sqrt(Σ_ij J_ij²). 0 when softmax is saturated, at most
/// 1/2 (n = 2, equal weights: 1/2).
double jacobian_norm(std::span<const double> weights);

}  // namespace qkv
