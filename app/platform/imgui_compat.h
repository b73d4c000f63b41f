#pragma once
// Dear ImGui, made when it is first needed. Every difference between its versions lives in
// imgui_compat.cpp; the views call only what all versions share.

#include <array>
#include <set>
#include <string>
#include <vector>

#include "app/platform/window.h"

namespace qkv {

/// What the popups look like: sRGB bytes r, g, b, a.
struct GuiLook {
  using Rgba = std::array<unsigned char, 4>;
  Rgba panel, raised, selected, line, text, dim, accent, accent_text;
  float text_size = 15;  ///< em, pixels
  float unit = 1;        ///< pixels of a design pixel
  std::string letters;   ///< what popups may show beside the program's own texts, UTF-8
  friend bool operator==(const GuiLook&, const GuiLook&) = default;
};

/// The flag of a Selectable() that leaves its popup open when it is chosen.
int gui_stays_open();
/// Within a frame: did Escape go down?
bool gui_escape_pressed();
/// 1: Page Down went down, -1: Page Up, as a clicker sends them; 0: neither.
int gui_page_pressed();

class Gui : public RawListener {
 public:
  explicit Gui(Window& window);
  ~Gui() override;

  /// While it has the floor, every event of mouse and keyboard is its own; of a popup in which
  /// nothing is typed, it may leave the keys that go with Ctrl to the window.
  void take_floor(bool taken, bool leaves_control = false);

  /// Has it heard anything since the last call, so that it must be drawn again?
  bool take_heard();

  void begin_frame(const GuiLook& look);
  void end_frame();  ///< draws over what is in the framebuffer
  bool wants_text_cursor() const;

  bool key(GLFWwindow* window, int key, int scancode, int action, int mods) override;
  bool typed(GLFWwindow* window, unsigned code) override;
  bool button(GLFWwindow* window, int button, int action, int mods) override;
  bool wheel(GLFWwindow* window, double x, double y) override;
  bool moved(GLFWwindow* window, double x, double y) override;
  void entered(GLFWwindow* window, bool inside) override;
  void focused(GLFWwindow* window, bool on) override;

 private:
  /// A key event that waits for the next frame.
  struct KeyEvent {
    int key, scancode, action, mods;
  };

  bool hear();
  int acting_key(int key, int action);
  void wear(const GuiLook& look);

  Window& window_;
  std::vector<int> pressed_;        ///< keys that went down since the last frame
  std::vector<KeyEvent> releases_;  ///< of these
  GuiLook look_;
  std::set<char32_t> letters_;  ///< that were loaded beside the usual ones
  bool dressed_ = false, floor_ = false, leaves_control_ = false, heard_ = false;
  bool enter_acts_ = false;  ///< the Enter that is down
};

}  // namespace qkv
