#include "core/page/landscape/projection.h"

#include <algorithm>
#include <cmath>

namespace qkv::landscape {
namespace {

constexpr float kDegree = 3.14159265358979f / 180.0f;
constexpr float kAbove = 270.0f;  // x to the right, y up

float between(float a, float b, float t) { return a + (b - a) * t; }

}  // namespace

glm::vec2 Projection::at(glm::vec2 floor, float height) const {
  // Differences first: vectors may be huge or tiny.
  const glm::vec2 p = (floor - floor_middle) / floor_side;
  return middle + along_x * p.x + along_y * p.y + glm::vec2(0, -up * height);
}

float Projection::nearness(glm::vec2 floor) const {
  const glm::vec2 p = (floor - floor_middle) / floor_side;
  return p.x * toward.x + p.y * toward.y;
}

Camera seen_from(const Camera& camera, float from_above) {
  Camera seen = camera;
  const float way = std::remainder(kAbove - camera.azimuth, 360.0f);
  seen.azimuth = camera.azimuth + way * from_above;
  seen.elevation = between(camera.elevation, 90.0f, from_above);
  return seen;
}

Projection project(const LandscapePicture& picture, const Rect& rect, float beside,
                   float used_beside) {
  const float above = picture.floor.from_above;
  const Camera camera = seen_from(picture.camera, above);
  const float azimuth = camera.azimuth * kDegree, elevation = camera.elevation * kDegree;
  const float sine = std::sin(elevation), cosine = std::cos(elevation);

  // Extents in sides of the floor that hold for every azimuth, so that an orbit does not breathe.
  const float reach = between(0.7072f, 0.5f, above);
  const float top = reach * std::abs(sine) + picture.height_high * picture.ruler_length * cosine;
  const float low = picture.height_low * picture.ruler_length * cosine;
  const float bottom = reach * std::abs(sine) * (low < 0 ? 0.75f : 1.0f) - low;
  const float wide = std::max(1.0f, rect.w - beside);
  const float fit = std::min(wide / (2 * reach), rect.h / (top + bottom));

  Projection p;
  p.sine = sine;
  p.side = fit * std::clamp(camera.zoom, 0.1f, 20.0f);
  p.floor_side = picture.floor.side();
  p.floor_middle = (picture.floor.low + picture.floor.high) * 0.5f;
  p.along_x = glm::vec2(-std::sin(azimuth), -(-std::cos(azimuth) * sine)) * p.side;
  p.along_y = glm::vec2(std::cos(azimuth), -(-std::sin(azimuth) * sine)) * p.side;
  p.up = picture.ruler_length * cosine * p.side;
  p.toward = {std::cos(azimuth), std::sin(azimuth)};
  p.half_width = reach * p.side;
  const float spare_h = rect.h - (top + bottom) * p.side;
  p.middle = {rect.x + (rect.w - used_beside) / 2, rect.y + spare_h / 2 + top * p.side};
  return p;
}

}  // namespace qkv::landscape
