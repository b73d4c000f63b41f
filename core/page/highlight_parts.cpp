#include "core/page/highlight_parts.h"

#include <algorithm>

#include "core/page/fonts.h"

namespace qkv {
namespace {

Rect intersection(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x),
          std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

}  // namespace

std::vector<Rect> clips_of(const Page& page) {
  std::vector<Rect> clips, open = {{0, 0, page.size.x, page.size.y}};
  clips.reserve(page.items.size());
  for (const Item& item : page.items) {
    if (const auto* begin = std::get_if<ClipBegin>(&item.shape)) {
      open.push_back(intersection(open.back(), begin->rect));
    } else if (std::holds_alternative<ClipEnd>(item.shape) && open.size() > 1) {
      open.pop_back();
    }
    clips.push_back(open.back());
  }
  return clips;
}

Rect line_rect(const Text& text) {
  const float width = text_width(text.font, text.size, text.text);
  const float up = ascent(text.font, text.size), down = descent(text.font, text.size);
  if (text.upward) return {text.baseline.x - up, text.baseline.y - width, up + down, width};
  return {text.baseline.x, text.baseline.y - up, width, up + down};
}

}  // namespace qkv
