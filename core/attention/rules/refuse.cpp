#include <charconv>

#include "core/attention/rules/rules.h"
#include "core/text/input_error.h"

namespace qkv::rules {

void refuse(std::string_view written, std::string_view what, std::string_view usage) {
  throw InputError("mask rule \"" + std::string(written) + "\": " + std::string(what) + "; use " +
                   std::string(usage));
}

int reach(std::string_view digits, std::string_view written, std::string_view usage) {
  int value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::result_out_of_range) {
    refuse(written, "the number is too large", usage);
  }
  if (digits.empty() || error != std::errc() || stop != end || value < 0) {
    refuse(written, "\"" + std::string(digits) + "\" is not a whole number from 0", usage);
  }
  return value;
}

}  // namespace qkv::rules
