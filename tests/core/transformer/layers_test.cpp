#include "core/transformer/layers.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/reference.h"

using namespace qkv;
using namespace qkv::reference;

TEST_CASE("layers: LayerNorm with the biased variance and eps") {
  const Tensor x = random_tensor(6, 7, 1);
  LayerNorm norm{random_row(7, 2), random_row(7, 3), 1e-5f};
  CHECK(off(normalised(x, norm), layer_norm(rows_of(x), norm.gain, norm.bias, 1e-5)) < 1e-6);
  // eps counts where a row hardly varies, and saves the one that does not vary at all.
  norm.eps = 0.5f;
  CHECK(off(normalised(x, norm), layer_norm(rows_of(x), norm.gain, norm.bias, 0.5)) < 1e-6);
  const Tensor flat{1, 1, 3, {4, 4, 4}};
  for (const float value : normalised(flat, {}).data) CHECK(value == 0);
  // [1, 3]: mean 2, biased variance 1 (the unbiased one would be 2).
  const Tensor pair{1, 1, 2, {1, 3}};
  CHECK(moments(pair, 0).mean == 2);
  CHECK(moments(pair, 0).variance == 1);
  CHECK(normalised(pair, {{}, {}, 0}).data == std::vector<float>{-1, 1});
}

TEST_CASE("layers: ReLU and both GELUs") {
  for (double x = -5; x <= 5; x += 0.37) {
    CHECK(activated(Activation::relu, x) == (x > 0 ? x : 0.0));
    CHECK(std::abs(activated(Activation::gelu, x) - x * normal_cdf(x)) < 1e-9);
    const double u = std::sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x);
    const double e = std::exp(2 * u);
    CHECK(std::abs(activated(Activation::gelu_tanh, x) - x * e / (e + 1)) < 1e-12);
  }
  // They differ, by up to 5e-4.
  CHECK(std::abs(activated(Activation::gelu, 2.0) - activated(Activation::gelu_tanh, 2.0)) > 1e-5);
  CHECK(std::abs(activated(Activation::gelu, 2.0) - activated(Activation::gelu_tanh, 2.0)) < 5e-4);
}

TEST_CASE("layers: the feed-forward network widens, bends and narrows") {
  const Tensor x = random_tensor(5, 4, 1);
  FeedForward f{random_tensor(4, 16, 2), random_tensor(16, 4, 3), random_row(16, 4),
                random_row(4, 5), Activation::relu};
  const auto biased = [](Rows rows, const std::vector<float>& bias) {
    for (auto& row : rows)
      for (std::size_t c = 0; c < row.size(); ++c) row[c] += static_cast<double>(bias[c]);
    return rows;
  };
  const Rows inner = biased(times(rows_of(x), rows_of(f.w1)), f.b1);
  const Rows active = each(inner, [](double v) { return v < 0 ? 0 : v; });
  const FeedForwardTrace t = feed_forward(x, f);
  CHECK(off(t.inner, inner) < 1e-5);
  CHECK(off(t.active, active) < 1e-5);
  CHECK(off(t.outcome, biased(times(active, rows_of(f.w2)), f.b2)) < 2e-5);
  f.b1.clear();
  f.b2.clear();
  CHECK(off(feed_forward(x, f).inner, times(rows_of(x), rows_of(f.w1))) < 1e-5);
}
