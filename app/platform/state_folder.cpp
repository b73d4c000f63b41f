#include "app/platform/state_folder.h"

#include <cstdlib>

namespace qkv {
namespace {

// A name that is not whole would be another folder from every place the program is started in.
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
#ifdef _WIN32
  return value != nullptr ? value : "";
#else
  return value != nullptr && *value == '/' ? value : "";
#endif
}

[[maybe_unused]] std::string folder(const char* wanted, const char* under_home) {
  if (const std::string own = variable(wanted); !own.empty()) return own + "/qkv";
  const std::string home = variable("HOME");
  return home.empty() ? home : home + under_home;
}

}  // namespace

std::string state_folder() {
#ifdef _WIN32
  const std::string local = variable("LOCALAPPDATA");
  return local.empty() ? local : local + "/QKV";
#elif defined(__APPLE__)
  return folder("XDG_STATE_HOME", "/Library/Application Support/QKV");
#else
  return folder("XDG_STATE_HOME", "/.local/state/qkv");
#endif
}

std::string settings_folder() {
#ifdef _WIN32
  const std::string roaming = variable("APPDATA");
  return roaming.empty() ? roaming : roaming + "/QKV";
#elif defined(__APPLE__)
  return folder("XDG_CONFIG_HOME", "/Library/Application Support/QKV");
#else
  return folder("XDG_CONFIG_HOME", "/.config/qkv");
#endif
}

}  // namespace qkv
