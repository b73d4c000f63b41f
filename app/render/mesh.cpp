#include "app/render/mesh.h"

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

void Mesh::triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  indices.insert(indices.end(), {a, b, c});
}

void Mesh::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  indices.insert(indices.end(), {a, b, c, a, c, d});
}

}  // namespace qkv
