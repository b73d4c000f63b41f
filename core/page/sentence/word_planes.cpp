#include "core/page/sentence/word_planes.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

struct Plane {
  Rect rect;
  glm::vec2 middle{0};
  float per_unit = 1;  ///< pixels of one floor unit

  glm::vec2 at(glm::vec2 tip) const {
    const glm::vec2 to{middle.x + tip.x * per_unit, middle.y - tip.y * per_unit};
    // While it is dragged a tip may leave the plane: it stays at the edge.
    return {std::clamp(to.x, rect.x, rect.right()), std::clamp(to.y, rect.y, rect.bottom())};
  }
};

void line(Page& page, glm::vec2 from, glm::vec2 to, Color color, float width,
          const Quantity& quantity = {}, float dash = 0) {
  Polyline drawn;
  drawn.points = {from, to};
  drawn.color = color;
  drawn.width = width;
  drawn.dash = drawn.gap = dash;
  page.items.push_back({std::move(drawn), quantity});
}

void arrow(Page& page, const Plane& plane, glm::vec2 to, Color color, float width, float unit,
           const Quantity& quantity) {
  const glm::vec2 from = plane.middle;
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 2 * unit) {  // a zero vector: a ring
    page.items.push_back({Disc{from, 3.5f * unit, {0, 0, 0, 0}, color, 1.5f * unit}, quantity});
    return;
  }
  const glm::vec2 way = (to - from) / length, across{-way.y, way.x};
  const float head = std::min(0.7f * length, 5 * unit + 1.6f * width);
  line(page, from, to - way * (0.7f * head), color, width, quantity);
  page.items.push_back({Polygon{{to, to - way * head + across * (0.48f * head),
                                 to - way * head - across * (0.48f * head)},
                                color},
                        quantity});
}

void draw_plane(Page& page, const WordPlane& word, const Plane& plane, const SentencePlaces& p,
                const Palette& colors) {
  const float unit = p.metrics.unit;
  const bool acting = word.emphasis == Emphasis::acting;
  const Color role = role_color(colors, word.role);
  page.items.push_back({Box{plane.rect, 4 * unit, colors.panel, acting ? role : colors.line,
                            acting ? 1.5f * unit : p.metrics.line},
                        word.quantity});
  const Rect& r = plane.rect;
  line(page, {r.x + unit, plane.middle.y}, {r.right() - unit, plane.middle.y}, colors.line,
       p.metrics.line);
  line(page, {plane.middle.x, r.y + unit}, {plane.middle.x, r.bottom() - unit}, colors.line,
       p.metrics.line);
  if (word.then) {
    const glm::vec2 then = plane.at(*word.then);
    line(page, plane.middle, then, with_alpha(role, 0.7f), 1.3f * unit, {}, 3 * unit);
    page.items.push_back(
        {Disc{then, 3 * unit, {0, 0, 0, 0}, with_alpha(role, 0.7f), 1.2f * unit}, {}});
  }
  const Color ink = with_alpha(acting ? role : mix(role, colors.ground, 0.25f), word.shown);
  arrow(page, plane, plane.at(word.tip), ink, (acting ? 2.4f : 1.7f) * unit, unit, word.quantity);
}

}  // namespace

void draw_word_planes(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                      const Palette& colors) {
  if (p.plane <= 0) return;
  for (const WordPlane& word : picture.planes) {
    const bool query = word.role == Role::query;
    const WordsRow& row = query ? p.queries : p.keys;
    const auto i = static_cast<std::size_t>(word.word);
    if (i >= row.words.size() || word.shown <= 0) continue;
    Plane plane;
    plane.middle = {std::round(row.words[i].center), query ? p.query_plane_y : p.key_plane_y};
    plane.rect = {plane.middle.x - p.plane / 2, plane.middle.y - p.plane / 2, p.plane, p.plane};
    plane.per_unit = p.plane / (2 * word.reach);
    draw_plane(page, word, plane, p, colors);
    if (!word.draggable) continue;
    Handle handle;
    handle.at = plane.at(word.tip);
    handle.radius = std::min(13 * p.metrics.unit, p.plane / 2.5f);
    handle.quantity = word.quantity;
    handle.along_x = {plane.per_unit, 0};
    handle.along_y = {0, -plane.per_unit};
    page.handles.push_back(handle);
  }
}

}  // namespace qkv
