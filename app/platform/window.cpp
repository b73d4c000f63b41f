#include "app/platform/window.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/platform/gl_loading.h"
#include "app/platform/monitors.h"
#include "app/platform/window_keys.h"
#include "core/text/input_error.h"

namespace qkv {

struct Window::Impl {
  GLFWwindow* handle = nullptr;
  RawListener* listener = nullptr;
  std::vector<Event> events;
  GLFWcursor* cursors[4] = {};
  Cursor cursor = Cursor::arrow;
  bool full = false;
  std::string hall;  // the monitor that is filled, also while it is away; empty: not full screen
  bool has_place = false;
  int x = 0, y = 0, width = 0, height = 0;  // before full screen, screen units

  // As of the last event: asking GLFW asks the X server, and waits for its answer.
  glm::ivec2 pixels{0}, units{1};
  bool iconified = false;
  std::optional<float> refresh_seconds;

  // GLFW's mouse is in screen units, which are not pixels everywhere.
  glm::vec2 in_pixels(double mouse_x, double mouse_y) const {
    return {static_cast<float>(mouse_x * pixels.x / std::max(1, units.x)),
            static_cast<float>(mouse_y * pixels.y / std::max(1, units.y))};
  }
  // glXCopySubBufferMESA(display, drawable, x, y, width, height), y up; null where there is none.
  using CopyPart = void (*)(void*, unsigned long, int, int, int, int);
  CopyPart copy_part = nullptr;
  void* display = nullptr;
  unsigned long drawable = 0;
  glm::vec2 mouse{-1};  // as of the last event; asking GLFW would tell where it is by now
};

namespace {

Window::Impl& of(GLFWwindow* window) {
  return *static_cast<Window::Impl*>(glfwGetWindowUserPointer(window));
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
  Window::Impl& impl = of(window);
  if (impl.listener != nullptr && impl.listener->key(window, key, scancode, action, mods)) return;
  if (action != GLFW_RELEASE) impl.events.push_back(key_event(key, scancode, action, mods));
}

void on_typed(GLFWwindow* window, unsigned code) {
  Window::Impl& impl = of(window);
  if (impl.listener != nullptr && impl.listener->typed(window, code)) return;
  impl.events.push_back(event::Typed{static_cast<char32_t>(code)});
}

void on_button(GLFWwindow* window, int button, int action, int mods) {
  Window::Impl& impl = of(window);
  if (impl.listener != nullptr && impl.listener->button(window, button, action, mods)) return;
  impl.events.push_back(
      event::Button{action == GLFW_PRESS, button == GLFW_MOUSE_BUTTON_LEFT, impl.mouse});
}

void on_wheel(GLFWwindow* window, double x, double y) {
  Window::Impl& impl = of(window);
  if (impl.listener != nullptr && impl.listener->wheel(window, x, y)) return;
  const bool control = glfwGetKey(window, GLFW_KEY_LEFT_CONTROL) == GLFW_PRESS ||
                       glfwGetKey(window, GLFW_KEY_RIGHT_CONTROL) == GLFW_PRESS;
  impl.events.push_back(event::Wheel{{static_cast<float>(x), static_cast<float>(y)}, control});
}

void on_moved(GLFWwindow* window, double x, double y) {
  Window::Impl& impl = of(window);
  impl.mouse = impl.in_pixels(x, y);
  if (impl.listener != nullptr && impl.listener->moved(window, x, y)) return;
  // Only the last of a burst of moves counts.
  if (!impl.events.empty() && std::holds_alternative<event::MouseMoved>(impl.events.back()))
    impl.events.pop_back();
  const auto down = [&](int left, int right) {
    return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
  };
  impl.events.push_back(event::MouseMoved{impl.mouse,
                                          down(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT),
                                          down(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT)});
}

void on_entered(GLFWwindow* window, int inside) {
  Window::Impl& impl = of(window);
  if (impl.listener != nullptr) impl.listener->entered(window, inside == GLFW_TRUE);
  if (inside == GLFW_FALSE) impl.events.push_back(event::MouseLeft{});
}

void on_focused(GLFWwindow* window, int on) {
  Window::Impl& impl = of(window);
  if (impl.listener != nullptr) impl.listener->focused(window, on == GLFW_TRUE);
}

void on_dropped(GLFWwindow* window, int count, const char** paths) {
  event::Dropped dropped;
  for (int i = 0; i < count; ++i) dropped.paths.emplace_back(paths[i]);
  of(window).events.push_back(std::move(dropped));
}

void connect(GLFWwindow* window, Window::Impl* impl) {
  glfwSetWindowUserPointer(window, impl);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, on_typed);
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetScrollCallback(window, on_wheel);
  glfwSetCursorPosCallback(window, on_moved);
  glfwSetCursorEnterCallback(window, on_entered);
  glfwSetWindowFocusCallback(window, on_focused);
  glfwSetDropCallback(window, on_dropped);
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int width, int height) {
    of(w).pixels = {width, height};
    of(w).refresh_seconds.reset();  // perhaps on another monitor now
    of(w).events.push_back(event::Resized{});
  });
  glfwSetWindowSizeCallback(window, [](GLFWwindow* w, int width, int height) {
    of(w).units = {width, height};
  });
  glfwSetWindowContentScaleCallback(
      window, [](GLFWwindow* w, float, float) { of(w).events.push_back(event::Resized{}); });
  glfwSetWindowIconifyCallback(
      window, [](GLFWwindow* w, int iconified) { of(w).iconified = iconified == GLFW_TRUE; });
  glfwGetFramebufferSize(window, &impl->pixels.x, &impl->pixels.y);
  glfwGetWindowSize(window, &impl->units.x, &impl->units.y);
  glfwSetWindowRefreshCallback(window,
                               [](GLFWwindow* w) { of(w).events.push_back(event::Exposed{}); });
  glfwSetWindowCloseCallback(window,
                             [](GLFWwindow* w) { of(w).events.push_back(event::CloseWanted{}); });
}

