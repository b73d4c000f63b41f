#include "app/platform/clipboard_picture.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#ifdef _WIN32
#include <cstring>
#include <windows.h>
#else
#include <csignal>
#include <unistd.h>
#endif

namespace qkv {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

#ifdef _WIN32
bool copy_picture(std::string_view png) {
  if (!::OpenClipboard(nullptr)) return false;
  bool done = false;
  if (HGLOBAL memory = ::GlobalAlloc(GMEM_MOVEABLE, png.size())) {
    std::memcpy(::GlobalLock(memory), png.data(), png.size());
    ::GlobalUnlock(memory);
    ::EmptyClipboard();
    // Taken over by the clipboard, unless it refuses.
    done = ::SetClipboardData(::RegisterClipboardFormatW(L"PNG"), memory) != nullptr;
    if (!done) ::GlobalFree(memory);
  }
  ::CloseClipboard();
  return done;
}
#else
namespace {

bool is_program(const std::string& name) {
  const std::string path = variable("PATH");
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin && ::access((path.substr(begin, end - begin) + "/" + name).c_str(), X_OK) == 0)
      return true;
    begin = end + 1;
  }
  return false;
}

struct Tool {
  const char* variable;  ///< that says that its display server is there
  const char* program;
  const char* command;
};
constexpr Tool kTools[] = {
    {"WAYLAND_DISPLAY", "wl-copy", "wl-copy --type image/png"},
    {"DISPLAY", "xclip", "xclip -selection clipboard -target image/png -in"}};

bool fed(const char* command, std::string_view bytes) {
  // One that goes before it has read all must not take this program along.
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  FILE* const pipe = ::popen((std::string(command) + " >/dev/null 2>&1").c_str(), "w");
  const bool written =
      pipe != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), pipe) == bytes.size();
  const bool good = pipe != nullptr && ::pclose(pipe) == 0 && written;
  std::signal(SIGPIPE, before == SIG_ERR ? SIG_DFL : before);
  return good;
}

}  // namespace

bool copy_picture(std::string_view png) {
  for (const Tool& tool : kTools)
    if (!variable(tool.variable).empty() && is_program(tool.program) && fed(tool.command, png))
      return true;
  return false;
}
#endif

std::string pictures_folder() {
  std::error_code error;
#ifdef _WIN32
  const std::string home = variable("USERPROFILE");
#else
  const std::string home = variable("HOME");
#endif
  if (!home.empty()) {
    const fs::path pictures = fs::path(home) / "Pictures";
    if (fs::is_directory(pictures, error)) return pictures.string();
    if (fs::is_directory(home, error)) return home;
  }
  return fs::temp_directory_path(error).string();
}

}  // namespace qkv
