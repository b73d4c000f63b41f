#include "core/text/format_number.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <doctest/doctest.h>

using namespace qkv;

TEST_CASE("fixed decimals: true minus, no negative zero, infinities") {
  CHECK(format_fixed(4.2426, 2) == "4.24");
  CHECK(format_fixed(-1.5, 1) == "\u22121.5");
  CHECK(format_fixed(-0.0004, 3) == "0.000");
  CHECK(format_fixed(-0.0, 2) == "0.00");
  CHECK(format_fixed(-std::numeric_limits<double>::infinity(), 3) == "\u2212\u221e");
  CHECK(format_fixed(std::nan(""), 3) == "NaN");
  CHECK(format_fixed(1e300, 2).size() == 304);
}

TEST_CASE("numbers as a person writes them") {
  CHECK(format_number(2) == "2");
  CHECK(format_number(0.5) == "0.5");
  CHECK(format_number(4.24264) == "4.243");
  CHECK(format_number(100) == "100");
  CHECK(format_number(-0.0) == "0");
  CHECK(format_number(1234567) == "1.2e+06");
  CHECK(format_number(0.0000123) == "1.2e\u221205");
  CHECK(format_number(-3e9) == "\u22123e+09");
}

TEST_CASE("vectors") {
  const float z[] = {0.9031f, 0.0594f, 3};
  CHECK(format_vector(z, 2) == "[0.903, 0.059]");
  CHECK(format_vector(z, 3, 1, 2) == "[0.9, 0.1, \u2026]");
  CHECK(format_vector(z, 0) == "[]");
}

TEST_CASE("the shortest text reads back to the same float") {
  for (const float value : {0.1f, 1.0f / 3.0f, 1e-30f, -0.0f, 3.4e38f, 16777216.0f}) {
    CHECK(std::strtof(shortest(value).c_str(), nullptr) == value);
  }
  CHECK(shortest(0.1f) == "0.1");
}
