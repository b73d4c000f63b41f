#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/platform/events.h"

struct GLFWwindow;

namespace qkv {

/// Hears GLFW's own callbacks before they become events; true keeps the event from us.
class RawListener {
 public:
  virtual ~RawListener() = default;
  virtual bool key(GLFWwindow* window, int key, int scancode, int action, int mods) = 0;
  virtual bool typed(GLFWwindow* window, unsigned code) = 0;
  virtual bool button(GLFWwindow* window, int button, int action, int mods) = 0;
  virtual bool wheel(GLFWwindow* window, double x, double y) = 0;
  virtual bool moved(GLFWwindow* window, double x, double y) = 0;
  virtual void entered(GLFWwindow* window, bool inside) = 0;
  virtual void focused(GLFWwindow* window, bool on) = 0;
};

enum class Cursor { arrow, hand, text, move, none };

/// The program's window and its GL 3.3 context, current on the thread that made it.
class Window {
 public:
  /// width × height in design pixels, scaled to the monitor and made to fit it. InputError when
  /// there is no display or no OpenGL 3.3.
  /// `size` in pixels as given; without one what suits the monitor.
  Window(const std::string& title, std::optional<glm::ivec2> size);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Sleeps until something happens, or at most so many seconds; then hands out all that did.
  std::vector<Event> wait();
  std::vector<Event> wait(double seconds);
  /// Wakes a wait from another thread.
  static void wake();

  glm::ivec2 pixels() const;      ///< of the framebuffer; 0 × 0 when minimised
  float content_scale() const;    ///< framebuffer pixels of a design pixel on this monitor
  float refresh_seconds() const;  ///< of one frame of the monitor
  bool visible() const;

  void swap();
  /// Whether show_part works: then the back buffer keeps its pixels, and showing a part of it costs
  /// that part. So it is where software draws; elsewhere a swap costs nothing and keeps in step
  /// with the monitor.
  bool shows_parts() const;
  /// Brings these pixels of the back buffer to the screen; x, y of the upper left corner, y down.
  void show_part(int x, int y, int width, int height);
  void set_title(const std::string& title);
  void set_cursor(Cursor cursor);
  void set_full_screen(bool on);
  /// Full screen, and more than one monitor: fills the other one from now on.
  void change_monitor();
  /// The monitor that is filled, also while it is unplugged and another stands in; empty when
  /// nothing is. Set before full screen it is the one that will be, where it is connected.
  const std::string& hall_monitor() const;
  void set_hall_monitor(const std::string& name);
  bool full_screen() const;
  std::string clipboard() const;
  void set_clipboard(const std::string& text);
  static double seconds();  ///< a clock that only goes forward

  /// A monitor has come or gone: whether the window is still on one for itself.
  void look_at_monitors();
  struct Place {
    int x = 0, y = 0, width = 0, height = 0;  ///< screen units
  };
  /// A monitor that shows something else than this window's; none with one screen, or mirrored
  /// ones.
  std::optional<Place> other_monitor() const;
  /// The keys of another window are heard as this one's.
  void hear_keys_of(GLFWwindow* other);
  void make_current();

  void listen(RawListener* listener);  ///< null: nobody
  GLFWwindow* handle() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace qkv
