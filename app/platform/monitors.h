#pragma once
// The monitors that GLFW knows, by name and place.

#include <string>

struct GLFWmonitor;

namespace qkv {

/// "HDMI-1", as the system calls it; empty for none.
std::string name_of(GLFWmonitor* monitor);
/// Null where no such monitor is connected.
GLFWmonitor* monitor_named(const std::string& name);
/// The one that shows this point, in screen units; else the primary one.
GLFWmonitor* monitor_at(int x, int y);
/// One that shows something else than `own`; null with one screen, or mirrored ones.
GLFWmonitor* monitor_beside(GLFWmonitor* own);

}  // namespace qkv
