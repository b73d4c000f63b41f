#include "core/transformer/positions.h"

#include <complex>

#include <doctest/doctest.h>

#include "tests/core/transformer/reference.h"

using namespace qkv;
using namespace qkv::reference;

TEST_CASE("positions: sinusoids are a unit vector turned by a fixed angle a step") {
  const int n = 40, d = 10;
  const Tensor p = sinusoidal_positions(n, d);
  for (int i = 0; i < d / 2; ++i) {
    // exp(iωt) by repeated multiplication
    const double omega = 1 / std::exp(std::log(10000.0) * 2 * i / d);
    const std::complex<double> step(std::cos(omega), std::sin(omega));
    std::complex<double> at = 1;
    for (int t = 0; t < n; ++t, at *= step) {
      CHECK(std::abs(static_cast<double>(cell(p, t, 2 * i)) - at.imag()) < 1e-6);
      CHECK(std::abs(static_cast<double>(cell(p, t, 2 * i + 1)) - at.real()) < 1e-6);
    }
  }
  // The product of two positions knows their distance only.
  const Tensor alike = product(p, transposed(p));
  for (int t = 0; t + 7 < n; ++t)
    CHECK(std::abs(cell(alike, t, t + 7) - cell(alike, 0, 7)) < 1e-5f);
  CHECK(cell(alike, 3, 3) == doctest::Approx(d / 2.0));
  CHECK(sinusoidal_positions(3, 5).columns == 5);
}

TEST_CASE("positions: RoPE turns pairs as complex numbers, in both pairings") {
  const int n = 9, d = 8;
  const Tensor x = random_tensor(n, d, 3);
  for (const RopePairs pairs : {RopePairs::neighbours, RopePairs::halves}) {
    const Tensor turned = with_rope(x, pairs, 10000, 5);
    for (int t = 0; t < n; ++t)
      for (int i = 0; i < d / 2; ++i) {
        const int a = pairs == RopePairs::neighbours ? 2 * i : i;
        const int b = pairs == RopePairs::neighbours ? 2 * i + 1 : i + d / 2;
        const double theta = std::exp(-std::log(10000.0) * 2 * i / d);
        const std::complex<double> given(cell(x, t, a), cell(x, t, b));
        const std::complex<double> wanted = given * std::polar(1.0, (t + 5) * theta);
        CHECK(std::abs(static_cast<double>(cell(turned, t, a)) - wanted.real()) < 1e-6);
        CHECK(std::abs(static_cast<double>(cell(turned, t, b)) - wanted.imag()) < 1e-6);
      }
  }
}

TEST_CASE("positions: with RoPE a score depends on the distance only") {
  const Tensor q = random_tensor(1, 6, 1), k = random_tensor(1, 6, 2);
  const auto score = [&](RopePairs pairs, int at_q, int at_k) {
    return cell(
        product(with_rope(q, pairs, 10000, at_q), transposed(with_rope(k, pairs, 10000, at_k))), 0,
        0);
  };
  for (const RopePairs pairs : {RopePairs::neighbours, RopePairs::halves}) {
    CHECK(score(pairs, 3, 1) == doctest::Approx(score(pairs, 103, 101)).epsilon(1e-5));
    CHECK(std::abs(score(pairs, 3, 1) - score(pairs, 3, 2)) > 1e-3f);
  }
  // Permuting the coordinates takes one pairing to the other.
  const auto reordered = [](const Tensor& x) {
    Tensor y = x;
    for (int i = 0; i < x.columns / 2; ++i) {
      cell(y, 0, 2 * i) = cell(x, 0, i);
      cell(y, 0, 2 * i + 1) = cell(x, 0, i + x.columns / 2);
    }
    return y;
  };
  CHECK(largest_difference(reordered(with_rope(q, RopePairs::halves, 10000, 4)),
                           with_rope(reordered(q), RopePairs::neighbours, 10000, 4)) < 1e-6f);
}

TEST_CASE("positions: ALiBi slopes as in the paper, and for odd counts as in its code") {
  const auto eight = alibi_slopes(8);
  REQUIRE(eight.size() == 8);
  double wanted = 1;
  for (const float slope : eight) CHECK(slope == doctest::Approx(wanted /= 2));
  const auto sixteen = alibi_slopes(16);
  CHECK(sixteen[0] == doctest::Approx(std::sqrt(0.5)));
  CHECK(sixteen[15] == doctest::Approx(1.0 / 256));
  const auto twelve = alibi_slopes(12);
  REQUIRE(twelve.size() == 12);
  CHECK(twelve[7] == eight[7]);
  CHECK(twelve[8] == sixteen[0]);
  CHECK(twelve[11] == sixteen[6]);
  CHECK(alibi_slopes(1) == std::vector<float>{1.0f / 256});
  const Tensor bias = alibi_bias(0.5f, 4, 4);
  CHECK(cell(bias, 3, 3) == 0);
  CHECK(cell(bias, 3, 1) == -1);
  CHECK(cell(bias, 0, 2) == -1);
}
