#pragma once

#include <optional>
#include <string>

#include <glm/vec2.hpp>

#include "app/frame/progress_file.h"
#include "core/session/session.h"

namespace qkv {

struct WindowRequest {
  Session start;
  std::string path;     ///< what was opened: a file's path, or a lesson's id
  Kept kept;            ///< of the course, as it was read
  std::string fault;    ///< why what was meant could not be opened or read: the window says it
  std::string monitor;  ///< that Present is to fill; empty: the one under the window
  std::optional<glm::ivec2> size;  ///< of the window at first, pixels; else what suits the monitor
  float ui_scale = 0;              ///< fixed; 0: follows monitor and window
  bool verbose = false;            ///< say on stderr which display and GL there is
};

/// Runs until the window is closed. Returns the exit status. Throws InputError when there is no
/// display or no OpenGL 3.3.
int run_window(const WindowRequest& request);

}  // namespace qkv
