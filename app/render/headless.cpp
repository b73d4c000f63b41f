#include "app/render/headless.h"

#include "app/platform/headless.h"
#include "app/render/page_painter.h"

namespace qkv {

struct HeadlessRenderer::Impl {
  HeadlessContext context;  // first: everything else needs it, also to be freed
  PagePainter painter;
};

HeadlessRenderer::HeadlessRenderer() : impl_(std::make_unique<Impl>()) {}
HeadlessRenderer::~HeadlessRenderer() = default;
const std::string& HeadlessRenderer::how() const { return impl_->context.how(); }

Image HeadlessRenderer::render(const Page& page, int width, int height) {
  return impl_->painter.image(page, width, height);
}

Pixels HeadlessRenderer::pixels(const Page& page) { return impl_->painter.pixels(page); }

}  // namespace qkv
