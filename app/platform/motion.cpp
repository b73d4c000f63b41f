#include "app/platform/motion.h"

#if defined(_WIN32)
#include <windows.h>
#elif defined(__APPLE__)
#include <objc/message.h>
#include <objc/runtime.h>
#else
#include <cstdio>
#include <cstdlib>
#include <string>
#endif

namespace qkv {

#if defined(_WIN32)

bool system_reduces_motion() {
  BOOL animated = TRUE;
  return SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, &animated, 0) && !animated;
}

#elif defined(__APPLE__)

bool system_reduces_motion() {
  // [[NSWorkspace sharedWorkspace] accessibilityDisplayShouldReduceMotion], without Objective-C.
  const auto shared = reinterpret_cast<id (*)(Class, SEL)>(objc_msgSend);
  const auto asked = reinterpret_cast<BOOL (*)(id, SEL)>(objc_msgSend);
  const Class workspace = objc_getClass("NSWorkspace");
  if (workspace == nullptr) return false;
  return asked(shared(workspace, sel_registerName("sharedWorkspace")),
               sel_registerName("accessibilityDisplayShouldReduceMotion"));
}

#else

namespace {

/// What a program prints; empty where it is not there, fails or takes too long.
std::string said_by(const char* program) {
  const std::string command = "timeout 2 " + std::string(program) + " 2>/dev/null";
  std::string said;
  FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return said;
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) said += buffer;
  return ::pclose(pipe) == 0 ? said : std::string();
}

}  // namespace

bool system_reduces_motion() {
  // Without a session's bus both programs would start one.
  const char* const bus = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  if (bus == nullptr || *bus == '\0') return false;
  // Where GNOME keeps it; then what desktops have agreed on since.
  if (said_by("gsettings get org.gnome.desktop.interface enable-animations").starts_with("false"))
    return true;
  return said_by(
             "gdbus call --session --timeout 1 --dest org.freedesktop.portal.Desktop"
             " --object-path /org/freedesktop/portal/desktop"
             " --method org.freedesktop.portal.Settings.ReadOne"
             " org.freedesktop.appearance reduced-motion")
             .find("uint32 1") != std::string::npos;
}

#endif

}  // namespace qkv
