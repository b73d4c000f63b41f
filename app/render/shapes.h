#pragma once
// Shapes → triangles. Anti-aliasing is geometry: along every edge runs a feather one pixel wide,
// half inside, half outside, so that a pixel's alpha is its coverage by the edge. Shapes thinner
// than a pixel keep their width by fading instead.

#include <span>

#include "app/render/mesh.h"
#include "core/page/outline.h"

namespace qkv {

/// points: convex, either orientation. Returns the index at which the feather begins: before it
/// lies the inside, all of one colour.
std::size_t fill_convex(Mesh& mesh, std::span<const glm::vec2> points, Color color);
std::size_t fill_rect(Mesh& mesh, const Rect& rect, Color color);

/// Both at once, where both are opaque: half the triangles of one over the other. The stroke is at
/// least 1 px wide and no turn of the outline is tighter than width / 2 + 0.5, unless it is a
/// corner.
std::size_t fill_stroked(Mesh& mesh, std::span<const glm::vec2> points, Color fill, Color stroke,
                         float width);

struct Stroke {
  float width = 1;
  Color color;
  bool closed = false;
  float dash = 0, gap = 0;  ///< pixels along the line; 0: solid
};
void stroke_line(Mesh& mesh, std::span<const glm::vec2> points, const Stroke& stroke);

/// Diagonal lines inside a convex shape, on one grid for the whole page so that neighbours join.
void hatch_convex(Mesh& mesh, std::span<const glm::vec2> points, float spacing, float width,
                  Color color);

/// The points without repetitions; keeps at least one.
std::vector<glm::vec2> without_repeats(std::span<const glm::vec2> points, bool closed);

Color faded(Color color, float factor);

}  // namespace qkv
