#include "app/platform/monitors.h"

#include <span>

#include <GLFW/glfw3.h>

namespace qkv {
namespace {

std::span<GLFWmonitor* const> all_monitors() {
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  return {monitors, static_cast<std::size_t>(monitors != nullptr ? count : 0)};
}

}  // namespace

std::string name_of(GLFWmonitor* monitor) {
  const char* const name = monitor != nullptr ? glfwGetMonitorName(monitor) : nullptr;
  return name != nullptr ? name : "";
}

GLFWmonitor* monitor_named(const std::string& name) {
  for (GLFWmonitor* monitor : all_monitors())
    if (!name.empty() && name_of(monitor) == name) return monitor;
  return nullptr;
}

GLFWmonitor* monitor_at(int x, int y) {
  for (GLFWmonitor* monitor : all_monitors()) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitor, &left, &top);
    const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
    if (mode != nullptr && x >= left && y >= top && x < left + mode->width &&
        y < top + mode->height)
      return monitor;
  }
  return glfwGetPrimaryMonitor();
}

GLFWmonitor* monitor_beside(GLFWmonitor* own) {
  if (own == nullptr) return nullptr;
  int own_x = 0, own_y = 0;
  glfwGetMonitorPos(own, &own_x, &own_y);
  for (GLFWmonitor* monitor : all_monitors()) {
    int x = 0, y = 0;
    glfwGetMonitorPos(monitor, &x, &y);
    const bool mirrored = x == own_x && y == own_y;
    if (monitor != own && !mirrored && glfwGetVideoMode(monitor) != nullptr) return monitor;
  }
  return nullptr;
}

}  // namespace qkv
