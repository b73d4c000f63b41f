#include "app/render/headless.h"

#include "app/platform/headless.h"
#include "app/render/page_renderer.h"
#include "core/text/input_error.h"

namespace qkv {

struct HeadlessRenderer::Impl {
  HeadlessContext context;  // first: everything else needs it, also to be freed
  PageRenderer renderer;
  gl::Framebuffer framebuffer = gl::make_framebuffer();
  gl::Texture target;
  int width = 0, height = 0;
};

HeadlessRenderer::HeadlessRenderer() : impl_(std::make_unique<Impl>()) {}
HeadlessRenderer::~HeadlessRenderer() = default;
const std::string& HeadlessRenderer::how() const { return impl_->context.how(); }

Image HeadlessRenderer::render(const Page& page, int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, impl_->framebuffer.id());
  if (width != impl_->width || height != impl_->height) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (width < 1 || height < 1 || width > largest || height > largest)
      throw InputError("--size " + std::to_string(width) + "x" + std::to_string(height) +
                       ": this driver draws 1x1 to " + std::to_string(largest) + "x" +
                       std::to_string(largest) + "; choose a size between");
    impl_->target = gl::make_surface(width, height);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, impl_->target.id(),
                           0);
    impl_->width = width;
    impl_->height = height;
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw InputError("--size " + std::to_string(width) + "x" + std::to_string(height) +
                       ": the driver has no memory for it; choose a smaller size");
  }
  impl_->renderer.draw(place(page, {}, width, height), Rows::down);
  Image image = read_pixels(width, height, false);
  gl::check("drawing a page");
  return image;
}

Image render_image(const Page& page, int width, int height, std::string* how) {
  HeadlessRenderer renderer;
  if (how != nullptr) *how = renderer.how();
  return renderer.render(page, width, height);
}

std::string render_png(const Page& page, int width, int height, std::string* how) {
  return encode_png(render_image(page, width, height, how));
}

}  // namespace qkv
