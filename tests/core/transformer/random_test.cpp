#include "core/transformer/random.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "tests/support/python.h"

using namespace qkv;
using namespace qkv::test;

TEST_CASE("random: MT19937 as its authors and the standard library say") {
  MersenneTwister ours(5489);
  std::uint32_t last = 0;
  for (int i = 0; i < 10000; ++i) last = ours.next();
  CHECK(last == 4123659995u);  // ISO C++ [rand.predef]
}

TEST_CASE("random: np.random.seed(42); np.random.randn, number by number") {
  const std::string numpy = python_with("numpy");
  if (numpy.empty()) {
    MESSAGE("[skipped] python3 with numpy is not installed");
    return;
  }
  for (const int seed : {42, 0, 7}) {
    const std::string given = output_of(
        numpy + " -c 'import numpy as np; np.random.seed(" + std::to_string(seed) +
        "); X=np.random.randn(4,8); W=np.random.randn(3,8,4); [print(float(v).hex()) for v in "
        "np.concatenate([X.ravel(), W.ravel()])]'");
    REQUIRE_FALSE(given.empty());
    NumpyNormal ours(static_cast<std::uint32_t>(seed));
    std::size_t at = 0;
    int count = 0;
    while (at < given.size()) {
      const std::size_t end = given.find('\n', at);
      const double theirs = std::strtod(given.substr(at, end - at).c_str(), nullptr);
      CHECK(std::abs(ours.next() - theirs) <= 4e-16 * std::max(1.0, std::abs(theirs)));
      at = end + 1;
      ++count;
    }
    CHECK(count == 128);
  }
}

TEST_CASE("random: seeded normal numbers have the moments of a normal distribution") {
  SeededNormal numbers(1), again(1), other(2);
  const int n = 200000;
  double moments[5] = {};
  int within = 0;
  for (int i = 0; i < n; ++i) {
    const double x = numbers.next();
    double power = 1;
    for (double& m : moments) {
      m += power / n;
      power *= x;
    }
    within += std::abs(x) < 1 ? 1 : 0;
    if (i < 10) CHECK(again.next() == x);
  }
  CHECK(std::abs(moments[1]) < 0.01);
  CHECK(moments[2] == doctest::Approx(1).epsilon(0.02));
  CHECK(std::abs(moments[3]) < 0.05);
  CHECK(moments[4] == doctest::Approx(3).epsilon(0.05));
  CHECK(within / static_cast<double>(n) == doctest::Approx(0.6827).epsilon(0.01));
  CHECK(other.next() != SeededNormal(1).next());
}
