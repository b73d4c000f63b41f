#include "core/share/part.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

struct Anchor {
  static glm::vec2 middle(const Rect& r) { return {r.x + r.w / 2, r.y + r.h / 2}; }
  static glm::vec2 first(const std::vector<glm::vec2>& points) {
    return points.empty() ? glm::vec2(-1) : points[0];
  }
  glm::vec2 operator()(const Box& box) const { return middle(box.rect); }
  glm::vec2 operator()(const Polygon& polygon) const { return first(polygon.points); }
  glm::vec2 operator()(const Polyline& line) const { return first(line.points); }
  glm::vec2 operator()(const Disc& disc) const { return disc.center; }
  glm::vec2 operator()(const Text& text) const { return text.baseline; }
  glm::vec2 operator()(const Heatmap& map) const { return middle(map.rect); }
  glm::vec2 operator()(const ClipBegin& clip) const { return middle(clip.rect); }
  glm::vec2 operator()(const ClipEnd&) const { return glm::vec2(-1); }
};

struct Mover {
  glm::vec2 by;
  void move(Rect& r) const {
    r.x += by.x;
    r.y += by.y;
  }
  void move(std::vector<glm::vec2>& points) const {
    for (glm::vec2& p : points) p += by;
  }
  void operator()(Box& box) const { move(box.rect); }
  void operator()(Polygon& polygon) const { move(polygon.points); }
  void operator()(Polyline& line) const { move(line.points); }
  void operator()(Disc& disc) const { disc.center += by; }
  void operator()(Text& text) const { text.baseline += by; }
  void operator()(Heatmap& map) const { move(map.rect); }
  void operator()(ClipBegin& clip) const { move(clip.rect); }
  void operator()(ClipEnd&) const {}
};

// With each clip goes its end.
template <class Drop>
std::vector<Item> kept_items(const std::vector<Item>& items, Drop drop) {
  std::vector<Item> kept;
  std::vector<bool> clips;
  for (const Item& item : items) {
    if (std::holds_alternative<ClipEnd>(item.shape)) {
      if (!clips.empty() && clips.back()) kept.push_back(item);
      if (!clips.empty()) clips.pop_back();
      continue;
    }
    const bool stays = !drop(anchor_of(item.shape));
    if (std::holds_alternative<ClipBegin>(item.shape)) clips.push_back(stays);
    if (stays) kept.push_back(item);
  }
  return kept;
}

bool is_control(const Hit& hit) {
  return std::any_of(hit.actions.begin(), hit.actions.end(), [](const Action& action) {
    return std::holds_alternative<action::Fold>(action) ||
           std::holds_alternative<action::ShowScene>(action);
  });
}

}  // namespace

glm::vec2 anchor_of(const Shape& shape) { return std::visit(Anchor{}, shape); }

void drop_controls(Page& page) {
  std::vector<Rect> controls;
  for (const Hit& hit : page.hits)
    if (is_control(hit)) controls.push_back(hit.rect.inset(-page.unit));
  page.items = kept_items(page.items, [&](glm::vec2 at) {
    return std::any_of(controls.begin(), controls.end(),
                       [&](const Rect& rect) { return rect.contains(at); });
  });
}

Page part_of(const Page& page, PanelId panel) {
  const auto place =
      std::find_if(page.panels.begin(), page.panels.end(),
                   [&](const PanelPlace& candidate) { return candidate.id == panel; });
  if (place == page.panels.end() || place->rect.w < 1 || place->rect.h < 1) return page;
  // Whole pixels, so that nothing is drawn between them.
  const Rect r{std::round(place->rect.x), std::round(place->rect.y), std::round(place->rect.w),
               std::round(place->rect.h)};
  Page part = page;
  part.hits.clear();
  part.handles.clear();
  part.panels = {{panel, {0, 0, r.w, r.h}, r.h, r.w}};
  part.size = {r.w, r.h};
  part.items = kept_items(page.items, [&](glm::vec2 at) { return !r.contains(at); });
  for (Item& item : part.items) std::visit(Mover{{-r.x, -r.y}}, item.shape);
  return part;
}

}  // namespace qkv
