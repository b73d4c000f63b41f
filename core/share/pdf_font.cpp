#include "core/share/pdf_font.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include <stb_truetype.h>

#include "core/page/extra_fonts.h"

namespace qkv {
namespace {

// Numbers in a font file are big-endian; the file is our own asset, or a font that was read
// already.
std::uint32_t number_at(std::string_view bytes, std::size_t at, int size) {
  std::uint32_t value = 0;
  for (int i = 0; i < size; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return value;
}

std::string number_text(std::uint32_t value, int size) {
  std::string text;
  for (int i = size - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 255);
  return text;
}

std::string_view table_of(const FontBytes& font, std::string_view tag) {
  const std::string_view all = font.all;
  const std::uint32_t count = number_at(all, font.start + 4, 2);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t entry = font.start + 12 + std::size_t{16} * i;
    if (all.substr(entry, 4) == tag)
      return all.substr(number_at(all, entry + 8, 4), number_at(all, entry + 12, 4));
  }
  return {};
}

FontBytes bytes_of(std::string_view face) {
  const FontFile file = font_file(face);
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.bytes.data());
  const int start = stbtt_GetFontOffsetForIndex(bytes, file.index);
  return {{reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()},
          static_cast<std::size_t>(std::max(0, start))};
}

stbtt_fontinfo info_of(const FontBytes& font) {
  stbtt_fontinfo info{};
  const auto* bytes = reinterpret_cast<const unsigned char*>(font.all.data());
  const int found = stbtt_InitFont(&info, bytes, static_cast<int>(font.start));
  assert(found != 0);
  static_cast<void>(found);
  return info;
}

/// Where glyph `i` lies in the table glyf.
struct Span {
  std::size_t begin = 0, end = 0;
};

struct Glyf {
  std::string_view loca, glyf;
  bool long_offsets = false;
  int count = 0;

  explicit Glyf(const FontBytes& font)
      : loca(table_of(font, "loca")),
        glyf(table_of(font, "glyf")),
        long_offsets(number_at(table_of(font, "head"), 50, 2) != 0),
        count(static_cast<int>(number_at(table_of(font, "maxp"), 4, 2))) {}

  std::size_t offset(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return long_offsets ? number_at(loca, at * 4, 4) : number_at(loca, at * 2, 2) * std::size_t{2};
  }
  Span span(int i) const { return {offset(i), offset(i + 1)}; }

