#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qkv {

/// Bytes of the UTF-8 sequence that begins at `at` (1 to 4), 0 when it is broken.
std::size_t utf8_length(std::string_view text, std::size_t at);
/// What is no character (surrogates, beyond U+10FFFF) becomes U+FFFD.
void append_utf8(std::string& text, char32_t code);

}  // namespace qkv
