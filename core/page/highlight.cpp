// What lights up for the quantity under the mouse.

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/highlight_parts.h"
#include "core/page/layout.h"
#include "core/page/style.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

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
  Color color;
  float width;
  float thin;  // lines up to here are drawn over, wider ones are accompanied
};

Item framed(const Outline& o, Rect rect, float radius) {
  const float out = o.width / 2;
  return {Box{rect.inset(-out), radius + out, Color{0, 0, 0, 0}, o.color, o.width}, {}};
}

Item underlined(const Outline& o, const Text& text) {
  const float width = text_width(text.font, text.size, text.text), below = 0.22f * text.size;
  Polyline line;
  line.color = o.color;
  line.width = o.width;
  line.points = {text.baseline + glm::vec2{0, below}, text.baseline + glm::vec2{width, below}};
  if (text.upward) {
    line.points = {text.baseline + glm::vec2{below, 0}, text.baseline + glm::vec2{below, -width}};
  }
  return {std::move(line), {}};
}

// Two thin lines beside a wide one leave it its colour and dashes.
void line_outlines(const Outline& o, const Polyline& line, std::vector<Item>& items) {
  if (line.width <= o.thin) {
    Polyline over = line;
    over.color = o.color;
    over.width = std::max(line.width, o.width);
    items.push_back({std::move(over), {}});
    return;
  }
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

void heatmap_outline(const Outline& o, const Heatmap& map, const Quantity& q,
                     std::vector<Item>& items) {
  const int down = map.turned ? q.column : q.row, across = map.turned ? q.row : q.column;
  if (down < 0 || across < 0 || down >= map.rows || across >= map.columns) return;
  const float h = map.rect.h / static_cast<float>(map.rows);
  const float w = map.rect.w / static_cast<float>(map.columns);
  items.push_back(framed(o,
                         {map.rect.x + w * static_cast<float>(across),
                          map.rect.y + h * static_cast<float>(down), w, h},
                         0));
}

// `aside`: the vectors behind the number that is meant. They are marked, not framed.
void outline(const Outline& o, const Item& item, const Quantity& quantity, bool aside,
             std::vector<Item>& items) {
  if (const auto* text = std::get_if<Text>(&item.shape)) {
    items.push_back(aside ? underlined(o, *text)
                          : framed(o, line_rect(*text).inset(-o.width), 2.5f * o.width));
  } else if (const auto* box = std::get_if<Box>(&item.shape)) {
    items.push_back(framed(o, box->rect, box->radius));
  } else if (const auto* polygon = std::get_if<Polygon>(&item.shape)) {
    items.push_back({Polygon{polygon->points, Color{0, 0, 0, 0}, o.color, o.width, false}, {}});
  } else if (const auto* line = std::get_if<Polyline>(&item.shape)) {
    line_outlines(o, *line, items);
  } else if (const auto* disc = std::get_if<Disc>(&item.shape)) {
    items.push_back(
        {Disc{disc->center, disc->radius + o.width, Color{0, 0, 0, 0}, o.color, o.width}, {}});
  } else if (const auto* map = std::get_if<Heatmap>(&item.shape)) {
    heatmap_outline(o, *map, quantity, items);
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
    inner = text->upward ? line_rect(*text)
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

// Of lines drawn over one another (an edge and its core) the widest is enough.
bool under_a_wider_line(const Page& page, const std::vector<std::size_t>& lit, std::size_t i) {
  const auto* line = std::get_if<Polyline>(&page.items[i].shape);
  if (!line || line->points.empty()) return false;
  return std::any_of(lit.begin(), lit.end(), [&](std::size_t j) {
    const auto* other = std::get_if<Polyline>(&page.items[j].shape);
    return other && j != i && !other->points.empty() &&
           other->points.front() == line->points.front() &&
           other->points.back() == line->points.back() &&
           (other->width > line->width || (other->width == line->width && j < i));
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
    if (clips[i].w <= 0 || clips[i].h <= 0) continue;
    lit.push_back(i);
    if (const auto* box = std::get_if<Box>(&item.shape)) boxes.push_back(box);
  }
  const Outline o{palette(session.theme).accent, std::max(1.5f, 2 * page.unit), 4 * page.unit};
  for (const std::size_t i : lit) {
    const Item& item = page.items[i];
    if (framed_already(item, boxes) || under_a_wider_line(page, lit, i)) continue;
    const bool aside = is_of_a_pair(quantity.kind) && !is_of_a_pair(item.quantity.kind);
    const std::size_t before = outlines.size();
    outlines.push_back({ClipBegin{clips[i]}, {}});
    outline(o, item, quantity, aside, outlines);
    if (outlines.size() == before + 1) {
      outlines.pop_back();
    } else {
      outlines.push_back({ClipEnd{}, {}});
    }
  }
  return outlines;
}

}  // namespace qkv
