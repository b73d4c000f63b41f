#include "app/render/placed.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>

#include "core/page/fonts.h"

namespace qkv {
namespace {

constexpr float kFarAway = 1e6f;

int whole(float v) { return static_cast<int>(std::lround(std::clamp(v, -kFarAway, kFarAway))); }

PixelRect pixels(const Rect& r) {
  const int x = whole(r.x), y = whole(r.y);
  return {x, y, std::max(0, whole(r.right()) - x), std::max(0, whole(r.bottom()) - y)};
}

PixelRect around(glm::vec2 low, glm::vec2 high, float room) {
  const int x = whole(std::floor(low.x - room)), y = whole(std::floor(low.y - room));
  return {x, y, whole(std::ceil(high.x + room)) - x, whole(std::ceil(high.y + room)) - y};
}

// Room for half a stroke with its sharpest mitre, and for the feather with its own.
float room_for(float stroke) { return 1.5f * std::max(0.0f, stroke) + 4; }

PixelRect around(const std::vector<glm::vec2>& points, float stroke) {
  if (points.empty()) return {};
  glm::vec2 low = points[0], high = points[0];
  for (const glm::vec2 p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  return around(low, high, room_for(stroke));
}

struct BoundsOf {
  PixelRect operator()(const Box& box) const {
    const Rect& r = box.rect;
    return around({r.x, r.y}, {r.right(), r.bottom()}, room_for(box.stroke_width));
  }
  PixelRect operator()(const Polygon& polygon) const {
    return around(polygon.points, polygon.stroke_width);
  }
  PixelRect operator()(const Polyline& line) const { return around(line.points, line.width); }
  PixelRect operator()(const Disc& disc) const {
    const glm::vec2 reach(disc.radius);
    return around(disc.center - reach, disc.center + reach, room_for(disc.stroke_width));
  }
  // Ink may leave the box of the metrics: half an em is more than any glyph of ours does.
  PixelRect operator()(const Text& text) const {
    const float length = text_width(text.font, text.size, text.text), room = text.size / 2 + 2;
    const float up = ascent(text.font, text.size), down = descent(text.font, text.size);
    const glm::vec2 at = text.baseline;
    return text.upward ? around({at.x - up, at.y - length}, {at.x + down, at.y}, room)
                       : around({at.x, at.y - up}, {at.x + length, at.y + down}, room);
  }
  PixelRect operator()(const Heatmap& map) const {
    const Rect& r = map.rect;
    return around({r.x, r.y}, {r.right(), r.bottom()}, 1);
  }
  PixelRect operator()(const ClipBegin&) const { return {}; }
  PixelRect operator()(const ClipEnd&) const { return {}; }
};

void place_items(const std::vector<Item>& items, PlacedPage& placed) {
  std::vector<PixelRect> clips{{0, 0, placed.width, placed.height}};
  for (const Item& item : items) {
    if (const auto* clip = std::get_if<ClipBegin>(&item.shape)) {
      clips.push_back(intersection(clips.back(), pixels(clip->rect)));
    } else if (std::holds_alternative<ClipEnd>(item.shape)) {
      if (clips.size() > 1) clips.pop_back();
    } else if (!clips.back().empty()) {
      const PixelRect bounds = intersection(std::visit(BoundsOf{}, item.shape), clips.back());
      if (!bounds.empty()) placed.shapes.push_back({&item.shape, clips.back(), bounds});
    }
  }
}

}  // namespace

PixelRect intersection(const PixelRect& a, const PixelRect& b) {
  const int x0 = std::max(a.x, b.x), y0 = std::max(a.y, b.y);
  const int x1 = std::min(a.right(), b.right()), y1 = std::min(a.bottom(), b.bottom());
  return {x0, y0, std::max(0, x1 - x0), std::max(0, y1 - y0)};
}

PixelRect hull(const PixelRect& a, const PixelRect& b) {
  const int x0 = std::min(a.x, b.x), y0 = std::min(a.y, b.y);
  return {x0, y0, std::max(a.right(), b.right()) - x0, std::max(a.bottom(), b.bottom()) - y0};
}

bool meet(const PixelRect& a, const PixelRect& b) { return !intersection(a, b).empty(); }

PlacedPage place(const Page& page, const std::vector<Item>& over, int width, int height) {
  PlacedPage placed{width, height, page.unit, page.background, {}};
  placed.shapes.reserve(page.items.size() + over.size());
  place_items(page.items, placed);
  place_items(over, placed);
  return placed;
}

std::size_t ground_of(const PlacedPage& page, const PixelRect& window) {
  for (std::size_t i = page.shapes.size(); i-- > 0;) {
    const PlacedShape& placed = page.shapes[i];
    const auto* box = std::get_if<Box>(placed.shape);
    if (box == nullptr || box->fill.a != 255 || intersection(placed.clip, window) != window)
      continue;
    // Within the corners, the stroke and the feather all is the fill's.
    const Rect inside = box->rect.inset(box->radius + room_for(box->stroke_width));
    if (inside.x <= static_cast<float>(window.x) && inside.y <= static_cast<float>(window.y) &&
        inside.right() >= static_cast<float>(window.right()) &&
        inside.bottom() >= static_cast<float>(window.bottom()))
      return i;
  }
  return page.shapes.size();
}

}  // namespace qkv
