#include "app/frame/settings_file.h"

#include <exception>
#include <filesystem>
#include <sstream>

#include "app/platform/state_folder.h"
#include "core/files/write_file.h"

namespace qkv {

std::string settings_path() {
  const std::string folder = state_folder();
  return folder.empty() ? folder : folder + "/settings";
}

std::string settings_text(const Settings& settings) {
  return settings.language.empty() ? std::string() : "language " + settings.language + "\n";
}

Settings parse_settings_file(const std::string& text) {
  Settings settings;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, value;
    if (words >> name >> value && name == "language") settings.language = value;
  }
  return settings;
}

Settings read_settings(const std::string& path) {
  try {
    return path.empty() || !std::filesystem::exists(path) ? Settings{}
                                                          : parse_settings_file(read_file(path));
  } catch (const std::exception&) {
    return {};
  }
}

void write_settings(const std::string& path, const Settings& settings) {
  if (path.empty()) return;
  try {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    write_file(path, settings_text(settings));
  } catch (const std::exception&) {
    // A read-only home must not stop a lesson.
  }
}

}  // namespace qkv
