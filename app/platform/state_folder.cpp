#include "app/platform/state_folder.h"

#include <cstdlib>

namespace qkv {

std::string state_folder() {
  if (const char* const state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
    return std::string(state) + "/qkv";
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::string(home) + "/.local/state/qkv";
  return {};
}

}  // namespace qkv
