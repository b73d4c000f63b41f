// Which vectors the floor is measured by.

#include <algorithm>
#include <cmath>

#include "core/picture/landscape/parts.h"
#include "core/picture/sentence_planes.h"

namespace qkv {
namespace landscape {
namespace {

bool all_inside(const Floor& floor, const std::vector<glm::vec2>& tips) {
  return std::all_of(tips.begin(), tips.end(), [&](glm::vec2 tip) {
    return tip.x >= floor.low.x && tip.x <= floor.high.x && tip.y >= floor.low.y &&
           tip.y <= floor.high.y;
  });
}

float reach(const std::vector<glm::vec2>& tips) {
  float most = 0;
  for (const glm::vec2 tip : tips) most = std::max({most, std::abs(tip.x), std::abs(tip.y)});
  return most;
}

/// The small planes of the Sentence scene reach equally far to all sides.
bool fit_planes(const Space& range, const Space& now) {
  return std::max(reach(now.queries), reach(now.keys)) <=
             kPlaneAir * std::max(reach(range.queries), reach(range.keys)) &&
         reach(now.values) <= kPlaneAir * reach(range.values);
}

/// Has every tip of `document` its place on the floor that `measured` needs?
bool stands_on(const Document& document, const Document& measured, const Session& session) {
  const Space range = space_of(measured, measured, session.options, session.slice);
  Space now = space_of(document, measured, session.options, session.slice);
  if (shown_scene(session) == Scene::sentence) return fit_planes(range, now);
  bool cut = false;
  for (glm::vec2& query : now.queries) query = shown_query(range, query, cut);
  const Floor keys = floor_around(key_bounds(range)), values = floor_around(value_bounds(range));
  return all_inside(keys, now.queries) && all_inside(keys, now.keys) &&
         all_inside(values, now.values);
}

}  // namespace
}  // namespace landscape

const Document& floor_document(const Session& session) {
  const Document& own = ranging_document(session);
  if (!session.kept_floor) return own;
  const KeptFloor& kept = *session.kept_floor;
  const bool of_this = kept.of.get() == &own && kept.head == session.slice.head;
  return of_this && landscape::stands_on(own, *kept.measured, session) ? *kept.measured : own;
}

}  // namespace qkv
