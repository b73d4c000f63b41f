#pragma once
// What stands around attention in a transformer block, without attention itself.

#include "core/transformer/matrix.h"

namespace qkv {

/// LayerNorm (Ba et al. 2016): each row minus its mean, divided by sqrt(variance + eps), then gain
/// and bias. The variance is the biased one (divided by d, not d − 1), as in PyTorch. n×d → n×d.
/// An empty gain is all ones, an empty bias all zeros.
struct LayerNorm {
  std::vector<float> gain, bias;  ///< d numbers each, or empty
  float eps = 1e-5f;
};
Tensor normalised(const Tensor& x, const LayerNorm& norm);
/// What the norm measures of one row.
struct RowMoments {
  float mean = 0, variance = 0;  ///< variance: biased, without eps
};
RowMoments moments(const Tensor& x, int row);

/// relu: max(0, x). gelu: x Φ(x) with the normal distribution's Φ (Hendrycks and Gimpel 2016);
/// gelu_tanh: their approximation 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))), that of GPT-2.
enum class Activation { relu, gelu, gelu_tanh };
double activated(Activation kind, double x);
Tensor activated(Activation kind, const Tensor& x);

/// W2 · act(W1 · x): n×d, d×f, f×d → n×d. f is 4d in the original. Biases may be empty.
struct FeedForward {
  Tensor w1, w2;
  std::vector<float> b1, b2;
  Activation activation = Activation::gelu;
};
struct FeedForwardTrace {
  Tensor inner;    ///< n×f, before the activation
  Tensor active;   ///< n×f, after it
  Tensor outcome;  ///< n×d
};
FeedForwardTrace feed_forward(const Tensor& x, const FeedForward& weights);

}  // namespace qkv
