#include "core/transformer/softmax.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/reference.h"

using namespace qkv;

TEST_CASE("softmax: its Jacobian is what a small change of the scores does") {
  const std::vector<double> s = {0.3, -1.2, 2.0, 0.7};
  const auto w = softmax_of(s);
  const Tensor j = softmax_jacobian(w);
  double squares = 0;
  for (std::size_t b = 0; b < s.size(); ++b) {
    const double h = 1e-5;
    auto up = s, down = s;
    up[b] += h;
    down[b] -= h;
    const auto more = softmax_of(up), less = softmax_of(down);
    for (std::size_t a = 0; a < s.size(); ++a) {
      const double slope = (more[a] - less[a]) / (2 * h);
      squares += slope * slope;
      CHECK(std::abs(static_cast<double>(cell(j, static_cast<int>(a), static_cast<int>(b))) -
                     slope) < 1e-7);
    }
  }
  CHECK(jacobian_norm(w) == doctest::Approx(std::sqrt(squares)).epsilon(1e-6));
  CHECK(jacobian_norm(std::vector<double>{0.5, 0.5}) == doctest::Approx(0.5));
  CHECK(jacobian_norm(std::vector<double>{1, 0, 0}) == 0);
}

TEST_CASE("softmax: entropy from ln n down to 0") {
  CHECK(entropy(std::vector<double>(8, 0.125)) == doctest::Approx(std::log(8.0)));
  CHECK(entropy(std::vector<double>{1, 0, 0}) == 0);
  CHECK(entropy(std::vector<double>{0.5, 0.25, 0.25}) == doctest::Approx(1.5 * std::log(2.0)));
  const auto w = softmax_of(std::vector<double>{1000, 998});
  CHECK(w[0] == doctest::Approx(1 / (1 + std::exp(-2.0))));
}
