#include "app/render/glyph_atlas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <stb_truetype.h>

#include "core/page/extra_fonts.h"

namespace qkv {
namespace {

constexpr int kFirstRows = 256;
constexpr int kWhiteBlock = 3;
// Sizes are told apart to 1/16 px: finer differences cannot be seen.
constexpr float kSizeSteps = 16;

float brightness(Color c) {
  return (0.2126f * static_cast<float>(c.r) + 0.7152f * static_cast<float>(c.g) +
          0.0722f * static_cast<float>(c.b)) /
         255.0f;
}

// Blending in sRGB thins light ink on a dark ground; three tones of ink are told apart.
int tone_of(Color ink) {
  const float b = brightness(ink);
  return b < 0.3f ? 0 : b < 0.6f ? 1 : 2;
}
constexpr std::array<float, 3> kCoveragePower = {0.90f, 0.82f, 0.74f};

std::array<std::uint8_t, 256> coverage_table(int tone) {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double share = static_cast<double>(i) / 255.0;
    const double power = static_cast<double>(kCoveragePower[static_cast<std::size_t>(tone)]);
    table[i] = static_cast<std::uint8_t>(std::lround(255.0 * std::pow(share, power)));
  }
  return table;
}

}  // namespace

struct GlyphAtlas::Face {
  std::string_view name;
  stbtt_fontinfo info;
};

GlyphAtlas::GlyphAtlas() {
  for (int tone = 0; tone < kTones; ++tone)
    coverage_[static_cast<std::size_t>(tone)] = coverage_table(tone);
  reset();
}
GlyphAtlas::~GlyphAtlas() = default;

void GlyphAtlas::reset() {
  glyphs_.clear();
  rows_ = kFirstRows;
  texels_.assign(static_cast<std::size_t>(rows_) * kWidth, 0);
  for (int y = 0; y < kWhiteBlock; ++y)
    for (int x = 0; x < kWhiteBlock; ++x) texels_[static_cast<std::size_t>(y * kWidth + x)] = 255;
  shelf_y_ = 0;
  shelf_h_ = kWhiteBlock;
  pen_x_ = kWhiteBlock + 1;
  changed_ = {0, rows_};
}

const GlyphAtlas::Face& GlyphAtlas::face(std::string_view name) {
  for (const auto& known : faces_)
    if (known->name == name) return *known;
  auto added = std::make_unique<Face>();
  const FontFile file = font_file(name);
  const auto* data = reinterpret_cast<const unsigned char*>(file.bytes.data());
  added->info = {};
  stbtt_InitFont(&added->info, data, stbtt_GetFontOffsetForIndex(data, file.index));
  // The name outlives us: it is the font table's own.
  added->name = name;
  faces_.push_back(std::move(added));
  return *faces_.back();
}

// Shelves: glyphs of one line of text have nearly one height, so little is wasted.
bool GlyphAtlas::place(int w, int h, std::uint16_t& x, std::uint16_t& y) {
  if (pen_x_ + w > kWidth) {
    shelf_y_ += shelf_h_ + 1;
    shelf_h_ = 0;
    pen_x_ = 0;
  }
  while (shelf_y_ + h > rows_) {
    if (rows_ >= kMostRows) return false;
    rows_ *= 2;
    texels_.resize(static_cast<std::size_t>(rows_) * kWidth, 0);
    changed_ = {0, rows_};
  }
  x = static_cast<std::uint16_t>(pen_x_);
  y = static_cast<std::uint16_t>(shelf_y_);
  pen_x_ += w + 1;
  shelf_h_ = std::max(shelf_h_, h);
  return true;
}

const AtlasGlyph& GlyphAtlas::glyph(std::string_view face_name, char32_t code, float size,
                                    int phase, Color ink) {
  const Face& from = face(face_name);
  std::size_t face_index = 0;
  while (faces_[face_index].get() != &from) ++face_index;
  const int tone = tone_of(ink);
  const auto steps =
      static_cast<std::uint64_t>(std::clamp(std::lround(size * kSizeSteps), 1L, 65535L));
  const std::uint64_t key = (static_cast<std::uint64_t>(code) << 32) | (steps << 16) |
                            (static_cast<std::uint64_t>(face_index) << 8) |
                            static_cast<std::uint64_t>(phase * 4 + tone);
  if (const auto known = glyphs_.find(key); known != glyphs_.end()) return known->second;

  const float em = static_cast<float>(steps) / kSizeSteps;
  const float scale = stbtt_ScaleForMappingEmToPixels(&from.info, em);
  const int index = stbtt_FindGlyphIndex(&from.info, static_cast<int>(code));
  const float shift = static_cast<float>(phase) / kPhases;
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  stbtt_GetGlyphBitmapBoxSubpixel(&from.info, index, scale, scale, shift, 0, &x0, &y0, &x1, &y1);
  AtlasGlyph made;
  made.left = x0;
  made.top = y0;
  const int w = std::min(x1 - x0, kWidth), h = std::min(y1 - y0, kMostRows / 2);
  if (w > 0 && h > 0) {
    if (!place(w, h, made.x, made.y)) {
      reset();
      ++generation_;
      place(w, h, made.x, made.y);
    }
    made.w = static_cast<std::uint16_t>(w);
    made.h = static_cast<std::uint16_t>(h);
    std::uint8_t* out = texels_.data() + static_cast<std::size_t>(made.y) * kWidth + made.x;
    stbtt_MakeGlyphBitmapSubpixel(&from.info, out, w, h, kWidth, scale, scale, shift, 0, index);
    const Coverage& table = coverage_[static_cast<std::size_t>(tone)];
    for (int row = 0; row < h; ++row)
      for (int column = 0; column < w; ++column) {
        std::uint8_t& texel = out[static_cast<std::ptrdiff_t>(row) * kWidth + column];
        texel = table[texel];
      }
    changed_.begin =
        changed_.end == 0 ? made.y : std::min(changed_.begin, static_cast<int>(made.y));
    changed_.end = std::max(changed_.end, made.y + h);
  }
  return glyphs_.emplace(key, made).first->second;
}

GlyphAtlas::Rows GlyphAtlas::take_changed() {
  const Rows changed = changed_;
  changed_ = {};
  return changed;
}

}  // namespace qkv
