#include "core/transformer/layers.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace qkv {
namespace {

struct Moments {
  double mean = 0, variance = 0;
};

Moments exact_moments(const Tensor& x, int row) {
  Moments result;
  for (int c = 0; c < x.columns; ++c) result.mean += static_cast<double>(cell(x, row, c));
  result.mean /= x.columns;
  for (int c = 0; c < x.columns; ++c) {
    const double off = static_cast<double>(cell(x, row, c)) - result.mean;
    result.variance += off * off;
  }
  result.variance /= x.columns;
  return result;
}

}  // namespace

RowMoments moments(const Tensor& x, int row) {
  const Moments m = exact_moments(x, row);
  return {static_cast<float>(m.mean), static_cast<float>(m.variance)};
}

Tensor normalised(const Tensor& x, const LayerNorm& norm) {
  Tensor result = x;
  for (int r = 0; r < x.rows; ++r) {
    const Moments m = exact_moments(x, r);
    const double by = 1 / std::sqrt(m.variance + static_cast<double>(norm.eps));
    for (int c = 0; c < x.columns; ++c) {
      const auto i = static_cast<std::size_t>(c);
      const double gain = norm.gain.empty() ? 1 : static_cast<double>(norm.gain[i]);
      const double bias = norm.bias.empty() ? 0 : static_cast<double>(norm.bias[i]);
      const double centred = static_cast<double>(cell(x, r, c)) - m.mean;
      cell(result, r, c) = static_cast<float>(centred * by * gain + bias);
    }
  }
  return result;
}

double activated(Activation kind, double x) {
  switch (kind) {
    case Activation::relu:
      return std::max(0.0, x);
    case Activation::gelu:
      return 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
    case Activation::gelu_tanh:
      return 0.5 * x *
             (1 + std::tanh(std::sqrt(2 * std::numbers::inv_pi) * (x + 0.044715 * x * x * x)));
  }
  return x;
}

Tensor activated(Activation kind, const Tensor& x) {
  Tensor result = x;
  for (float& value : result.data)
    value = static_cast<float>(activated(kind, static_cast<double>(value)));
  return result;
}

FeedForwardTrace feed_forward(const Tensor& x, const FeedForward& weights) {
  FeedForwardTrace result;
  result.inner = product(x, weights.w1);
  add_to_rows(result.inner, weights.b1);
  result.active = activated(weights.activation, result.inner);
  result.outcome = product(result.active, weights.w2);
  add_to_rows(result.outcome, weights.b2);
  return result;
}

}  // namespace qkv
