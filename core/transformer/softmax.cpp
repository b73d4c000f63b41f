#include "core/transformer/softmax.h"

#include <algorithm>
#include <cmath>

namespace qkv {

std::vector<double> softmax_of(std::span<const double> scores) {
  std::vector<double> weights(scores.begin(), scores.end());
  if (weights.empty()) return weights;
  const double most = *std::max_element(weights.begin(), weights.end());
  double total = 0;
  for (double& w : weights) total += w = std::exp(w - most);
  for (double& w : weights) w /= total;
  return weights;
}

double entropy(std::span<const double> weights) {
  double total = 0;
  for (const double w : weights)
    if (w > 0) total -= w * std::log(w);
  return total;
}

Tensor softmax_jacobian(std::span<const double> weights) {
  const auto n = static_cast<int>(weights.size());
  Tensor result = zeros(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double wi = weights[static_cast<std::size_t>(i)];
      const double wj = weights[static_cast<std::size_t>(j)];
      cell(result, i, j) = static_cast<float>(wi * ((i == j ? 1.0 : 0.0) - wj));
    }
  return result;
}

double jacobian_norm(std::span<const double> weights) {
  // Σ_ij w_i² (δ_ij − w_j)² = Σ_i w_i² ((1 − w_i)² + Σ_j≠i w_j²)
  double squares = 0, total = 0;
  for (const double w : weights) squares += w * w;
  for (const double w : weights) total += w * w * ((1 - w) * (1 - w) + squares - w * w);
  return std::sqrt(std::max(0.0, total));
}

}  // namespace qkv
