// What is typed into the fields for vectors, scores, guesses and answers.

#include "app/views/typed_numbers.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/views/text_block.h"

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

TEST_CASE("thousands in groups are one number or several: nobody guesses which") {
  std::vector<float> numbers;
  std::string fault;
  for (const std::size_t wanted : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    for (const char* typed : {"1,000,000", "1,250", "\u22121,000 2", "0.5 12,000"}) {
      CAPTURE(typed);
      fault.clear();
      CHECK_FALSE(read_numbers(typed, wanted, numbers, fault));
      CHECK(fault.find("several") != std::string::npos);
    }
  }
  // What can be read in one way only is read.
  CHECK(read_numbers("[100,200]", 2, numbers, fault));
  CHECK(read_numbers("0,125", 1, numbers, fault));
  CHECK(numbers == std::vector<float>{0.125f});
  CHECK(read_numbers("1,25", 1, numbers, fault));
  CHECK(read_numbers("1000, 200", 2, numbers, fault));
  CHECK(numbers == std::vector<float>{1000, 200});
}

TEST_CASE("a line breaks between words, never within a number") {
  const std::string said = "between \u22121,000,000 and 1.5";
  const std::vector<std::string> lines = wrapped(Font::text, 15, said, 60);
  CHECK(lines.size() > 2);
  std::string joined;
  for (const std::string& line : lines) joined += (joined.empty() ? "" : " ") + line;
  CHECK(joined == said);
}
