#include "app/render/image.h"

#include <algorithm>
#include <memory>

#include <glad/gl.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include "core/text/input_error.h"

namespace qkv {

std::string encode_png(const Image& image) {
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(size));
  };
  stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(),
                         image.width * 3);
  return bytes;
}

Image decode_png(const std::string& bytes, const std::string& origin) {
  Image image;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                            static_cast<int>(bytes.size()), &image.width, &image.height, &channels,
                            3),
      stbi_image_free);
  if (!pixels) throw InputError(origin + ": not a PNG picture; write it again with qkv render");
  const std::size_t count =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 3;
  image.rgb.assign(pixels.get(), pixels.get() + count);
  return image;
}

Image read_pixels(int width, int height, bool bottom_up) {
  const auto row = static_cast<std::size_t>(width) * 3;
  Image image{width, height, std::vector<std::uint8_t>(row * static_cast<std::size_t>(height))};
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  if (!bottom_up) return image;
  for (int top = 0, bottom = height - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(image.rgb.begin() + static_cast<std::ptrdiff_t>(row) * top,
                     image.rgb.begin() + static_cast<std::ptrdiff_t>(row) * (top + 1),
                     image.rgb.begin() + static_cast<std::ptrdiff_t>(row) * bottom);
  return image;
}

}  // namespace qkv
