#include <algorithm>
#include <cmath>

#include "core/picture/landscape/parts.h"

namespace qkv::landscape {
namespace {

std::vector<glm::vec2> places(const Rows& rows, const Axes& axes) {
  std::vector<glm::vec2> all;
  all.reserve(static_cast<std::size_t>(rows.rows));
  for (int r = 0; r < rows.rows; ++r) all.push_back(on_floor(rows.row(r), axes));
  return all;
}

float length(glm::vec2 v) { return std::hypot(v.x, v.y); }

}  // namespace

Space space_of(const Document& document, const Document& ranging, const AttentionOptions& options,
               const Slice& slice) {
  const FloorAxes& axes = floor_axes(ranging, slice.head);
  const Rows queries = queries_of_head(document, slice.head);
  const Rows keys = keys_of_head(document, slice.head);
  const bool keys_mixed = options.variant.keys_as_values;
  const Rows values = keys_mixed ? keys : values_of_head(document, slice.head);
  Space space;
  space.has_keys = queries.rows > 0 && keys.rows > 0;
  space.has_values = values.rows > 0;
  space.d = queries.columns;
  space.dv = values.columns;
  space.query_axes = axes.query;
  space.key_axes = axes.key;
  space.value_axes = keys_mixed ? axes.key : axes.value;
  space.share = axes.share;
  space.value_share = keys_mixed ? 1 : axes.value_share;
  if (space.has_keys) {
    space.queries = places(queries, axes.query);
    space.keys = places(keys, axes.key);
  }
  space.values = places(values, space.value_axes);
  if (document.projection && space.d == 2 && space.dv == 2 &&
      document.projection->embeddings.columns == 2) {
    const Tensor& x = document.projection->embeddings;
    space.embeddings = places({x.data, x.rows, x.columns}, axes.query);  // d = 2: as they are
  }
  return space;
}

glm::vec2 shown_query(const Space& space, glm::vec2 query, bool& cut) {
  float longest = 0;
  for (const glm::vec2 key : space.keys) longest = std::max(longest, length(key));
  const float own = length(query);
  cut = longest > 0 && own > 3 * longest;
  return cut ? query * (1.5f * longest / own) : query;
}

float between(float a, float b, float t) { return a + (b - a) * t; }
glm::vec2 between(glm::vec2 a, glm::vec2 b, float t) { return a + (b - a) * t; }
float part(float t, float from, float to) {
  return std::clamp((t - from) / (to - from), 0.0f, 1.0f);
}

}  // namespace qkv::landscape
