#pragma once
// From where the Landscape is seen.

#include <glm/vec2.hpp>

#include "core/session/session.h"

namespace qkv::landscape {

/// Sine of the angle under which the upper face of a plane with this slope (rise per side of the
/// floor, both in world units) is seen; negative: from below.
float upper_face(const Camera& camera, glm::vec2 slope);

/// The camera itself if it was chosen by hand or sees the upper face at 15° or more, else turned
/// by the fewest 15° steps that show it.
Camera turned_to_show(const Camera& camera, glm::vec2 slope);

/// The shorter way round; t 0..1.
Camera between(const Camera& from, const Camera& to, float t);

}  // namespace qkv::landscape
