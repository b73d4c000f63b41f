#pragma once
// What people do to the window, in the framebuffer's pixels, without any library's types.

#include <string>
#include <variant>
#include <vector>

#include <glm/vec2.hpp>

namespace qkv {

enum class Key {
  other,
  space,
  enter,
  escape,
  tab,
  backspace,
  left,
  right,
  up,
  down,
  page_up,
  page_down,
  home,
  end,
  f1,
  f11,
  plus,
  minus,
  zero,
  letter  // letter: see KeyEvent::letter
};

namespace event {
struct KeyDown {
  Key key = Key::other;
  char letter = 0;  ///< 'a'..'z' by the keyboard's own layout
  bool shift = false, control = false, repeated = false;
};
struct Typed {
  char32_t code = 0;
};  ///< text, after the layout; never with Ctrl
struct MouseMoved {
  glm::vec2 at{0};
  bool shift = false, alt = false;
};
struct MouseLeft {};
struct Button {
  bool down = false;
  bool primary = true;
  glm::vec2 at{0};
};
struct Wheel {
  glm::vec2 by{0};
  bool control = false;
};  ///< notches, y up
struct Dropped {
  std::vector<std::string> paths;
};
struct Resized {};
struct Exposed {};
struct Monitors {};  ///< one has come or gone
struct CloseWanted {};
}  // namespace event

using Event = std::variant<event::KeyDown, event::Typed, event::MouseMoved, event::MouseLeft,
                           event::Button, event::Wheel, event::Dropped, event::Resized,
                           event::Exposed, event::Monitors, event::CloseWanted>;

}  // namespace qkv
