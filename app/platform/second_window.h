#pragma once

#include <memory>

#include <glm/vec2.hpp>

#include "app/platform/window.h"

namespace qkv {

/// A second window with a GL context of its own, whose keys are the first window's.
class SecondWindow {
 public:
  /// Without a frame where it covers `place`, a whole monitor. InputError when it cannot be opened.
  SecondWindow(Window& first, const std::string& title, const Window::Place& place, bool framed);
  ~SecondWindow();
  SecondWindow(const SecondWindow&) = delete;
  SecondWindow& operator=(const SecondWindow&) = delete;

  bool close_wanted() const;
  glm::ivec2 pixels() const;
  float content_scale() const;
  void make_current();
  void swap();

 private:
  GLFWwindow* handle_ = nullptr;
};

}  // namespace qkv
