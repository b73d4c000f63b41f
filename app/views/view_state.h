#pragma once
// What belongs to the window and never to a rendered picture: where the mouse is, what is focused,
// scrolled, popped up.

#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "app/views/file_browser.h"
#include "core/page/layout.h"
#include "core/page/presenter_page.h"
#include "core/session/action.h"

namespace qkv {

/// Whether things move or jump: as the whole system has it, or as was chosen here.
enum class Motion { system, full, reduced };

/// What can be said to the bar that offers recovered work.
enum class OfferAnswer { none, keep, discard, later };

/// Text for the clipboard, and what is said of it.
struct Copied {
  std::string text, notice;
};

/// What the views ask for: actions on the session, and what only the frame can do.
struct Intents {
  std::vector<Action> actions;
  bool settle = false;              ///< the actions take effect at once (scrubbing)
  std::optional<std::string> open;  ///< a lesson's id or a path
  std::optional<std::string>
      save_as;           ///< a path: .qkv is the scene, .png its picture, .py its code
  bool fresh = false;    ///< a new scene
  bool save = false;     ///< to the file that it belongs to
  std::string ask_file;  ///< "open", "save", "picture", "code", or an exporter's ending, with a *
                         ///< for every stop: a path is to be chosen
  std::string recover;   ///< id of kept work that is to be gone on with
  OfferAnswer offer = OfferAnswer::none;
  bool swap_screens = false;   ///< the hall's picture and the presenter's screen change places
  bool presenter = false;      ///< the presenter's screen, or the strip, comes or goes
  bool paste = false;          ///< the clipboard as the sentence
  bool copy_picture = false;   ///< to the clipboard
  std::optional<Copied> copy;  ///< text for the clipboard
  std::string language;        ///< "de": the program's language from now on
  std::optional<Motion> motion;
  bool quit = false;
};

/// Work that is kept in the state folder, as a menu lists it.
struct KeptLine {
  std::string id, title, when;
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
  std::string path;          ///< what is typed into its field
  Quantity about;            ///< the word, vector or cell that is edited
  std::string fault;         ///< why what was typed cannot be taken
  bool begun = false;        ///< the key that opened it is what is typed so far
  bool typed_again = false;  ///< the field takes the keyboard once more
};

/// What the left button holds on to between press and release.
enum class Grip { none, hit, orbit, scrub, turn, tip, cell, paint, chip, draw, ink };

/// What the mouse is in Present.
enum class Tool { none, laser, spotlight, pen };

/// What is being changed by hand (drag.h).
struct Drag {
  Quantity what;                ///< a vector, a cell or a word
  bool begun = false;           ///< the session has grabbed
  Handle handle;                ///< the tip as it lay when the button went down
  std::vector<float> vector;    ///< its numbers then
  std::vector<glm::vec2> axes;  ///< how they lie on the floor
  float score = 0, limit = 1;   ///< of a cell: q·k then, and the largest of all
  bool shows = false;           ///< painting shows cells; else it hides them
};

/// What stood in the story's place when it was scrolled.
struct ScrolledFor {
  Quantity chain;             ///< kind none: no chain
  std::optional<Stage> code;  ///< its running stage; none: no code
  friend bool operator==(const ScrolledFor&, const ScrolledFor&) = default;
};

/// A click on a word or a number in Present acts when it can no longer become a double click, which
/// fills the screen with the panel and does nothing else.
struct LateClick {
  std::vector<Action> actions;  ///< none: none waits
  double due = 0;               ///< seconds on the frame's clock
};

struct ViewState {
  Scroll scroll;
  ScrolledFor scrolled_for;
  glm::vec2 mouse{-1};
  bool mouse_inside = false;

  Quantity quantity;       ///< under the mouse
  std::string hovered;     ///< name of the hit under the mouse, empty: none
  double hover_since = 0;  ///< seconds on the frame's clock
  double moved_at = 0;     ///< the mouse, on the same clock
  bool rests = false;  ///< it has lain still, or a key came after: in Present it points at nothing

  std::string focused;          ///< name of the hit that the keyboard is on, empty: none
  std::size_t focus_index = 0;  ///< and its place, since names may repeat as words do
  Grip grip = Grip::none;
  std::string pressed;  ///< hit that the button went down on
  glm::vec2 press_at{0}, last_drag{0};
  Drag drag;
  Quantity tip;                     ///< of the handle under the mouse, kind none: no handle
  int guessed = -1;                 ///< key of the prediction that was typed last
  float limit = 1;                  ///< largest score on the page
  double pressed_at = -1;           ///< seconds, of the last press
  glm::vec2 pressed_before{-1e6f};  ///< where that was
  Quantity pressed_on;              ///< and on what: the first of two clicks may change the page
  LateClick late;
  bool click_painted = false;  ///< the last click hid or showed a cell

  Tool tool = Tool::none;
  bool frozen = false;         ///< the hall's picture stands while the session goes on
  bool swallow_typed = false;  ///< the key that was pressed has been heard already
  PresenterClock clock;        ///< as of the last second

  Motion motion = Motion::system;
  Sheet sheet = Sheet::none;
  std::size_t help_page = 0;  ///< of the sheet of help; 0: the keys
  float help_scroll = 0;      ///< pixels
  Message message;            ///< text empty: none
  Popup popup;
  FileBrowser files;  ///< of the popups "open" and "save"

  std::string offer;                ///< what the bar of recovered work says; empty: no bar
  std::vector<std::string> recent;  ///< paths, the newest first
  std::vector<KeptLine> kept;
};

/// The hit of that name, null when the page has none (any more).
const Hit* find_hit(const Page& page, const std::string& name);
/// The hit that the keyboard is on, null when there is none (any more).
const Hit* focused_hit(const Page& page, const ViewState& view);
const PanelPlace* find_panel(const Page& page, PanelId id);

/// Does what a click on the hit or Enter would do.
void activate(const Hit& hit, ViewState& view, Intents& intents);

}  // namespace qkv
