#include "core/page/shrunk.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

struct Shrink {
  glm::vec2 origin;
  float scale;

  void operator()(Rect& r) const {
    r = {origin.x + r.x * scale, origin.y + r.y * scale, r.w * scale, r.h * scale};
  }
  void operator()(glm::vec2& point) const { point = origin + point * scale; }
  void operator()(std::vector<glm::vec2>& points) const {
    for (glm::vec2& point : points) (*this)(point);
  }
  void operator()(Box& box) const {
    (*this)(box.rect);
    box.radius *= scale;
    box.stroke_width *= scale;
  }
  void operator()(Polygon& polygon) const {
    (*this)(polygon.points);
    polygon.stroke_width *= scale;
  }
  void operator()(Polyline& line) const {
    (*this)(line.points);
    line.width *= scale;
    line.dash *= scale;
    line.gap *= scale;
  }
  void operator()(Disc& disc) const {
    (*this)(disc.center);
    disc.radius *= scale;
    disc.stroke_width *= scale;
  }
  void operator()(Text& text) const {
    (*this)(text.baseline);
    text.size *= scale;
  }
  void operator()(Heatmap& map) const { (*this)(map.rect); }
  void operator()(ClipBegin& clip) const { (*this)(clip.rect); }
  void operator()(ClipEnd&) const {}
};

}  // namespace

Rect add_shrunk(Page& to, const Page& from, const Rect& place) {
  const float scale =
      std::min(place.w / std::max(1.0f, from.size.x), place.h / std::max(1.0f, from.size.y));
  const Rect there{std::round(place.x + (place.w - from.size.x * scale) / 2),
                   std::round(place.y + (place.h - from.size.y * scale) / 2), from.size.x * scale,
                   from.size.y * scale};
  to.items.push_back({ClipBegin{there}, {}});
  to.items.push_back({Box{there, 0, from.background, {0, 0, 0, 0}, 0, false}, {}});
  const Shrink shrink{{there.x, there.y}, scale};
  for (Item item : from.items) {
    std::visit(shrink, item.shape);
    item.quantity = {};
    to.items.push_back(std::move(item));
  }
  to.items.push_back({ClipEnd{}, {}});
  return there;
}

}  // namespace qkv
