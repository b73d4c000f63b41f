#pragma once
// Text widths from the embedded fonts' own unhinted advances, the same for every reader of a Page.

#include <string>
#include <string_view>
#include <vector>

#include "core/page/page.h"

namespace qkv {

/// Which face draws a character: the font's own, DejaVu Sans for what it lacks, or one that was
/// handed in (extra_fonts.h).
struct Glyph {
  std::string_view face;  ///< asset name, "fonts/Inter-Regular"
  char32_t code = 0;
  float advance = 0;  ///< em
};
/// What of the text no font has that is there so far, each character once: these are boxes.
std::u32string missing_characters(std::string_view text);
/// UTF-8 to glyphs; a broken byte is U+FFFD.
std::vector<Glyph> glyphs(Font font, std::string_view text);
float text_width(Font font, float size, std::string_view text);
float ascent(Font font, float size);   ///< above the baseline, px, positive
float descent(Font font, float size);  ///< below the baseline, px, positive
float cap_height(Font font, float size);
/// Cut with "…" so that it fits.
std::string fitted(Font font, float size, std::string_view text, float width);

}  // namespace qkv
