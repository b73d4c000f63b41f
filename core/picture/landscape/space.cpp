#include <algorithm>
#include <cmath>

#include "core/picture/landscape/parts.h"

namespace qkv::landscape {
namespace {

Rows rows_of(const Tensor& tensor, int query_head, int query_heads) {
  if (tensor.heads == 0 || tensor.rows == 0 || tensor.columns == 0) return {};
  // Grouped queries: kv head = query head ÷ group.
  const int group = std::max(1, query_heads / tensor.heads);
  const int head = std::clamp(query_head / group, 0, tensor.heads - 1);
  const std::size_t size =
      static_cast<std::size_t>(tensor.rows) * static_cast<std::size_t>(tensor.columns);
  return {std::span<const float>(tensor.data).subspan(static_cast<std::size_t>(head) * size, size),
          tensor.rows, tensor.columns};
}

Axes straight(int d) {
  Axes axes(static_cast<std::size_t>(d), glm::vec2(0));
  if (d > 0) axes[0] = {1, 0};
  if (d > 1) axes[1] = {0, 1};
  return axes;
}

std::vector<glm::vec2> places(const Rows& rows, const Axes& axes) {
  std::vector<glm::vec2> all;
  all.reserve(static_cast<std::size_t>(rows.rows));
  for (int r = 0; r < rows.rows; ++r) all.push_back(on_floor(rows.row(r), axes));
  return all;
}

float length(glm::vec2 v) { return std::hypot(v.x, v.y); }

}  // namespace

Space space_of(const Document& document, const Slice& slice) {
  Space space;
  const int heads = std::max(1, document.queries.heads);
  const Rows queries = rows_of(document.queries, slice.head, heads);
  const Rows keys = rows_of(document.keys, slice.head, heads);
  const Rows values = rows_of(document.values, slice.head, heads);
  space.has_keys = queries.rows > 0 && keys.rows > 0;
  space.has_values = values.rows > 0;
  space.d = queries.columns;
  space.dv = values.columns;
  if (space.has_keys) {
    space.query_axes = space.key_axes = straight(space.d);
    if (space.d > 2) {
      ProductAxes found = product_axes(queries, keys);
      space.query_axes = std::move(found.query);
      space.key_axes = std::move(found.key);
      space.share = found.share;
    }
    space.queries = places(queries, space.query_axes);
    space.keys = places(keys, space.key_axes);
  }
  if (space.has_values) {
    space.value_axes = straight(space.dv);
    if (space.dv > 2) {
      ValueAxes found = value_axes(values);
      space.value_axes = std::move(found.value);
      space.value_share = found.share;
    }
    space.values = places(values, space.value_axes);
  }
  if (document.projection && space.d == 2 && space.dv == 2 &&
      document.projection->embeddings.columns == 2)
    space.embeddings = places(rows_of(document.projection->embeddings, 0, 1), straight(2));
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
