#pragma once
// Triangles of a page, ready for the GPU: one vertex format, one draw call per batch.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/render/placed.h"

namespace qkv {

struct Vertex {
  float x = 0, y = 0;          ///< pixels, y down
  std::uint16_t u = 0, v = 0;  ///< texels of the batch's texture
  Color color;                 ///< sRGB, straight alpha
};
static_assert(sizeof(Vertex) == 16);

/// Large areas skip what costs most in software: the texture, and where they are opaque, blending.
enum class Paint { textured, solid, opaque };

/// Triangles that share a clip and how they are painted.
struct Batch {
  PixelRect clip;
  Paint paint = Paint::textured;
  int heatmap = -1;                  ///< index into Mesh::heatmaps, -1: the glyph atlas
  std::size_t first = 0, count = 0;  ///< indices
};

struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
  std::vector<Batch> batches;
  std::vector<const Heatmap*> heatmaps;  ///< live as long as the page they come from
  /// Triangles that cannot touch it are left out: a small part of a page needs few of a large
  /// shape.
  PixelRect window;

  void clear();
  std::uint32_t add(glm::vec2 position, Color color);  ///< a solid vertex: the white texel
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
  bool in_window(glm::vec2 low, glm::vec2 high) const;
};

/// Texel coordinate inside the white block of the glyph atlas.
constexpr std::uint16_t kWhiteTexel = 1;

}  // namespace qkv
