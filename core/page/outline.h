#pragma once
// Outlines of the shapes of a page, for whoever draws them: triangles, SVG, PDF.

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/page/page.h"

namespace qkv {

/// The outline of a rounded rectangle and of a circle as a polygon, 0.13 px true.
std::vector<glm::vec2> rounded_outline(const Rect& rect, float radius);
std::vector<glm::vec2> circle_outline(glm::vec2 center, float radius);

/// Of a hatched shape, in design pixels.
inline constexpr float kHatchSpacing = 5, kHatchWidth = 1;
/// Diagonal lines inside a convex outline, on one grid for the whole page so that neighbours join.
std::vector<std::array<glm::vec2, 2>> hatch_lines(std::span<const glm::vec2> points, float spacing);

/// A stretch of a text in one embedded face.
struct TextRun {
  std::string_view face;   ///< asset name, "fonts/Inter-Regular"
  std::string text;        ///< UTF-8; a broken byte is U+FFFD
  float x = 0, width = 0;  ///< pixels from the text's left end
};
std::vector<TextRun> runs_of(const Text& text);

/// Text that shows nothing, such as what waits to be revealed.
inline bool is_blank(const Text& text) {
  return text.color.a == 0 || text.size <= 0 ||
         text.text.find_first_not_of(' ') == std::string::npos;
}

}  // namespace qkv
