#include "core/text/shortened.h"

namespace qkv {

std::string shortened(const std::string& message) {
  constexpr std::size_t kMost = 600, kKept = 250;
  if (message.size() <= kMost) return message;
  const auto inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  std::size_t begin = kKept, end = message.size() - kKept;
  while (begin > 0 && inside(message[begin])) --begin;
  while (end < message.size() && inside(message[end])) ++end;
  return message.substr(0, begin) + " ... " + message.substr(end);
}

}  // namespace qkv
