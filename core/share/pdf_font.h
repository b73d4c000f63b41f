#pragma once
// The faces of a page as PDF wants them: glyphs by number, and a font program with only those used.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace qkv {

/// The glyphs of one face that a document uses, with the character each stands for.
using UsedGlyphs = std::map<int, char32_t>;

/// A font's file, and where in it the face begins: a file may hold several.
struct FontBytes {
  std::string_view all;
  std::size_t start = 0;
};

class PdfFace {
 public:
  explicit PdfFace(std::string_view face);  ///< as a glyph names it (core/page/fonts.h)

  int glyph(char32_t code) const;  ///< 0: the face's own box for "missing"
  float advance(int glyph) const;  ///< thousandths of an em
  /// The font file (TrueType) or its table of outlines (CFF), with unused outlines emptied: glyph
  /// numbers stay, and what is empty compresses to nothing.
  std::string program(const UsedGlyphs& used) const;
  bool is_cff() const { return cff_; }

  struct Measures {
    int ascent = 0, descent = 0, cap = 0;  ///< thousandths of an em, descent negative
    int box[4] = {0, 0, 0, 0};             ///< left, bottom, right, top
  };
  Measures measures() const;

 private:
  FontBytes bytes_;
  bool cff_ = false;
};

}  // namespace qkv
