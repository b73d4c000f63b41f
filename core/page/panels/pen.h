#pragma once
// What every panel draws with: the page, its colours and measures, and the few shapes that all use.

#include <string>
#include <string_view>
#include <vector>

#include "core/page/fonts.h"
#include "core/page/style.h"

namespace qkv {

struct Pen {
  Page& page;
  const Palette& colors;
  Metrics m;
  Theme theme;
  bool present;

  Pen(Page& on, const Session& session);

  float px(float design_pixels) const { return design_pixels * m.unit; }
  float em(float design_pixels) const { return design_pixels * m.scale; }

  void add(Shape shape, const Quantity& quantity = {}) {
    page.items.push_back({std::move(shape), quantity});
  }
  void box(const Rect& rect, float radius, Color fill, Color stroke = {0, 0, 0, 0},
           float stroke_width = 0, const Quantity& quantity = {});
  void line(glm::vec2 from, glm::vec2 to, Color color, float width);

  /// Texts; `baseline` is the left end, the right end or the middle of the run.
  void text(glm::vec2 baseline, std::string words, Font font, float size, Color color,
            const Quantity& quantity = {});
  void text_right(glm::vec2 baseline, std::string words, Font font, float size, Color color,
                  const Quantity& quantity = {});
  void text_middle(glm::vec2 baseline, std::string words, Font font, float size, Color color,
                   const Quantity& quantity = {});
  /// In the middle of a box, both ways.
  void label(const Rect& rect, std::string words, Font font, float size, Color color,
             const Quantity& quantity = {});

  /// The role's colour, as strong as the ground asks for.
  Color ink(Role role, Color ground) const;
  /// Size of the vectors in headers, under the words.
  float vector_size() const { return present ? m.tiny : m.tiny * 0.92f; }
  float least_contrast() const { return present ? 7.0f : 4.5f; }

  void hit(const Rect& rect, std::string_view name, std::string tooltip, const Action& action,
           bool enabled = true);
  void hit_menu(const Rect& rect, std::string_view name, std::string tooltip, std::string_view menu,
                bool enabled = true);
};

/// The baseline that centres capitals in a line from `top`, `height` high; whole pixels, so that
/// texts of one row stand alike.
float middle_baseline(Font font, float size, float top, float height);
Rect snapped(const Rect& rect);

/// A button's ground: quiet, lit or greyed.
enum class Look { quiet, lit, strong, greyed };
/// Draws the ground; returns the colour for what stands on it.
Color button(Pen& pen, const Rect& rect, Look look);

enum class Icon { rewind, back, next, play, pause, dots, theme, close, down, left, right };
void icon(Pen& pen, Icon which, glm::vec2 center, float size, Color color);

/// A thin thumb at the edge of a panel whose content is longer than it is.
void scroll_bar(Pen& pen, const Rect& rect, float content_height, float scrolled);

/// The grip on a panel's inner edge that folds it away, or brings it back.
void fold_grip(Pen& pen, const Rect& rect, bool on_right_edge, bool folded, std::string_view panel,
               std::string_view name);

}  // namespace qkv
