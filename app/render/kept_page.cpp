#include "app/render/kept_page.h"

#include <utility>

namespace qkv {

void KeptPage::resize(int width, int height) {
  pixels_ = gl::make_surface(width, height);
  glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, pixels_.id(), 0);
  width_ = width;
  height_ = height;
  held_.clear();
}

void KeptPage::draw(const PlacedPage& page) {
  GLint target = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.id());
  const bool whole = page.width != width_ || page.height != height_ || held_.empty() ||
                     page.unit != unit_ || page.background != background_;
  if (page.width != width_ || page.height != height_) resize(page.width, page.height);
  std::vector<Footprint> now = footprints(page);
  parts_ = whole ? everything() : damage(held_, now);
  held_ = std::move(now);
  unit_ = page.unit;
  background_ = page.background;
  // A window's rows run up; here they run down, so that show() has nothing to turn around.
  if (!parts_.empty()) renderer_.draw(page, parts_, Rows::down);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
}

void KeptPage::show(const std::vector<PixelRect>& parts, Rows rows) const {
  GLint source = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &source);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glDisable(GL_SCISSOR_TEST);
  for (const PixelRect& part : parts) {
    const int top = rows == Rows::up ? height_ - part.y : part.y;
    const int bottom = rows == Rows::up ? height_ - part.bottom() : part.bottom();
    glBlitFramebuffer(part.x, part.y, part.right(), part.bottom(), part.x, top, part.right(),
                      bottom, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
}

}  // namespace qkv
