#pragma once

#include <cstddef>
#include <string_view>

namespace qkv {

/// Bytes of the UTF-8 sequence that begins at `at` (1 to 4), 0 when it is broken.
std::size_t utf8_length(std::string_view text, std::size_t at);

}  // namespace qkv
