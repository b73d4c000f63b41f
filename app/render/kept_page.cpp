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
  parts_ = whole ? std::vector<PixelRect>{{0, 0, width_, height_}} : damage(held_, now);
  held_ = std::move(now);
  unit_ = page.unit;
  background_ = page.background;
  // A window's rows run up; here they run down, so that show() has nothing to turn around.
  if (!parts_.empty()) renderer_.draw(page, parts_, Rows::down);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
}

void KeptPage::show(Rows rows) const {
  GLint source = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &source);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  const bool up = rows == Rows::up;
  glDisable(GL_SCISSOR_TEST);
  glBlitFramebuffer(0, 0, width_, height_, 0, up ? height_ : 0, width_, up ? 0 : height_,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
}

}  // namespace qkv