std::string glfw_reason() {
  const char* description = nullptr;
  glfwGetError(&description);
  return description != nullptr ? description : "no reason given";
}

template <typename Function>
Function gl_function(const char* name) {
  return reinterpret_cast<Function>(glfwGetProcAddress(name));
}

// GLX is asked through GLFW alone, so that the program needs no X11 where there is none.
void find_copy_part(Window::Impl& impl) {
  if (!draws_in_software() || glfwExtensionSupported("GLX_MESA_copy_sub_buffer") != GLFW_TRUE)
    return;
  const auto display = gl_function<void* (*)()>("glXGetCurrentDisplay");
  const auto drawable = gl_function<unsigned long (*)()>("glXGetCurrentDrawable");
  if (display == nullptr || drawable == nullptr) return;
  impl.display = display();
  impl.drawable = drawable();
  if (impl.display != nullptr && impl.drawable != 0)
    impl.copy_part = gl_function<Window::Impl::CopyPart>("glXCopySubBufferMESA");
}

// GLFW tells of monitors without a window to tell it to.
Window::Impl* told_of_monitors = nullptr;

void fill(Window::Impl& impl, GLFWmonitor* monitor) {
  const GLFWvidmode* const mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  impl.full = mode != nullptr;
  if (mode == nullptr) return;
  glfwSetWindowMonitor(impl.handle, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

// Of the design, or the largest window not larger than the monitor's free area.
glm::ivec2 size_for_monitor() {
  constexpr int width = 1440, height = 900;
  int x = 0, y = 0, w = 0, h = 0;
  float scale_x = 1, scale_y = 1;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return {width, height};
  glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
#ifndef __APPLE__
  glfwGetMonitorContentScale(monitor, &scale_x, &scale_y);
#endif
  const int wanted_w = static_cast<int>(std::lround(static_cast<float>(width) * scale_x));
  const int wanted_h = static_cast<int>(std::lround(static_cast<float>(height) * scale_y));
  if (w <= 0 || h <= 0) return {wanted_w, wanted_h};
  return {std::min(wanted_w, w), std::min(wanted_h, h)};
}

}  // namespace

Window::Window(const std::string& title, std::optional<glm::ivec2> wanted)
    : impl_(std::make_unique<Impl>()) {
  if (glfwInit() != GLFW_TRUE)
    throw InputError("display: no window can be opened (" + glfw_reason() +
                     "); start qkv on a desktop, or use qkv render, which needs none");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "qkv");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "qkv");
  const glm::ivec2 size = wanted ? *wanted : size_for_monitor();
  impl_->handle = glfwCreateWindow(size.x, size.y, title.c_str(), nullptr, nullptr);
  if (impl_->handle == nullptr) {
    const std::string reason = glfw_reason();
    glfwTerminate();
    throw InputError(
        "display: OpenGL 3.3 is needed and could not be started (" + reason +
        "); install a newer graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw in software");
  }
  try {
    glfwMakeContextCurrent(impl_->handle);
    load_gl(glfwGetProcAddress);
    find_copy_part(*impl_);
  } catch (...) {
    glfwTerminate();
    throw;
  }
  glfwSwapInterval(1);
  glfwSetWindowSizeLimits(impl_->handle, std::min(640, size.x), std::min(400, size.y),
                          GLFW_DONT_CARE, GLFW_DONT_CARE);
  // On a second screen its notes are read and clicked while this one fills the first.
  glfwSetWindowAttrib(impl_->handle, GLFW_AUTO_ICONIFY, GLFW_FALSE);
  connect(impl_->handle, impl_.get());
  told_of_monitors = impl_.get();
  glfwSetMonitorCallback([](GLFWmonitor*, int) {
    if (told_of_monitors != nullptr) told_of_monitors->events.push_back(event::Monitors{});
  });
}

