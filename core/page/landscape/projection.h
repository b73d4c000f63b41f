#pragma once
// From the Landscape's world to pixels. Parallel: equal heights are equal on the screen.

#include <glm/vec2.hpp>

#include "core/page/page.h"
#include "core/picture/landscape.h"

namespace qkv::landscape {

struct Projection {
  glm::vec2 along_x{0}, along_y{0};  ///< pixels (y down) of one side of the floor
  float up = 0;                      ///< pixels of one ruler unit
  glm::vec2 middle{0};               ///< pixels of the floor's middle at height 0
  glm::vec2 floor_middle{0};
  float floor_side = 1;  ///< vector units
  float side = 1;        ///< pixels of one side of the floor, unforeshortened
  float half_width = 0;  ///< pixels from the middle to the floor's utmost corner, any azimuth
  glm::vec2 toward{0};   ///< floor direction towards the viewer
  float sine = 0.5f;     ///< of the elevation

  glm::vec2 at(glm::vec2 floor, float height = 0) const;
  glm::vec2 at(glm::vec3 p) const { return at({p.x, p.y}, p.z); }
  /// Larger is nearer to the viewer.
  float nearness(glm::vec2 floor) const;
};

/// The camera between its own view and straight from above.
Camera seen_from(const Camera& camera, float from_above);

/// Fits floor, ruler heights and `beside` pixels right of the floor into the rectangle.
Projection project(const LandscapePicture& picture, const Rect& rect, float beside,
                   float used_beside);

}  // namespace qkv::landscape
