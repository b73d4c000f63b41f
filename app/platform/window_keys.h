#pragma once

#include "app/platform/events.h"

namespace qkv {

/// GLFW's key, its scancode, GLFW_PRESS or GLFW_REPEAT and its modifiers as our event.
event::KeyDown key_event(int key, int scancode, int action, int mods);

}  // namespace qkv
