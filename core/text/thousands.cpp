#include "core/text/thousands.h"

#include <algorithm>

#include "core/text/texts.h"

namespace qkv {

std::string with_thousands(std::string number) {
  const std::size_t first = number.find_first_of("0123456789");
  if (first == std::string::npos) return number;
  const std::size_t end = std::min(number.find_first_not_of("0123456789", first), number.size());
  const std::string_view sign = text("app.thousands");
  for (std::size_t at = end; at > first + 3;) number.insert(at -= 3, sign);
  return number;
}

}  // namespace qkv
