#include "app/render/mesh.h"

#include <algorithm>

namespace qkv {

void Mesh::clear() {
  vertices.clear();
  indices.clear();
  batches.clear();
  heatmaps.clear();
}

std::uint32_t Mesh::add(glm::vec2 position, Color color) {
  vertices.push_back({position.x, position.y, kWhiteTexel, kWhiteTexel, color});
  return static_cast<std::uint32_t>(vertices.size() - 1);
}

// The driver moves corners to its own grid, by far less than a pixel.
bool Mesh::in_window(glm::vec2 low, glm::vec2 high) const {
  return high.x >= static_cast<float>(window.x - 1) &&
         low.x <= static_cast<float>(window.right() + 1) &&
         high.y >= static_cast<float>(window.y - 1) &&
         low.y <= static_cast<float>(window.bottom() + 1);
}

void Mesh::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const Vertex &p = vertices[a], &q = vertices[b], &r = vertices[c];
  if (!in_window({std::min({p.x, q.x, r.x}), std::min({p.y, q.y, r.y})},
                 {std::max({p.x, q.x, r.x}), std::max({p.y, q.y, r.y})}))
    return;
  indices.insert(indices.end(), {a, b, c});
}

void Mesh::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  triangle(a, b, c);
  triangle(a, c, d);
}

}  // namespace qkv
