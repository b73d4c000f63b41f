#include "app/views/text_block.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/page/fonts.h"

namespace qkv {
namespace {

constexpr float kScriptSize = 0.72f, kScriptRise = 0.36f, kScriptDrop = 0.16f;  // of the em

Font font_of(const Span& span) {
  if (span.mono) return span.bold ? Font::mono_bold : Font::mono;
  return span.bold ? Font::semibold : Font::text;
}

float size_of(const Span& span, float size) { return span.script != 0 ? size * kScriptSize : size; }

}  // namespace

std::vector<std::string> wrapped(Font font, float size, std::string_view text, float width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (!line.empty() && text_width(font, size, longer) > width) {
      lines.push_back(std::move(line));
      line = word;
    } else {
      line = std::move(longer);
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

float line_width(const Line& line, float size) {
  float width = 0;
  for (const Span& span : line) width += text_width(font_of(span), size_of(span, size), span.text);
  return width;
}

float add_line(std::vector<Item>& items, const Palette& colors, const Line& line,
               glm::vec2 baseline, float size) {
  for (const Span& span : line) {
    const float rise = span.script > 0 ? kScriptRise : span.script < 0 ? -kScriptDrop : 0;
    const float em = size_of(span, size);
    items.push_back({Text{{baseline.x, baseline.y - rise * size},
                          span.text,
                          font_of(span),
                          em,
                          role_color(colors, span.role),
                          false},
                     {}});
    baseline.x += text_width(font_of(span), em, span.text);
  }
  return baseline.x;
}

void add_card(std::vector<Item>& items, const Palette& colors, const Rect& rect, float unit) {
  const float radius = 8 * unit;
  for (int i = 4; i >= 1; --i) {
    const float by = static_cast<float>(i) * 2 * unit;
    Box shadow;
    shadow.rect = {rect.x - by, rect.y - by + 3 * unit, rect.w + 2 * by, rect.h + 2 * by};
    shadow.radius = radius + by;
    shadow.fill = {0, 0, 0, 16};
    items.push_back({shadow, {}});
  }
  items.push_back(
      {Box{rect, radius, colors.panel, colors.line, std::max(1.0f, std::round(unit)), false}, {}});
}

Rect kept_inside(Rect rect, const Rect& bounds) {
  rect.x = std::max(bounds.x, std::min(rect.x, bounds.right() - rect.w));
  rect.y = std::max(bounds.y, std::min(rect.y, bounds.bottom() - rect.h));
  return rect;
}

}  // namespace qkv