  /// A glyph that is put together from others needs them too.
  void add(int i, std::set<int>& wanted) const {
    if (i < 0 || i >= count || !wanted.insert(i).second) return;
    const Span span_of_it = span(i);
    if (span_of_it.end <= span_of_it.begin || number_at(glyf, span_of_it.begin, 2) < 0x8000) return;
    constexpr std::uint32_t kWords = 1, kScale = 8, kMore = 32, kTwoScales = 64, kFourScales = 128;
    std::uint32_t flags = kMore;
    for (std::size_t at = span_of_it.begin + 10; (flags & kMore) != 0;) {
      flags = number_at(glyf, at, 2);
      add(static_cast<int>(number_at(glyf, at + 2, 2)), wanted);
      at += (flags & kWords) != 0 ? 8 : 6;
      at += (flags & kScale) != 0        ? 2
            : (flags & kTwoScales) != 0  ? 4
            : (flags & kFourScales) != 0 ? 8
                                         : 0;
    }
  }
};

std::string true_type(const FontBytes& font, const UsedGlyphs& used) {
  const Glyf glyphs(font);
  std::set<int> wanted;
  glyphs.add(0, wanted);
  for (const auto& [glyph, code] : used) glyphs.add(glyph, wanted);
  std::string outlines(glyphs.glyf);
  for (int i = 0; i < glyphs.count; ++i) {
    if (wanted.count(i) > 0) continue;
    const Span span = glyphs.span(i);
    for (std::size_t at = span.begin; at < span.end; ++at) outlines[at] = '\0';
  }
  std::vector<std::pair<std::string_view, std::string_view>> tables;
  for (const std::string_view tag :
       {"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}) {
    const std::string_view table = tag == "glyf" ? std::string_view(outlines) : table_of(font, tag);
    if (!table.empty()) tables.emplace_back(tag, table);
  }
  std::string header = std::string("\0\1\0\0", 4) +
                       number_text(static_cast<std::uint32_t>(tables.size()), 2) +
                       std::string(6, '\0');
  std::string body;
  const std::size_t start = 12 + 16 * tables.size();
  for (const auto& [tag, table] : tables) {
    // Checksums are for installers; readers of PDF do not look at them.
    header += std::string(tag) + std::string(4, '\0') +
              number_text(static_cast<std::uint32_t>(start + body.size()), 4) +
              number_text(static_cast<std::uint32_t>(table.size()), 4);
    body += table;
    body.resize((body.size() + 3) / 4 * 4);
  }
  return header + body;
}

/// An INDEX of CFF: where its items lie, and where it ends.
struct Index {
  std::vector<Span> items;
  std::size_t end = 0;

  Index(std::string_view cff, std::size_t at) {
    const std::uint32_t count = number_at(cff, at, 2);
    end = at + 2;
    if (count == 0) return;
    const auto size = static_cast<int>(number_at(cff, at + 2, 1));
    const std::size_t offsets = at + 3, step = static_cast<std::size_t>(size);
    const std::size_t data = offsets + step * (count + 1) - 1;
    for (std::uint32_t i = 0; i < count; ++i)
      items.push_back({data + number_at(cff, offsets + step * i, size),
                       data + number_at(cff, offsets + step * (i + 1), size)});
    end = items.back().end;
  }
};

/// The last operand before `wanted` in a DICT.
std::uint32_t operand_of(std::string_view dict, unsigned wanted) {
  std::uint32_t value = 0;
  for (std::size_t at = 0; at < dict.size();) {
    const unsigned b = static_cast<unsigned char>(dict[at]);
    if (b <= 21) {
      if (b == wanted) return value;
      at += b == 12 ? 2 : 1;
    } else if (b == 28) {
      value = number_at(dict, at + 1, 2);
      at += 3;
    } else if (b == 29) {
      value = number_at(dict, at + 1, 4);
      at += 5;
    } else if (b == 30) {
      for (++at; (static_cast<unsigned char>(dict[at]) & 15) != 15;) ++at;
      ++at;
    } else if (b >= 247) {
      const unsigned low = static_cast<unsigned char>(dict[at + 1]);
      value = b < 251 ? (b - 247) * 256 + low + 108 : 0;  // no offset is negative
      at += 2;
    } else {
      value = b - 139;
      ++at;
    }
  }
  return 0;
}

std::string compact(const FontBytes& font, const UsedGlyphs& used) {
  constexpr unsigned kCharStrings = 17;
  constexpr char kEnd = 14;  // of an outline
  std::string cff(table_of(font, "CFF "));
  const Index names(cff, number_at(cff, 2, 1));
  const Index tops(cff, names.end);
  const Span top = tops.items[0];
  const std::uint32_t at =
      operand_of(std::string_view(cff).substr(top.begin, top.end - top.begin), kCharStrings);
  const Index outlines(cff, at);
  for (std::size_t i = 1; i < outlines.items.size(); ++i) {
    if (used.count(static_cast<int>(i)) > 0) continue;
    const Span span = outlines.items[i];
    for (std::size_t k = span.begin; k < span.end; ++k) cff[k] = kEnd;
  }
  return cff;
}

int thousandths(float font_units, float em) {
  return static_cast<int>(std::lround(font_units * em * 1000));
}

}  // namespace

PdfFace::PdfFace(std::string_view face)
    : bytes_(bytes_of(face)), cff_(bytes_.all.substr(bytes_.start, 4) == "OTTO") {}

int PdfFace::glyph(char32_t code) const {
  const stbtt_fontinfo info = info_of(bytes_);
  return stbtt_FindGlyphIndex(&info, static_cast<int>(code));
}

float PdfFace::advance(int glyph) const {
  const stbtt_fontinfo info = info_of(bytes_);
  int width = 0, bearing = 0;
  stbtt_GetGlyphHMetrics(&info, glyph, &width, &bearing);
  return static_cast<float>(width) * stbtt_ScaleForMappingEmToPixels(&info, 1000.0f);
}

std::string PdfFace::program(const UsedGlyphs& used) const {
  return cff_ ? compact(bytes_, used) : true_type(bytes_, used);
}

PdfFace::Measures PdfFace::measures() const {
  const stbtt_fontinfo info = info_of(bytes_);
  const float em = stbtt_ScaleForMappingEmToPixels(&info, 1.0f);
  int up = 0, down = 0, gap = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  stbtt_GetFontVMetrics(&info, &up, &down, &gap);
  const auto scaled = [&](int units) { return thousandths(static_cast<float>(units), em); };
  Measures m{scaled(up), scaled(down), 0, {}};
  stbtt_GetCodepointBox(&info, 'H', &x0, &y0, &x1, &y1);
  m.cap = scaled(y1);
  stbtt_GetFontBoundingBox(&info, &x0, &y0, &x1, &y1);
  const int box[] = {x0, y0, x1, y1};
  for (std::size_t i = 0; i < 4; ++i) m.box[i] = scaled(box[i]);
  return m;
}

}  // namespace qkv
