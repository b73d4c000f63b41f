#include "app/frame/recent_files.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/files/write_file.h"

namespace qkv {

std::vector<std::string> read_recent(const std::string& list) {
  std::vector<std::string> paths;
  try {
    if (list.empty() || !std::filesystem::exists(list)) return paths;
    std::istringstream lines(read_file(list));
    for (std::string line; std::getline(lines, line) && paths.size() < kMostRecent;)
      if (!line.empty()) paths.push_back(std::move(line));
  } catch (const std::exception&) {
    // A list that cannot be read is a list that is empty.
  }
  return paths;
}

std::vector<std::string> add_recent(const std::string& list, const std::string& path) {
  std::vector<std::string> paths = read_recent(list);
  if (list.empty() || path.find('\n') != path.npos) return paths;
  paths.erase(std::remove(paths.begin(), paths.end(), path), paths.end());
  paths.insert(paths.begin(), path);
  if (paths.size() > kMostRecent) paths.resize(kMostRecent);
  std::string text;
  for (const std::string& each : paths) text += each + "\n";
  try {
    std::filesystem::create_directories(std::filesystem::path(list).parent_path());
    write_file(list, text);
  } catch (const std::exception&) {
    // A read-only home must not stop anybody from opening a file.
  }
  return paths;
}

}  // namespace qkv
