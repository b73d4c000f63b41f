#pragma once
// Small typesetting for what the window draws over a page: lines of spans, wrapped text, a card.

#include <string>
#include <string_view>
#include <vector>

#include "core/page/page.h"
#include "core/page/style.h"
#include "core/picture/panels.h"

namespace qkv {

/// Lines of at most `width` pixels; a word that is longer stands alone.
std::vector<std::string> wrapped(Font font, float size, std::string_view text, float width);

/// A line of spans at a baseline; returns the pixel where it ends. `size` em in pixels.
float line_width(const Line& line, float size);
float add_line(std::vector<Item>& items, const Palette& palette, const Line& line,
               glm::vec2 baseline, float size);

/// A raised card with a soft shadow.
void add_card(std::vector<Item>& items, const Palette& palette, const Rect& rect, float unit);

/// `rect` moved (never shrunk) so that it lies inside `bounds` where it can.
Rect kept_inside(Rect rect, const Rect& bounds);

}  // namespace qkv
