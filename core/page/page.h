#pragma once
// Where everything stands: shapes and texts in painter's order, in pixels, y down. Window, PNG and
// (later) SVG, PDF, transcript all read a Page; nothing below this line knows attention.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glm/vec2.hpp>

#include "core/session/action.h"
#include "core/session/quantity.h"

namespace qkv {

/// sRGB, straight alpha.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Color&, const Color&) = default;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  float right() const { return x + w; }
  float bottom() const { return y + h; }
  bool contains(glm::vec2 p) const {
    return p.x >= x && p.x < right() && p.y >= y && p.y < bottom();
  }
  Rect inset(float by) const { return {x + by, y + by, w - 2 * by, h - 2 * by}; }
  friend bool operator==(const Rect&, const Rect&) = default;
};

enum class Font { text, semibold, bold, mono, mono_bold, math, math_bold };

struct Box {  ///< a rectangle, perhaps rounded
  Rect rect;
  float radius = 0;
  Color fill{0, 0, 0, 0};
  Color stroke{0, 0, 0, 0};
  float stroke_width = 0;  ///< centred on the edge
  bool hatched = false;    ///< diagonal lines in `stroke` over the fill
};
struct Polygon {  ///< convex
  std::vector<glm::vec2> points;
  Color fill{0, 0, 0, 0};
  Color stroke{0, 0, 0, 0};
  float stroke_width = 0;
  bool hatched = false;
};
struct Polyline {
  std::vector<glm::vec2> points;
  Color color;
  float width = 1;
  float dash = 0, gap = 0;  ///< pixels; 0: solid
  bool closed = false;
};
struct Disc {
  glm::vec2 center{0};
  float radius = 1;
  Color fill{0, 0, 0, 0};
  Color stroke{0, 0, 0, 0};
  float stroke_width = 0;
};
/// One line of text in one face; its width is text_width(font, size, text).
struct Text {
  glm::vec2 baseline{0};  ///< left end of the baseline
  std::string text;
  Font font = Font::text;
  float size = 15;  ///< em in pixels
  Color color;
  bool upward = false;  ///< turned a quarter to the left: the baseline runs up the page
};
/// n×m cells as one picture, for tables whose cells are too small or too many to be boxes.
struct Heatmap {
  Rect rect;
  int rows = 0, columns = 0;
  std::shared_ptr<const std::vector<Color>> cells;  ///< row-major
  bool turned = false;                              ///< its rows are the columns of the quantity
};
struct ClipBegin {
  Rect rect;
};
struct ClipEnd {};

using Shape = std::variant<Box, Polygon, Polyline, Disc, Text, Heatmap, ClipBegin, ClipEnd>;

struct Item {
  Shape shape;
  Quantity quantity;
};

/// Popups that the window draws itself. A page names them, the window knows what is in them:
/// the list of lessons; of words; of every mask; a mask's own number or rules; layer, head and
/// batch of a recording; the rules that can be broken; what becomes of the code or of a chain; the
/// speed of Play; everything else; the number that answers a question; a new word; a word that is
/// there; the numbers of a vector.
inline constexpr std::string_view kMenus[] = {
    "lessons",    "words",       "mask",        "mask-window", "mask-padding", "mask-custom",
    "layer",      "head",        "batch",       "rules",       "code-copy",    "code-save",
    "speed",      "menu",        "answer",      "add-word",    "word",         "numbers",
    "chain-text", "chain-latex", "chain-numpy", "guess"};

/// A place that answers the mouse. What it does is an action, or the name of a menu of the window.
struct Hit {
  Rect rect;
  std::vector<Action> actions;  ///< 0 or 1; a vector keeps Hit copyable cheaply when empty
  std::string menu;             ///< one of kMenus: the window opens it here
  std::string name;             ///< for the keyboard, tests and a screen reader: "Next step"
  std::string tooltip;
  bool enabled = true;
  bool mouse_only = false;  ///< one place of many along a slider: the keyboard has its ends
  Quantity quantity{};  ///< a word: the place can be dragged to another's, a double click edits it
};

/// The tip of a vector, which can be dragged over the floor.
struct Handle {
  glm::vec2 at{0};
  float radius = 0;  ///< pixels that answer, more than are drawn
  Quantity quantity;
  glm::vec2 along_x{1, 0}, along_y{0, 1};  ///< pixels (y down) of one unit on the floor's axes
};

/// A bar whose length the mouse draws, for one key of a prediction.
struct DrawnBar {
  Rect rect;
  int key = 0;
  float low = 0, high = 1;  ///< at its left and right end
};

enum class PanelId { toolbar, story, scene, table, ribbon };
struct PanelPlace {
  PanelId id = PanelId::story;
  Rect rect;
  float content_height = 0, content_width = 0;  ///< more than rect: it scrolls
  glm::vec2 own_scroll{0};                      ///< pixels, where nobody scrolled it
};

struct Page {
  glm::vec2 size{0};
  float unit = 1;  ///< pixels of one design pixel (ui scale)
  Color background;
  std::vector<Item> items;
  std::vector<Hit> hits;
  std::vector<Handle> handles;
  std::vector<DrawnBar> drawn_bars;
  std::vector<PanelPlace> panels;
};

}  // namespace qkv
