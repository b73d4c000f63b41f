#pragma once

#include <memory>

#include "app/platform/second_window.h"
#include "app/render/kept_page.h"

namespace qkv {

/// The presenter's window and what is drawn in it.
class PresenterScreen {
 public:
  PresenterScreen(Window& hall, const Window::Place& place, bool framed);
  ~PresenterScreen();

  bool close_wanted() const { return window_.close_wanted(); }
  /// Pixels and scale that a page for it is laid out with.
  glm::ivec2 pixels() const { return window_.pixels(); }
  float content_scale() const { return window_.content_scale(); }
  void show(const Page& page);

 private:
  Window& hall_;
  SecondWindow window_;
  std::unique_ptr<KeptPage> kept_;  ///< lives in the second window's context
};

}  // namespace qkv
