// What is typed into the fields for vectors, scores, guesses and answers.

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/views/editors.h"

using namespace qkv;

TEST_CASE("typed numbers: as people write them, or an answer in words") {
  std::vector<float> numbers;
  std::string fault;
  CHECK(read_numbers("2 0.5", 2, numbers, fault));
  CHECK(numbers == std::vector<float>{2, 0.5f});
  CHECK(read_numbers("[\u22122, 1e3]", 2, numbers, fault));
  CHECK(numbers == std::vector<float>{-2, 1000});
  for (const std::string bad : {"", "1", "1 2 3", "nan 0", "inf 0", "1e308 0", "1e9 1", "a b",
                                "1 \x01", "0x10 1", "\xED\xA0\x80 1", "--1 2"}) {
    fault.clear();
    CHECK_FALSE(read_numbers(bad, 2, numbers, fault));
    CHECK_FALSE(fault.empty());
  }
  CHECK_FALSE(read_numbers(std::string(1 << 20, '1'), 2, numbers, fault));
  // A comma parts numbers, unless that makes too many: then it is a decimal comma.
  CHECK(read_numbers("1,2", 2, numbers, fault));
  CHECK(numbers == std::vector<float>{1, 2});
  CHECK(read_numbers("3,6", 1, numbers, fault));
  CHECK(numbers == std::vector<float>{3.6f});
  CHECK(read_numbers("[0,5 \u22121,25]", 2, numbers, fault));
  CHECK(numbers == std::vector<float>{0.5f, -1.25f});
  // Too near to zero is zero, not too large.
  CHECK(read_numbers("1e-400", 1, numbers, fault));
  CHECK(numbers == std::vector<float>{0});
  CHECK_FALSE(read_numbers("3,6,1", 1, numbers, fault));
}
