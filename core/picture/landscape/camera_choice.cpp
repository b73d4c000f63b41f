#include "core/picture/landscape/camera_choice.h"

#include <cmath>

namespace qkv::landscape {
namespace {
constexpr float kDegree = 3.14159265358979f / 180.0f;
constexpr float kStep = 15.0f;
}  // namespace

float upper_face(const Camera& camera, glm::vec2 slope) {
  const float azimuth = camera.azimuth * kDegree, elevation = camera.elevation * kDegree;
  const float toward = slope.x * std::cos(azimuth) + slope.y * std::sin(azimuth);
  return (std::sin(elevation) - toward * std::cos(elevation)) /
         std::sqrt(1 + slope.x * slope.x + slope.y * slope.y);
}

Camera turned_to_show(const Camera& camera, glm::vec2 slope) {
  if (camera.by_hand) return camera;
  const float wanted = std::sin(kStep * kDegree);
  for (int steps = 0; steps <= 12; ++steps)
    for (const float sign : {1.0f, -1.0f}) {
      Camera turned = camera;
      turned.azimuth =
          std::fmod(camera.azimuth + sign * kStep * static_cast<float>(steps) + 360, 360.0f);
      if (upper_face(turned, slope) >= wanted) return turned;
    }
  return camera;
}

Camera between(const Camera& from, const Camera& to, float t) {
  const float way = std::remainder(to.azimuth - from.azimuth, 360.0f);
  Camera camera = to;
  camera.azimuth = from.azimuth + way * t;
  camera.elevation = from.elevation + (to.elevation - from.elevation) * t;
  camera.zoom = from.zoom + (to.zoom - from.zoom) * t;
  return t >= 1 ? to : camera;
}

}  // namespace qkv::landscape
