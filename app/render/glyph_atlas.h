#pragma once
// Glyphs of the embedded fonts as coverage in one texture, rasterised when first asked for.

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/render/mesh.h"

namespace qkv {

/// Where a glyph lies in the atlas and how it sits on its pen position.
struct AtlasGlyph {
  std::uint16_t x = 0, y = 0, w = 0, h = 0;  ///< texels; w 0: nothing to draw (a space)
  int left = 0, top = 0;                     ///< whole pixels from the pen to the upper left corner
};

class GlyphAtlas {
 public:
  static constexpr int kWidth = 1024, kMostRows = 4096;
  static constexpr int kPhases = 4;  ///< quarter pixels in x

  GlyphAtlas();
  ~GlyphAtlas();

  /// `size` is the em in pixels, `phase` quarters of a pixel that the pen stands right of a pixel
  /// edge. Light ink needs more coverage than dark ink to look as heavy: `ink` decides.
  const AtlasGlyph& glyph(std::string_view face, char32_t code, float size, int phase, Color ink);

  /// Texel rows in use, a power of two from 256; the width never changes, so no glyph ever moves.
  int rows() const { return rows_; }
  const std::vector<std::uint8_t>& texels() const { return texels_; }  ///< rows() × kWidth

  /// Rows that changed since the last call; [begin, end).
  struct Rows {
    int begin = 0, end = 0;
  };
  Rows take_changed();

  /// Grows by one each time that a full atlas was emptied: glyphs handed out before are void.
  int generation() const { return generation_; }

 private:
  struct Face;
  const Face& face(std::string_view name);
  void reset();
  bool place(int w, int h, std::uint16_t& x, std::uint16_t& y);

  static constexpr int kTones = 3;  ///< of ink
  using Coverage = std::array<std::uint8_t, 256>;

  std::vector<std::unique_ptr<Face>> faces_;
  std::array<Coverage, kTones> coverage_;  ///< rasterised → drawn
  std::unordered_map<std::uint64_t, AtlasGlyph> glyphs_;
  std::vector<std::uint8_t> texels_;
  int rows_ = 0;
  int shelf_y_ = 0, shelf_h_ = 0, pen_x_ = 0;
  Rows changed_;
  int generation_ = 0;
};

}  // namespace qkv
