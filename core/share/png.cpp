#include "core/share/png.h"

#include <cstddef>

#include <stb_image_write.h>

#include "core/share/writers.h"

namespace qkv {
namespace {

bool opaque(const Pixels& pixels) {
  for (std::size_t i = 3; i < pixels.rgba.size(); i += 4)
    if (pixels.rgba[i] != 255) return false;
  return true;
}

void append(void* to, void* data, int size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                        static_cast<std::size_t>(size));
}

}  // namespace

std::string png_of(const Pixels& pixels) {
  std::string bytes;
  if (!opaque(pixels)) {
    stbi_write_png_to_func(append, &bytes, pixels.width, pixels.height, 4, pixels.rgba.data(),
                           pixels.width * 4);
    return bytes;
  }
  std::vector<std::uint8_t> rgb;
  rgb.reserve(pixels.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i < pixels.rgba.size(); i += 4)
    rgb.insert(rgb.end(), {pixels.rgba[i], pixels.rgba[i + 1], pixels.rgba[i + 2]});
  stbi_write_png_to_func(append, &bytes, pixels.width, pixels.height, 3, rgb.data(),
                         pixels.width * 3);
  return bytes;
}

std::string write_png(ExportSource& source) { return png_of(source.draw(page_of(source))); }

}  // namespace qkv
