#include "core/session/camera_actions.h"

#include <algorithm>
#include <cmath>

namespace qkv {
namespace {

float turned_once(float degrees) {
  return degrees >= 0.0f && degrees < 360.0f
             ? degrees
             : std::fmod(std::fmod(degrees, 360.0f) + 360.0f, 360.0f);
}

float elevation_within(float degrees) { return std::clamp(degrees, 5.0f, 90.0f); }
float zoom_within(float factor) { return std::clamp(factor, 0.25f, 8.0f); }

void hold_camera(Session& session) {
  session.camera = shown_camera(session);
  session.blends.erase(
      std::remove_if(session.blends.begin(), session.blends.end(),
                     [](const Blend& blend) { return blend.property == Blend::Property::camera; }),
      session.blends.end());
}

}  // namespace

void orbit(Session& session, const action::Orbit& by) {
  if (!std::isfinite(by.azimuth) || !std::isfinite(by.elevation)) return;
  hold_camera(session);
  Camera& camera = session.camera;
  camera.azimuth = turned_once(camera.azimuth + std::fmod(by.azimuth, 360.0f));
  camera.elevation = elevation_within(camera.elevation + by.elevation);
  camera.by_hand = true;
}

void zoom(Session& session, const action::Zoom& by) {
  if (!std::isfinite(by.factor) || by.factor <= 0.0f) return;
  hold_camera(session);
  session.camera.zoom = zoom_within(session.camera.zoom * by.factor);
}

void camera_home(Session& session) {
  hold_camera(session);
  if (session.camera == Camera{}) return;
  Blend blend;
  blend.property = Blend::Property::camera;
  blend.from_camera = session.camera;
  session.camera = {};
  if (!session.reduced_motion) session.blends.push_back(std::move(blend));
}

void set_camera(Session& session, const action::SetCamera& to) {
  const Camera& wanted = to.camera;
  if (!std::isfinite(wanted.azimuth) || !std::isfinite(wanted.elevation) ||
      !std::isfinite(wanted.zoom))
    return;
  hold_camera(session);
  session.camera = wanted;
  Camera& camera = session.camera;
  camera.azimuth = turned_once(camera.azimuth);
  camera.elevation = elevation_within(camera.elevation);
  camera.zoom = zoom_within(camera.zoom);
}

action::Orbit orbit_from(const Session& session, const Camera& seen, float azimuth,
                         float elevation) {
  const Camera own = shown_camera(session);
  return {seen.azimuth - own.azimuth + azimuth, seen.elevation - own.elevation + elevation};
}

}  // namespace qkv