Window::~Window() {
  told_of_monitors = nullptr;
  for (GLFWcursor* cursor : impl_->cursors)
    if (cursor != nullptr) glfwDestroyCursor(cursor);
  glfwDestroyWindow(impl_->handle);
  glfwTerminate();
}

std::vector<Event> Window::wait() {
  if (impl_->events.empty()) glfwWaitEvents();
  return std::exchange(impl_->events, {});
}

std::vector<Event> Window::wait(double seconds) {
  if (seconds > 0 && impl_->events.empty()) {
    glfwWaitEventsTimeout(seconds);
  } else {
    glfwPollEvents();
  }
  return std::exchange(impl_->events, {});
}

void Window::wake() { glfwPostEmptyEvent(); }

glm::ivec2 Window::pixels() const { return impl_->pixels; }

float Window::content_scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(impl_->handle, &x, &y);
  return x > 0 ? x : 1;
}

float Window::refresh_seconds() const {
  if (!impl_->refresh_seconds) {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    const bool told = mode != nullptr && mode->refreshRate >= 24;
    impl_->refresh_seconds = 1.0f / (told ? static_cast<float>(mode->refreshRate) : 60.0f);
  }
  return *impl_->refresh_seconds;
}

bool Window::visible() const { return !impl_->iconified; }

void Window::swap() { glfwSwapBuffers(impl_->handle); }
bool Window::shows_parts() const { return impl_->copy_part != nullptr; }
void Window::show_part(int x, int y, int width, int height) {
  impl_->copy_part(impl_->display, impl_->drawable, x, pixels().y - y - height, width, height);
}
void Window::set_title(const std::string& title) {
  glfwSetWindowTitle(impl_->handle, title.c_str());
}

void Window::set_cursor(Cursor cursor) {
  if (cursor == impl_->cursor) return;
  const bool hidden = cursor == Cursor::none;
  if (hidden != (impl_->cursor == Cursor::none))
    glfwSetInputMode(impl_->handle, GLFW_CURSOR, hidden ? GLFW_CURSOR_HIDDEN : GLFW_CURSOR_NORMAL);
  impl_->cursor = cursor;
  if (hidden) return;
  constexpr int kShapes[] = {GLFW_ARROW_CURSOR, GLFW_HAND_CURSOR, GLFW_IBEAM_CURSOR,
                             GLFW_CROSSHAIR_CURSOR};
  GLFWcursor*& made = impl_->cursors[static_cast<std::size_t>(cursor)];
  if (made == nullptr && cursor != Cursor::arrow)
    made = glfwCreateStandardCursor(kShapes[static_cast<std::size_t>(cursor)]);
  glfwSetCursor(impl_->handle, made);  // null is the arrow
}

