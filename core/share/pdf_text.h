#pragma once
// How PDF writes things down.

#include <string>
#include <string_view>

namespace qkv {

std::string pdf_number(float value);  ///< at most three decimals
std::string pdf_hex(unsigned value, int digits);
/// A text string: UTF-16, big-endian, in hexadecimal.
std::string pdf_string(std::string_view utf8);
std::string utf16_hex(char32_t code);
std::string deflated(std::string_view bytes);

}  // namespace qkv
