#include "core/page/sentence/word_planes.h"

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"

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

namespace {

/// The card of a word, or none.
const PlaneCard* card_of(const SentencePlaces& p, const WordPlane& word) {
  const auto found = std::find_if(p.cards.begin(), p.cards.end(), [&](const PlaneCard& card) {
    return card.word == word.word && card.query == (word.role == Role::query);
  });
  return found == p.cards.end() ? nullptr : &*found;
}

/// From a key's place in the row to its plane.
void lead_to_card(Page& page, const WordPlane& word, const Plane& plane, const SentencePlaces& p,
                  const Palette& colors) {
  const PlacedWord& placed = p.keys.words[static_cast<std::size_t>(word.word)];
  const Metrics& m = p.metrics;
  const float line = static_cast<float>(placed.line) * p.keys.step;
  const float end = p.keys.upright ? p.key_y + line + placed.length + m.gap / 2 : p.key_end_y;
  Polyline way;
  way.points = {{placed.center, std::min(end, p.key_end_y)},
                {placed.center, p.key_end_y},
                {plane.middle.x, plane.rect.y - m.gap},
                {plane.middle.x, plane.rect.y}};
  way.color = role_color(colors, word.role);
  way.width = m.line;
  page.items.push_back({std::move(way), {}});
}

/// Whose plane it is, in letters that are easily read.
void name_card(Page& page, const SentencePicture& picture, const WordPlane& word,
               const Plane& plane, const SentencePlaces& p, const Palette& colors) {
  const bool query = word.role == Role::query;
  const auto& words = query ? picture.queries : picture.keys;
  const std::string letter = query ? "q " : word.role == Role::value ? "v " : "k ";
  const Metrics& m = p.metrics;
  Text name;
  name.text = fitted(Font::semibold, m.small, letter + words[static_cast<std::size_t>(word.word)],
                     plane.rect.w + 0.75f * m.gap);
  name.font = Font::semibold;
  name.size = m.small;
  name.color = readable(role_color(colors, word.role), colors.ground, p.contrast);
  name.baseline = {plane.middle.x - text_width(name.font, name.size, name.text) / 2,
                   plane.rect.bottom() + m.small * 1.2f};
  page.items.push_back({std::move(name), word.quantity});
}

}  // namespace

void draw_word_planes(Page& page, const SentencePicture& picture, const SentencePlaces& p,
                      const Palette& colors) {
  for (const WordPlane& word : picture.planes) {
    const bool query = word.role == Role::query;
    const WordsRow& row = query ? p.queries : p.keys;
    const auto i = static_cast<std::size_t>(word.word);
    if (i >= row.words.size() || word.shown <= 0) continue;
    const PlaneCard* const card = card_of(p, word);
    if (p.plane <= 0 && card == nullptr) continue;
    const float side = card != nullptr ? p.card : p.plane;
    Plane plane;
    plane.middle = card != nullptr
                       ? card->middle
                       : glm::vec2{row.words[i].center, query ? p.query_plane_y : p.key_plane_y};
    plane.middle.x = std::round(plane.middle.x);
    plane.rect = {plane.middle.x - side / 2, plane.middle.y - side / 2, side, side};
    plane.per_unit = side / (2 * word.reach);
    draw_plane(page, word, plane, p, colors);
    if (card != nullptr) name_card(page, picture, word, plane, p, colors);
    if (card != nullptr && !query) lead_to_card(page, word, plane, p, colors);
    if (!word.draggable) continue;
    Handle handle;
    handle.at = plane.at(word.tip);
    handle.radius = std::min(13 * p.metrics.unit, side / 2.5f);
    handle.quantity = word.quantity;
    handle.along_x = {plane.per_unit, 0};
    handle.along_y = {0, -plane.per_unit};
    page.handles.push_back(handle);
  }
}

}  // namespace qkv
