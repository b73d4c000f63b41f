#include "app/platform/window_keys.h"

#include <GLFW/glfw3.h>

namespace qkv {
namespace {

Key key_of(int key) {
  switch (key) {
    case GLFW_KEY_SPACE:
      return Key::space;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return Key::enter;
    case GLFW_KEY_ESCAPE:
      return Key::escape;
    case GLFW_KEY_TAB:
      return Key::tab;
    case GLFW_KEY_BACKSPACE:
      return Key::backspace;
    case GLFW_KEY_LEFT:
      return Key::left;
    case GLFW_KEY_RIGHT:
      return Key::right;
    case GLFW_KEY_UP:
      return Key::up;
    case GLFW_KEY_DOWN:
      return Key::down;
    case GLFW_KEY_PAGE_UP:
      return Key::page_up;
    case GLFW_KEY_PAGE_DOWN:
      return Key::page_down;
    case GLFW_KEY_HOME:
      return Key::home;
    case GLFW_KEY_END:
      return Key::end;
    case GLFW_KEY_F1:
      return Key::f1;
    case GLFW_KEY_F11:
      return Key::f11;
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
      return Key::plus;
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      return Key::minus;
    case GLFW_KEY_0:
    case GLFW_KEY_KP_0:
      return Key::zero;
    default:
      return Key::other;
  }
}

}  // namespace

// Letters and signs go by what the keyboard has printed on it, not by where a key lies.
event::KeyDown key_event(int key, int scancode, int action, int mods) {
  event::KeyDown down{key_of(key), 0, (mods & GLFW_MOD_SHIFT) != 0,
                      (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0, action == GLFW_REPEAT};
  const char* name = glfwGetKeyName(key, scancode);
  if (name == nullptr || name[0] == '\0' || name[1] != '\0') return down;
  const char c = name[0];
  if (c >= 'a' && c <= 'z') {
    down.key = Key::letter;
    down.letter = c;
  } else if (c == '+') {
    down.key = Key::plus;
  } else if (c == '-') {
    down.key = Key::minus;
  }
  return down;
}

}  // namespace qkv
