#pragma once

#include "app/render/damage.h"
#include "app/render/page_renderer.h"

namespace qkv {

/// A page's pixels in a texture of their own, from frame to frame: what has not changed is not
/// painted again. Needs a current GL 3.3 context for all its life.
class KeptPage {
 public:
  /// Brings the pixels up to date; they are those of a page drawn from nothing, to the bit.
  void draw(const PlacedPage& page);
  /// Copies parts of them into the framebuffer that is bound, a window's when rows run up.
  void show(const std::vector<PixelRect>& parts, Rows rows) const;

  const std::vector<PixelRect>& drawn() const { return parts_; }  ///< by the last draw
  std::vector<PixelRect> everything() const { return {{0, 0, width_, height_}}; }

 private:
  void resize(int width, int height);

  PageRenderer renderer_;
  gl::Framebuffer framebuffer_ = gl::make_framebuffer();
  gl::Texture pixels_;
  int width_ = 0, height_ = 0;
  float unit_ = 0;
  Color background_;
  std::vector<Footprint> held_;
  std::vector<PixelRect> parts_;
};

}  // namespace qkv
