#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/page/fonts.h"
#include "core/page/layout.h"
#include "core/page/style.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

constexpr float kNear = 6;  // design pixels within which a thin line or a small disc answers

Rect intersection(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x),
          std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

// The clip in force at each item; the whole page where there is none.
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

Rect text_rect(const Text& text) {
  const float width = text_width(text.font, text.size, text.text);
  const float up = ascent(text.font, text.size), down = descent(text.font, text.size);
  if (text.upward) return {text.baseline.x - up, text.baseline.y - width, up + down, width};
  return {text.baseline.x, text.baseline.y - up, width, up + down};
}

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
    return {text_rect(*text).contains(p) ? 0 : far, false};
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
  if (quantity.row < 0) quantity.row = cell(p.y, map->rect.y, map->rect.h, map->rows);
  if (quantity.column < 0) quantity.column = cell(p.x, map->rect.x, map->rect.w, map->columns);
  return quantity;
}

// Everything that one query and one key make together.
bool is_of_a_pair(Kind kind) {
  switch (kind) {
    case Kind::score:
    case Kind::scaled:
    case Kind::masked:
    case Kind::exp:
    case Kind::weight:
    case Kind::weighted_value:
      return true;
    default:
      return false;
  }
}

bool same_or_any(int a, int b) { return a == b || a < 0 || b < 0; }

// Which word a vector belongs to. A key's vector is the same for every query that looks at it, so
// the row it is shown for does not count.
int word_of(const Quantity& q) {
  switch (q.kind) {
    case Kind::key:
    case Kind::value:
      return q.column >= 0 ? q.column : q.row;
    case Kind::word:
      return q.row >= 0 ? q.row : q.column;
    default:
      return q.row;
  }
}

// Does an item of `other` light up for the hovered `q`?
bool lights(const Quantity& q, const Quantity& other) {
  if (!q || !other || q.layer != other.layer || q.head != other.head) return false;
  if (is_of_a_pair(q.kind)) {
    if (is_of_a_pair(other.kind)) {
      return q.row == other.row && q.column == other.column && same_or_any(q.dim, other.dim);
    }
    // The two vectors that met in this cell; on a value's share, the value.
    if (other.kind == Kind::query) return other.row == q.row && other.dim < 0;
    const Kind second = q.kind == Kind::weighted_value ? Kind::value : Kind::key;
    return other.kind == second && word_of(other) == q.column && other.dim < 0;
  }
  return q.kind == other.kind && word_of(q) == word_of(other) && same_or_any(q.dim, other.dim);
}

struct Outline {
  const Session& session;
  const Page& page;
  Color color;
  float width;
};

Item outlined_box(const Outline& o, Rect rect, float radius) {
  const float out = o.width / 2;
  return {Box{rect.inset(-out), radius + out, Color{0, 0, 0, 0}, o.color, o.width}, {}};
}

// A line is accompanied by two thin ones, so that its own colour and dashes stay.
void outline_line(const Outline& o, const Polyline& line, std::vector<Item>& items) {
  const float off = line.width / 2 + o.width;
  for (const float side : {-1.0f, 1.0f}) {
    Polyline beside;
    beside.color = o.color;
    beside.width = o.width * 0.75f;
    beside.closed = line.closed;
    for (std::size_t i = 0; i < line.points.size(); ++i) {
      const glm::vec2 a = line.points[i == 0 ? 0 : i - 1];
      const glm::vec2 b = line.points[std::min(i + 1, line.points.size() - 1)];
      const float length = std::hypot(b.x - a.x, b.y - a.y);
      if (length <= 0) continue;
      const glm::vec2 normal{(a.y - b.y) / length, (b.x - a.x) / length};
      beside.points.push_back(line.points[i] + side * off * normal);
    }
    if (beside.points.size() > 1) items.push_back({std::move(beside), {}});
  }
}

