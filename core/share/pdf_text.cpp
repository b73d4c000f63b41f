#include "core/share/pdf_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <new>

#include <zlib.h>

#include "core/page/fonts.h"

namespace qkv {

std::string pdf_number(float value) {
  std::array<char, 64> buffer;
  const float rounded = std::round(value * 1000) / 1000 + 0.0f;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded,
                                 std::chars_format::fixed, 3);
  std::string text(buffer.data(), end.ptr);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string pdf_hex(unsigned value, int digits) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (int i = digits - 1; i >= 0; --i) text += kDigits[value >> (4 * i) & 15];
  return text;
}

std::string utf16_hex(char32_t code) {
  if (code < 0x10000) return pdf_hex(code, 4);
  return pdf_hex(0xD800 + ((code - 0x10000) >> 10), 4) +
         pdf_hex(0xDC00 + ((code - 0x10000) & 0x3FF), 4);
}

std::string pdf_string(std::string_view utf8) {
  std::string text = "<FEFF";
  // glyphs() reads UTF-8 with every fault mended; which face does not matter here.
  for (const Glyph& glyph : glyphs(Font::text, utf8)) text += utf16_hex(glyph.code);
  return text + ">";
}

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::bad_alloc();
  packed.resize(size);
  return packed;
}

}  // namespace qkv
