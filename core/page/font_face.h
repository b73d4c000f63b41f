#pragma once
// One face as stb_truetype reads it: for fonts.cpp and extra_fonts.cpp, nobody else's business.

#include <array>
#include <string_view>

#include <stb_truetype.h>

namespace qkv {

inline constexpr char32_t kTableEnd =
    0x250;  ///< Basic Latin to Latin Extended-B: most of what is written

/// Nothing in it changes after loading, so that threads may share it.
struct Face {
  std::string_view name;
  stbtt_fontinfo info{};
  float em = 1;  ///< font units → em
  float ascent = 0, descent = 0, cap = 0;
  std::array<float, kTableEnd> advances{};  ///< em; negative: not in this face

  float advance(char32_t code) const {
    if (code < kTableEnd) return advances[code];
    return measured(code);
  }
  float measured(char32_t code) const {
    const int glyph = stbtt_FindGlyphIndex(&info, static_cast<int>(code));
    if (glyph == 0) return -1;
    return glyph_advance(glyph);
  }
  float glyph_advance(int glyph) const {
    int width = 0, bearing = 0;
    stbtt_GetGlyphHMetrics(&info, glyph, &width, &bearing);
    return static_cast<float>(width) * em;
  }
};

/// False where the bytes hold no outlines that can be drawn. They must outlive the face.
bool read_face(const unsigned char* bytes, int index, Face& face);

}  // namespace qkv
