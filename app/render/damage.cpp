#include "app/render/damage.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>

namespace qkv {
namespace {

constexpr std::size_t kReadCells = 4096;  // reading so many takes some microseconds

class Digest {
 public:
  void add(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15u;
    value_ ^= value_ >> 29;
  }
  void add(float a, float b) {
    add(std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32 | std::bit_cast<std::uint32_t>(b));
  }
  void add(int a, int b) {
    add(std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b));
  }
  void add(Color a, Color b) {
    add(std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32 | std::bit_cast<std::uint32_t>(b));
  }
  void add(const Rect& r) {
    add(r.x, r.y);
    add(r.w, r.h);
  }
  void add(const std::vector<glm::vec2>& points) {
    add(points.size());
    for (const glm::vec2 p : points) add(p.x, p.y);
  }

  void operator()(const Box& box) {
    add(box.rect);
    add(box.radius, box.stroke_width);
    add(box.fill, box.stroke);
    add(std::uint64_t{box.hatched});
  }
  void operator()(const Polygon& polygon) {
    add(polygon.points);
    add(polygon.fill, polygon.stroke);
    add(polygon.stroke_width, polygon.hatched ? 1.0f : 0.0f);
  }
  void operator()(const Polyline& line) {
    add(line.points);
    add(line.color, {});
    add(line.width, line.closed ? 1.0f : 0.0f);
    add(line.dash, line.gap);
  }
  void operator()(const Disc& disc) {
    add(disc.center.x, disc.center.y);
    add(disc.radius, disc.stroke_width);
    add(disc.fill, disc.stroke);
  }
  void operator()(const Text& text) {
    add(text.baseline.x, text.baseline.y);
    add(std::uint64_t{std::hash<std::string_view>{}(text.text)});
    add(static_cast<int>(text.font), text.upward ? 1 : 0);
    add(text.size, 0.0f);
    add(text.color, {});
  }
  void operator()(const Heatmap& map) {
    add(map.rect);
    add(map.rows, map.columns);
    // A colour bar is made anew each time: what it says counts. A large table is told by its place.
    if (map.cells && map.cells->size() <= kReadCells)
      for (const Color cell : *map.cells) add(cell, {});
    else
      add(std::uint64_t{reinterpret_cast<std::uintptr_t>(map.cells.get())});
  }
  void operator()(const ClipBegin&) {}
  void operator()(const ClipEnd&) {}

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

// A pass of its own costs about as much as painting so many pixels.
constexpr std::int64_t kPassPixels = 20000;
constexpr std::size_t kMostRects = 8;

std::int64_t area(const PixelRect& r) { return std::int64_t{r.w} * r.h; }

// Pixels that one rectangle around both paints more than the two do.
std::int64_t waste(const PixelRect& a, const PixelRect& b) {
  return area(hull(a, b)) - area(a) - area(b);
}

// `each`: what a rectangle costs, in pixels.
void add(std::vector<PixelRect>& rects, PixelRect added, std::int64_t each = kPassPixels) {
  rects.push_back(added);
  // The last one is new: what it swallows makes it new again.
  for (;;) {
    const bool full = rects.size() > kMostRects;
    std::int64_t least = full ? std::numeric_limits<std::int64_t>::max() : each;
    std::size_t a = 0, b = 0;
    for (std::size_t i = full ? 0 : rects.size() - 1; i < rects.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (const std::int64_t lost = waste(rects[i], rects[j]); lost < least) {
          least = lost;
          a = i;
          b = j;
        }
    if (a == b) return;
    const PixelRect both = hull(rects[a], rects[b]);
    rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(a));
    rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(b));
    rects.push_back(both);
  }
}

}  // namespace

std::vector<Footprint> footprints(const PlacedPage& page) {
  std::vector<Footprint> made;
  made.reserve(page.shapes.size());
  for (const PlacedShape& placed : page.shapes) {
    Digest digest;
    digest.add(placed.clip.x, placed.clip.y);
    digest.add(placed.clip.w, static_cast<int>(placed.shape->index()) << 24 ^ placed.clip.h);
    std::visit(digest, *placed.shape);
    const auto* map = std::get_if<Heatmap>(placed.shape);
    made.push_back({digest.value(), placed.bounds, map != nullptr ? map->cells : nullptr});
  }
  return made;
}

// Shapes found in both in the same order paint the same where no other shape does. Which are
// matched decides only how much is drawn again.
std::vector<PixelRect> damage(const std::vector<Footprint>& before,
                              const std::vector<Footprint>& now) {
  constexpr std::size_t kReach = 256;  // shapes that may have come or gone in one place
  std::vector<PixelRect> rects;
  std::size_t next = 0;
  for (const Footprint& shape : now) {
    const std::size_t end = std::min(before.size(), next + kReach);
    std::size_t found = next;
    while (found < end && before[found].look != shape.look) ++found;
    if (found == end) {
      add(rects, shape.bounds);
      continue;
    }
    for (; next < found; ++next) add(rects, before[next].bounds);
    ++next;
  }
  for (; next < before.size(); ++next) add(rects, before[next].bounds);
  return rects;
}

std::vector<PixelRect> gathered(const std::vector<PixelRect>& rects, std::int64_t pixels) {
  std::vector<PixelRect> fewer;
  for (const PixelRect& rect : rects) add(fewer, rect, pixels);
  return fewer;
}

}  // namespace qkv
