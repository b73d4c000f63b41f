#pragma once
// A magnified view of the pieces of Mix that are too short to be seen.

#include <vector>

#include "core/page/landscape/canvas.h"

namespace qkv::landscape {

struct Lens {
  std::vector<std::size_t> pieces;  ///< shown in it; empty: no lens
  glm::vec2 looks_at{0};            ///< pixels of the scene that stand in its middle
  float look_radius = 0;            ///< pixels of the scene that it covers
  glm::vec2 center{0};
  float radius = 0;
  float factor = 1;  ///< a round number
};

Lens find_lens(const Canvas& canvas);
void draw_lens(Canvas& canvas, const Lens& lens);

}  // namespace qkv::landscape
