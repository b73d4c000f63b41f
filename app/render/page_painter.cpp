#include "app/render/page_painter.h"

#include <algorithm>
#include <cmath>

#include "core/text/input_error.h"

namespace qkv {
namespace {

// What blending leaves over nothing has its alpha multiplied in.
void straighten(std::vector<std::uint8_t>& rgba) {
  for (std::size_t i = 0; i < rgba.size(); i += 4) {
    const unsigned alpha = rgba[i + 3];
    if (alpha == 255) continue;
    for (std::size_t c = i; c < i + 3; ++c) {
      const unsigned part = alpha == 0 ? 0 : (rgba[c] * 255u + alpha / 2) / alpha;
      rgba[c] = static_cast<std::uint8_t>(std::min(255u, part));
    }
  }
}

}  // namespace

void PagePainter::draw(const Page& page, int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  if (width != width_ || height != height_) {
    const std::string size = "--size " + std::to_string(width) + "x" + std::to_string(height);
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (width < 1 || height < 1 || width > largest || height > largest)
      throw InputError(size + ": this driver draws 1x1 to " + std::to_string(largest) + "x" +
                       std::to_string(largest) + "; choose a size between");
    target_ = gl::make_surface(width, height);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target_.id(), 0);
    width_ = width;
    height_ = height;
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw InputError(size + ": the driver has no memory for it; choose a smaller size");
  }
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  renderer_.draw(place(page, {}, width, height), Rows::down);
}

Image PagePainter::image(const Page& page, int width, int height) {
  draw(page, width, height);
  Image image = read_pixels(width, height, false);
  gl::check("drawing a page");
  return image;
}

Pixels PagePainter::pixels(const Page& page) {
  const auto width = static_cast<int>(std::lround(page.size.x));
  const auto height = static_cast<int>(std::lround(page.size.y));
  draw(page, width, height);
  Pixels pixels{width, height, {}};
  pixels.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.rgba.data());
  if (page.background.a == 0) straighten(pixels.rgba);
  gl::check("drawing a page");
  return pixels;
}

}  // namespace qkv
