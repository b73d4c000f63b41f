#include "app/frame/presenter_screen.h"

#include "app/gl/objects.h"
#include "app/render/placed.h"
#include "core/text/texts.h"

namespace qkv {

PresenterScreen::PresenterScreen(Window& hall, const Window::Place& place, bool framed)
    : hall_(hall), window_(hall, std::string(text("presenter.window")), place, framed) {}

PresenterScreen::~PresenterScreen() {
  window_.make_current();
  kept_.reset();
  hall_.make_current();
}

void PresenterScreen::show(const Page& page) {
  const glm::ivec2 size = pixels();
  if (size.x <= 0 || size.y <= 0) return;
  window_.make_current();
  if (!kept_) kept_ = std::make_unique<KeptPage>();
  kept_->draw(place(page, {}, size.x, size.y));
  kept_->show(kept_->everything(), Rows::up);
  window_.swap();
  hall_.make_current();
}

}  // namespace qkv
