// What is under a point: quantity_at and hit_at.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/page/highlight_parts.h"
#include "core/page/layout.h"

namespace qkv {
namespace {

constexpr float kNear = 6;  // design pixels within which a thin line or a small disc answers

float distance_to_segment(glm::vec2 p, glm::vec2 a, glm::vec2 b) {
  const glm::vec2 along = b - a, to = p - a;
  const float length2 = along.x * along.x + along.y * along.y;
  const float t =
      length2 > 0 ? std::clamp((to.x * along.x + to.y * along.y) / length2, 0.0f, 1.0f) : 0;
  const glm::vec2 off = to - t * along;
  return std::sqrt(off.x * off.x + off.y * off.y);
}

float distance_to_path(glm::vec2 p, const std::vector<glm::vec2>& points, bool closed) {
  float nearest = std::numeric_limits<float>::infinity();
  if (points.size() == 1) return distance_to_segment(p, points[0], points[0]);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    nearest = std::min(nearest, distance_to_segment(p, points[i], points[i + 1]));
  }
  if (closed && points.size() > 2) {
    nearest = std::min(nearest, distance_to_segment(p, points.back(), points.front()));
  }
  return nearest;
}

// Convex, either direction of turning.
bool inside(glm::vec2 p, const std::vector<glm::vec2>& corners) {
  bool left = false, right = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    const float turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    left = left || turn > 0;
    right = right || turn < 0;
  }
  return corners.size() > 2 && !(left && right);
}

// How far a point is from what is drawn: 0 on it. An area answers only on itself, a line or a dot
// also near by.
struct Closeness {
  float distance = std::numeric_limits<float>::infinity();
  bool area = false;
};

Closeness closeness(const Shape& shape, glm::vec2 p) {
  const float far = std::numeric_limits<float>::infinity();
  if (const auto* box = std::get_if<Box>(&shape)) return {box->rect.contains(p) ? 0 : far, true};
  if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    return {inside(p, polygon->points) ? 0 : far, true};
  }
  if (const auto* map = std::get_if<Heatmap>(&shape))
    return {map->rect.contains(p) ? 0 : far, true};
  if (const auto* text = std::get_if<Text>(&shape)) {
    return {line_rect(*text).contains(p) ? 0 : far, false};
  }
  if (const auto* disc = std::get_if<Disc>(&shape)) {
    const glm::vec2 off = p - disc->center;
    return {std::max(0.0f, std::sqrt(off.x * off.x + off.y * off.y) - disc->radius), false};
  }
  if (const auto* line = std::get_if<Polyline>(&shape)) {
    return {std::max(0.0f, distance_to_path(p, line->points, line->closed) - line->width / 2),
            false};
  }
  return {far, false};
}

// The cells of a heatmap are one item: the cell comes from the place.
Quantity quantity_of(const Item& item, glm::vec2 p) {
  Quantity quantity = item.quantity;
  const auto* map = std::get_if<Heatmap>(&item.shape);
  if (map == nullptr || map->rows <= 0 || map->columns <= 0) return quantity;
  const auto cell = [](float at, float start, float length, int count) {
    const float share = (at - start) / std::max(length, 1e-6f);
    return std::clamp(static_cast<int>(share * static_cast<float>(count)), 0, count - 1);
  };
  const int down = cell(p.y, map->rect.y, map->rect.h, map->rows);
  const int across = cell(p.x, map->rect.x, map->rect.w, map->columns);
  if (quantity.row < 0) quantity.row = map->turned ? across : down;
  if (quantity.column < 0) quantity.column = map->turned ? down : across;
  return quantity;
}

}  // namespace

Quantity quantity_at(const Page& page, glm::vec2 point) {
  const std::vector<Rect> clips = clips_of(page);
  const float reach = kNear * page.unit;
  std::optional<std::size_t> near;
  float near_distance = reach;
  for (std::size_t i = page.items.size(); i-- > 0;) {
    const Item& item = page.items[i];
    if (!item.quantity || !clips[i].contains(point)) continue;
    const Closeness c = closeness(item.shape, point);
    if (c.distance <= 0) {
      // A line that is nearly hit wins over the area it lies on, not over what is hit itself.
      return quantity_of(page.items[near && c.area ? *near : i], point);
    }
    if (!c.area && c.distance < near_distance) {
      near = i;
      near_distance = c.distance;
    }
  }
  return near ? quantity_of(page.items[*near], point) : Quantity{};
}

const Hit* hit_at(const Page& page, glm::vec2 point) {
  for (auto hit = page.hits.rbegin(); hit != page.hits.rend(); ++hit) {
    if (hit->rect.contains(point)) return &*hit;
  }
  return nullptr;
}

}  // namespace qkv