void outline(const Outline& o, const Item& item, const Quantity& quantity,
             std::vector<Item>& items) {
  if (const auto* box = std::get_if<Box>(&item.shape)) {
    items.push_back(outlined_box(o, box->rect, box->radius));
  } else if (const auto* polygon = std::get_if<Polygon>(&item.shape)) {
    items.push_back({Polygon{polygon->points, Color{0, 0, 0, 0}, o.color, o.width, false}, {}});
  } else if (const auto* line = std::get_if<Polyline>(&item.shape)) {
    outline_line(o, *line, items);
  } else if (const auto* disc = std::get_if<Disc>(&item.shape)) {
    items.push_back(
        {Disc{disc->center, disc->radius + o.width, Color{0, 0, 0, 0}, o.color, o.width}, {}});
  } else if (const auto* text = std::get_if<Text>(&item.shape)) {
    const Rect rect = text_rect(*text);
    items.push_back(outlined_box(o, rect.inset(-1.5f * o.width), 3 * o.width));
  } else if (const auto* map = std::get_if<Heatmap>(&item.shape)) {
    if (quantity.row < 0 || quantity.column < 0 || map->rows <= 0 || map->columns <= 0) return;
    const float h = map->rect.h / static_cast<float>(map->rows);
    const float w = map->rect.w / static_cast<float>(map->columns);
    items.push_back(outlined_box(o,
                                 {map->rect.x + w * static_cast<float>(quantity.column),
                                  map->rect.y + h * static_cast<float>(quantity.row), w, h},
                                 0));
  }
}

bool covers(const Rect& outer, const Rect& inner) {
  return outer.x <= inner.x + 0.5f && outer.y <= inner.y + 0.5f &&
         outer.right() >= inner.right() - 0.5f && outer.bottom() >= inner.bottom() - 0.5f;
}

// A number in a box that lights up anyway needs no frame of its own.
bool framed_already(const Item& item, const std::vector<const Box*>& boxes) {
  Rect inner;
  if (const auto* text = std::get_if<Text>(&item.shape)) {
    // The ink, not the line: a cell may be lower than the line of its number.
    const float cap = cap_height(text->font, text->size);
    inner = text->upward ? text_rect(*text)
                         : Rect{text->baseline.x, text->baseline.y - cap,
                                text_width(text->font, text->size, text->text), cap};
  } else if (const auto* box = std::get_if<Box>(&item.shape)) {
    inner = box->rect;
  } else {
    return false;
  }
  return std::any_of(boxes.begin(), boxes.end(), [&](const Box* box) {
    return box != std::get_if<Box>(&item.shape) && covers(box->rect, inner) &&
           !(covers(inner, box->rect));
  });
}

// A heatmap is one item of one kind for all its cells.
bool heatmap_lights(const Quantity& q, const Item& item) {
  if (!std::holds_alternative<Heatmap>(item.shape) || q.row < 0 || q.column < 0) return false;
  Quantity cell = item.quantity;
  cell.row = q.row;
  cell.column = q.column;
  return lights(q, cell);
}

}  // namespace

std::vector<Item> highlight(const Session& session, const Page& page, const Quantity& quantity) {
  std::vector<Item> outlines;
  if (!quantity) return outlines;
  const std::vector<Rect> clips = clips_of(page);
  std::vector<std::size_t> lit;
  std::vector<const Box*> boxes;
  for (std::size_t i = 0; i < page.items.size(); ++i) {
    const Item& item = page.items[i];
    if (!lights(quantity, item.quantity) && !heatmap_lights(quantity, item)) continue;
    lit.push_back(i);
    if (const auto* box = std::get_if<Box>(&item.shape)) boxes.push_back(box);
  }
  const Outline o{session, page, palette(session.theme).accent, std::max(1.5f, 2 * page.unit)};
  for (const std::size_t i : lit) {
    const Item& item = page.items[i];
    if (clips[i].w <= 0 || clips[i].h <= 0 || framed_already(item, boxes)) continue;
    outlines.push_back({ClipBegin{clips[i]}, {}});
    const std::size_t before = outlines.size();
    outline(o, item, quantity, outlines);
    if (outlines.size() == before) {
      outlines.pop_back();
    } else {
      outlines.push_back({ClipEnd{}, {}});
    }
  }
  return outlines;
}

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
