#include "app/platform/second_window.h"

#include <GLFW/glfw3.h>

#include "core/text/input_error.h"

namespace qkv {

// The hints of the first window still hold: the same GL, made anew, since what draws in it is not
// shared between contexts.
SecondWindow::SecondWindow(Window& first, const std::string& title, const Window::Place& place,
                           bool framed) {
  glfwWindowHint(GLFW_DECORATED, framed ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_FOCUSED, GLFW_FALSE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  handle_ = glfwCreateWindow(place.width, place.height, title.c_str(), nullptr, nullptr);
  glfwWindowHint(GLFW_DECORATED, GLFW_TRUE);
  glfwWindowHint(GLFW_FOCUSED, GLFW_TRUE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
  if (handle_ == nullptr) throw InputError("display: no second window can be opened");
  glfwSetWindowPos(handle_, place.x, place.y);
  first.hear_keys_of(handle_);
  glfwShowWindow(handle_);
  glfwMakeContextCurrent(handle_);
  glfwSwapInterval(0);  // the first window keeps in step with its monitor; two would wait in turn
  first.make_current();
}

SecondWindow::~SecondWindow() { glfwDestroyWindow(handle_); }

bool SecondWindow::close_wanted() const { return glfwWindowShouldClose(handle_) == GLFW_TRUE; }

glm::ivec2 SecondWindow::pixels() const {
  glm::ivec2 size{0};
  glfwGetFramebufferSize(handle_, &size.x, &size.y);
  return size;
}

float SecondWindow::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle_, &x, &y);
  return x > 0 ? x : 1;
}

void SecondWindow::make_current() { glfwMakeContextCurrent(handle_); }
void SecondWindow::swap() { glfwSwapBuffers(handle_); }

}  // namespace qkv
