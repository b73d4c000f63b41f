#pragma once
// What belongs to the window and never to a rendered picture: where the mouse is, what is focused,
// scrolled, popped up.

#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "core/page/layout.h"
#include "core/session/action.h"

namespace qkv {

/// What the views ask for: actions on the session, and what only the frame can do.
struct Intents {
  std::vector<Action> actions;
  bool settle = false;                      ///< the actions take effect at once (scrubbing)
  std::optional<std::string> open;          ///< a lesson's id or a path
  std::optional<std::string> save_picture;  ///< a path: .png, .qkv or .py
  bool quit = false;
};

enum class Sheet { none, help, about };

struct Message {
  std::string text;
  bool error = true;
};

struct Popup {
  std::string name;  ///< one of kMenus, "open" or "save"; empty: none
  Rect anchor;       ///< it opens beside this
  bool opening = false;
  std::string path;  ///< what is typed into the field of "open" and "save"
};

/// What the left button holds on to between press and release.
enum class Grip { none, hit, orbit, scrub, turn };

struct ViewState {
  Scroll scroll;
  glm::vec2 mouse{-1};
  bool mouse_inside = false;

  Quantity quantity;       ///< under the mouse
  std::string hovered;     ///< name of the hit under the mouse, empty: none
  double hover_since = 0;  ///< seconds on the frame's clock

  std::string focused;          ///< name of the hit that the keyboard is on, empty: none
  std::size_t focus_index = 0;  ///< and its place, since names may repeat as words do
  Grip grip = Grip::none;
  std::string pressed;  ///< hit that the button went down on
  glm::vec2 press_at{0}, last_drag{0};

  Sheet sheet = Sheet::none;
  Message message;  ///< text empty: none
  Popup popup;
};

/// The hit of that name, null when the page has none (any more).
const Hit* find_hit(const Page& page, const std::string& name);
/// The hit that the keyboard is on, null when there is none (any more).
const Hit* focused_hit(const Page& page, const ViewState& view);
const PanelPlace* find_panel(const Page& page, PanelId id);

/// Does what a click on the hit or Enter would do.
void activate(const Hit& hit, ViewState& view, Intents& intents);

}  // namespace qkv
