// The tilted plane and its levels; in softmax the bent surface.

#include <algorithm>
#include <cmath>

#include "core/page/landscape/canvas.h"

namespace qkv::landscape {
namespace {

std::vector<glm::vec2> projected(const Canvas& c, const std::vector<glm::vec3>& points) {
  std::vector<glm::vec2> result;
  result.reserve(points.size());
  for (const glm::vec3& p : points) result.push_back(c.view.at(p));
  return result;
}

std::vector<glm::vec2> on_the_floor(const Canvas& c, const std::vector<glm::vec3>& points) {
  std::vector<glm::vec2> result;
  for (const glm::vec3& p : points) result.push_back(c.view.at(glm::vec2(p.x, p.y)));
  return result;
}

void draw_levels(Canvas& c) {
  const PlanePicture& plane = c.picture.plane;
  for (const PlanePicture::Level& level : plane.levels) {
    if (level.line.size() < 2) continue;
    if (level.zero) continue;  // lies on the floor and is drawn there
    c.line(projected(c, level.line), with_alpha(c.colors.query, 0.6f * plane.amount), c.m.line);
  }
}

void label_levels(Canvas& c) {
  const PlanePicture& plane = c.picture.plane;
  for (const PlanePicture::Level& level : plane.levels) {
    if (level.label.empty() || level.line.size() < 2) continue;
    const glm::vec2 a = c.view.at(level.line[0]), b = c.view.at(level.line[1]);
    const glm::vec2 left = a.x < b.x ? a : b, other = a.x < b.x ? b : a;
    const glm::vec2 way = left - other;
    const float length = std::max(1e-3f, std::hypot(way.x, way.y));
    Label label;
    label.runs = {{level.label, Font::mono, c.colors.query}};
    label.size = c.m.tiny;
    label.anchor = left;
    label.clear = c.u(4);
    label.prefer = way / length;
    label.priority = 60;
    label.pill = false;
    label.reach = c.u(9);
    label.alpha = plane.amount;
    label.stroke = {0, 0, 0, 0};
    c.labels.push_back(std::move(label));
  }
}

}  // namespace

void draw_floor_levels(Canvas& c) {
  const PlanePicture& plane = c.picture.plane;
  for (const PlanePicture::Level& level : plane.levels) {
    const Color color = with_alpha(c.colors.query, plane.amount);
    c.line(on_the_floor(c, level.line), with_alpha(color, level.zero ? 0.9f : 0.55f),
           level.zero ? c.u(1.8f) : c.m.line, {}, level.zero ? 0 : c.u(5), c.u(4));
  }
}

void draw_plane(Canvas& c) {
  const PlanePicture& plane = c.picture.plane;
  if (plane.ghost_shown > 0 && plane.amount > 0)
    c.line(projected(c, plane.ghost),
           with_alpha(c.colors.query,
                      (plane.announces ? 0.9f : 0.45f) * plane.ghost_shown * plane.amount),
           plane.announces ? c.u(1.5f) : c.m.line, {}, c.u(plane.announces ? 6 : 3), c.u(3), true);
  if (plane.amount <= 0) return;
  const Color fill = with_alpha(c.colors.plane, 0.95f * plane.amount);
  const Color edge = with_alpha(c.colors.query, 0.85f * plane.amount);
  const std::vector<glm::vec2> outline = projected(c, plane.outline);
  if (plane.bend > 0) {
    std::vector<std::pair<float, std::size_t>> order;
    for (std::size_t i = 0; i < plane.mesh.size(); ++i) {
      const glm::vec3 p = plane.mesh[i][0];
      order.emplace_back(c.view.nearness({p.x, p.y}), i);
    }
    std::sort(order.begin(), order.end());
    // A hairline on every fourth edge lets the eye follow the bend.
    for (const auto& [near, i] : order)
      c.polygon(projected(c, plane.mesh[i]), fill, with_alpha(c.colors.query, 0.10f * plane.amount),
                c.m.line);
  } else {
    c.polygon(outline, fill);
    draw_levels(c);
    label_levels(c);
  }
  c.line(outline, edge, c.u(1.5f), {}, 0, 0, true);
}

}  // namespace qkv::landscape