void Window::set_full_screen(bool on) {
  Impl& impl = *impl_;
  if (on == impl.full) return;
  if (!on) {
    impl.full = impl.has_place = false;
    impl.hall.clear();
    glfwSetWindowMonitor(impl.handle, nullptr, impl.x, impl.y, impl.width, impl.height,
                         GLFW_DONT_CARE);
    return;
  }
  int x = 0, y = 0, width = 0, height = 0;
  glfwGetWindowPos(impl.handle, &x, &y);
  glfwGetWindowSize(impl.handle, &width, &height);
  // Not what a monitor that was pulled out has left of it.
  if (!std::exchange(impl.has_place, true)) {
    impl.x = x;
    impl.y = y;
    impl.width = width;
    impl.height = height;
  }
  // The monitor that holds the window's centre: a lecturer drags it to the projector first.
  GLFWmonitor* chosen = monitor_named(impl.hall);
  if (chosen == nullptr) chosen = monitor_at(x + width / 2, y + height / 2);
  if (impl.hall.empty()) impl.hall = name_of(chosen);
  fill(impl, chosen);
}

// GLFW gives a window back its frame when the monitor that it filled is gone. When that comes back
// the hall's picture returns to it: otherwise the presenter's notes would open there.
void Window::look_at_monitors() {
  Impl& impl = *impl_;
  impl.refresh_seconds.reset();
  if (!impl.full) return;
  GLFWmonitor* const own = glfwGetWindowMonitor(impl.handle);
  GLFWmonitor* const hall = monitor_named(impl.hall);
  if (own == nullptr) {
    impl.full = false;
    return;
  }
  const bool back = hall != nullptr && hall != own && name_of(own) != impl.hall;
  fill(impl, back ? hall : own);  // its own may have moved when another went
}

void Window::change_monitor() {
  GLFWmonitor* const other = monitor_beside(glfwGetWindowMonitor(impl_->handle));
  if (!impl_->full || other == nullptr) return;
  impl_->hall = name_of(other);
  fill(*impl_, other);
}

const std::string& Window::hall_monitor() const { return impl_->hall; }
void Window::set_hall_monitor(const std::string& name) { impl_->hall = name; }

std::optional<Window::Place> Window::other_monitor() const {
  GLFWmonitor* own = glfwGetWindowMonitor(impl_->handle);
  GLFWmonitor* const other = monitor_beside(own != nullptr ? own : glfwGetPrimaryMonitor());
  if (other == nullptr) return {};
  Place place;
  glfwGetMonitorPos(other, &place.x, &place.y);
  const GLFWvidmode* const mode = glfwGetVideoMode(other);
  place.width = mode->width;
  place.height = mode->height;
  return place;
}

void Window::hear_keys_of(GLFWwindow* other) {
  glfwSetWindowUserPointer(other, impl_.get());
  glfwSetKeyCallback(other, on_key);
  glfwSetCharCallback(other, on_typed);
}

void Window::make_current() { glfwMakeContextCurrent(impl_->handle); }

bool Window::full_screen() const { return impl_->full; }

std::string Window::clipboard() const {
  const char* text = glfwGetClipboardString(impl_->handle);
  return text != nullptr ? text : "";
}

void Window::set_clipboard(const std::string& text) {
  glfwSetClipboardString(impl_->handle, text.c_str());
}

double Window::seconds() { return glfwGetTime(); }
void Window::listen(RawListener* listener) { impl_->listener = listener; }
GLFWwindow* Window::handle() const { return impl_->handle; }

}  // namespace qkv
