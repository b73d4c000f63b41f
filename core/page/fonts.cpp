#include "core/page/fonts.h"

#include <array>
#include <cassert>

#include "core/assets/assets.h"
#include "core/page/extra_fonts.h"
#include "core/page/font_face.h"

namespace qkv {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
Face load_face(std::string_view name) {
  Face face;
  const bool found = read_face(reinterpret_cast<const unsigned char*>(asset(name).data()), 0, face);
  assert(found);
  static_cast<void>(found);
  face.name = name;
  return face;
}

struct Faces {
  Face inter = load_face("fonts/Inter-Regular");
  Face inter_semibold = load_face("fonts/Inter-SemiBold");
  Face inter_bold = load_face("fonts/Inter-Bold");
  Face mono = load_face("fonts/JetBrainsMono-Regular");
  Face mono_bold = load_face("fonts/JetBrainsMono-Bold");
  Face serif = load_face("fonts/DejaVuSerif");
  Face serif_bold = load_face("fonts/DejaVuSerif-Bold");
  Face sans = load_face("fonts/DejaVuSans");
  Face sans_bold = load_face("fonts/DejaVuSans-Bold");
};

const Faces& faces() {
  static const Faces loaded;
  return loaded;
}

const Face& face_of(Font font) {
  switch (font) {
    case Font::text:
      return faces().inter;
    case Font::semibold:
      return faces().inter_semibold;
    case Font::bold:
      return faces().inter_bold;
    case Font::mono:
      return faces().mono;
    case Font::mono_bold:
      return faces().mono_bold;
    case Font::math:
      return faces().serif;
    case Font::math_bold:
      return faces().serif_bold;
  }
  return faces().inter;
}

const Face& fallback_of(Font font) {
  const bool heavy = font == Font::semibold || font == Font::bold || font == Font::mono_bold ||
                     font == Font::math_bold;
  return heavy ? faces().sans_bold : faces().sans;
}

// One character of UTF-8; overlong forms, surrogates and stray bytes are U+FFFD, one byte each.
char32_t next_code(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  std::size_t length = 0;
  char32_t code = 0;
  if (lead < 0x80) {
    text.remove_prefix(1);
    return lead;
  }
  if (lead >= 0xC2 && lead < 0xE0) {
    length = 2;
    code = lead & 0x1F;
  } else if (lead >= 0xE0 && lead < 0xF0) {
    length = 3;
    code = lead & 0x0F;
  } else if (lead >= 0xF0 && lead < 0xF5) {
    length = 4;
    code = lead & 0x07;
  }
  bool good = length != 0 && text.size() >= length;
  for (std::size_t i = 1; good && i < length; ++i) {
    good = (byte(i) & 0xC0) == 0x80;
    code = (code << 6) | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  good = good && code >= kSmallest[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  text.remove_prefix(good ? length : 1);
  return good ? code : kReplacement;
}

/// Joiners, direction marks and variation selectors tell a shaper something; they have no ink.
bool is_silent(char32_t code) {
  return (code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || (code >= 0xFE00 && code <= 0xFE0F) ||
         code == 0xFEFF || (code >= 0xE0000 && code <= 0xE0FFF);
}

Glyph glyph_of(const Face& own, const Face& other, char32_t code) {
  if (const float advance = own.advance(code); advance >= 0) return {own.name, code, advance};
  if (is_silent(code)) return {own.name, U' ', 0};
  if (const float advance = other.advance(code); advance >= 0) return {other.name, code, advance};
  if (const Face* extra = extra_face(code)) return {extra->name, code, extra->measured(code)};
  return {other.name, code, other.glyph_advance(0)};  // the face's own box for "missing"
}

}  // namespace

bool read_face(const unsigned char* bytes, int index, Face& face) {
  const int offset = stbtt_GetFontOffsetForIndex(bytes, index);
  if (offset < 0 || stbtt_InitFont(&face.info, bytes, offset) == 0) return false;
  face.em = stbtt_ScaleForMappingEmToPixels(&face.info, 1.0f);
  int up = 0, down = 0, gap = 0;
  stbtt_GetFontVMetrics(&face.info, &up, &down, &gap);
  face.ascent = static_cast<float>(up) * face.em;
  face.descent = static_cast<float>(-down) * face.em;
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  stbtt_GetCodepointBox(&face.info, 'H', &x0, &y0, &x1, &y1);
  face.cap = static_cast<float>(y1) * face.em;
  for (char32_t code = 0; code < kTableEnd; ++code) face.advances[code] = face.measured(code);
  return true;
}

std::u32string missing_characters(std::string_view text) {
  std::u32string missing;
  while (!text.empty()) {
    const char32_t code = next_code(text);
    if (code < 0x20 || is_silent(code) || faces().sans.advance(code) >= 0 ||
        faces().inter.advance(code) >= 0 || extra_face(code) != nullptr)
      continue;
    if (missing.find(code) == missing.npos) missing += code;
  }
  return missing;
}

std::vector<Glyph> glyphs(Font font, std::string_view text) {
  const Face& own = face_of(font);
  const Face& other = fallback_of(font);
  std::vector<Glyph> result;
  result.reserve(text.size());
  while (!text.empty()) result.push_back(glyph_of(own, other, next_code(text)));
  return result;
}

float text_width(Font font, float size, std::string_view text) {
  const Face& own = face_of(font);
  const Face& other = fallback_of(font);
  float width = 0;
  while (!text.empty()) width += glyph_of(own, other, next_code(text)).advance;
  return width * size;
}

float ascent(Font font, float size) { return face_of(font).ascent * size; }
float descent(Font font, float size) { return face_of(font).descent * size; }
float cap_height(Font font, float size) { return face_of(font).cap * size; }

std::string fitted(Font font, float size, std::string_view text, float width) {
  if (text_width(font, size, text) <= width) return std::string(text);
  constexpr std::string_view kDots = "\u2026";
  const float room = width - text_width(font, size, kDots);
  const Face& own = face_of(font);
  const Face& other = fallback_of(font);
  std::string_view rest = text;
  std::size_t kept = 0;
  for (float used = 0; !rest.empty();) {
    used += glyph_of(own, other, next_code(rest)).advance * size;
    if (used > room) break;
    kept = text.size() - rest.size();
  }
  while (kept > 0 && text[kept - 1] == ' ') --kept;
  return std::string(text.substr(0, kept)) + std::string(kDots);
}

}  // namespace qkv
