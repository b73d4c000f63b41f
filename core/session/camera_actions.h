#pragma once

#include "core/session/action.h"

namespace qkv {

// What the actions of the camera do. A hand on the camera ends its own way home; numbers that
// are not finite do nothing.
void orbit(Session& session, const action::Orbit& by);
void zoom(Session& session, const action::Zoom& by);
void camera_home(Session& session);
void set_camera(Session& session, const action::SetCamera& to);

}  // namespace qkv
