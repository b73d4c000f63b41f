#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace qkv {

/// 8-bit sRGB, rows from the top, no padding.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
  friend bool operator==(const Image&, const Image&) = default;
};

/// The bytes of a PNG file; the same image gives the same bytes.
std::string encode_png(const Image& image);
/// InputError when the bytes are no picture; `origin` is named.
Image decode_png(const std::string& bytes, const std::string& origin);

/// The image that the framebuffer bound for reading holds, its rows from the top; `bottom_up` when
/// GL's first row is the lowest, as in a window.
Image read_pixels(int width, int height, bool bottom_up);

}  // namespace qkv
