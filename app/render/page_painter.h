#pragma once

#include "app/render/image.h"
#include "app/render/page_renderer.h"
#include "core/share/exporter.h"

namespace qkv {

/// Draws pages beside the screen, into a surface of its own. Needs a current GL 3.3 context for all
/// its life, a window's or none's.
class PagePainter {
 public:
  /// InputError when the driver cannot draw as large as that.
  Image image(const Page& page, int width, int height);
  /// In the page's own size; where it has no background, with alpha.
  Pixels pixels(const Page& page);

 private:
  void draw(const Page& page, int width, int height);

  PageRenderer renderer_;
  gl::Framebuffer framebuffer_ = gl::make_framebuffer();
  gl::Texture target_;
  int width_ = 0, height_ = 0;
};

}  // namespace qkv
