#include "app/frame/progress_file.h"

#include <exception>
#include <filesystem>
#include <sstream>

#include "app/platform/state_folder.h"
#include "core/files/write_file.h"

namespace qkv {

std::string progress_path() {
  const std::string folder = state_folder();
  return folder.empty() ? folder : folder + "/progress";
}

std::string progress_text(const Kept& kept) {
  std::string text;
  for (const auto& [id, own] : kept.progress)
    text += id + (own.opened ? " opened" : " new") + (own.walked ? " walked " : " begun ") +
            std::to_string(own.right) + " " + std::to_string(own.answered) +
            (id == kept.last ? " last\n" : "\n");
  return text;
}

Kept parse_progress(const std::string& text) {
  Kept kept;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string id, opened, walked, last;
    LessonProgress own;
    if (!(words >> id >> opened >> walked >> own.right >> own.answered)) continue;
    if (own.right < 0 || own.answered < own.right || own.answered > 1000) continue;
    own.opened = opened == "opened";
    own.walked = walked == "walked";
    kept.progress[id] = own;
    if (words >> last && last == "last") kept.last = id;
  }
  return kept;
}

Kept read_progress(const std::string& path) {
  try {
    return path.empty() || !std::filesystem::exists(path) ? Kept{}
                                                          : parse_progress(read_file(path));
  } catch (const std::exception&) {
    return {};
  }
}

void write_progress(const std::string& path, const Kept& kept) {
  if (path.empty()) return;
  try {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    write_file(path, progress_text(kept));
  } catch (const std::exception&) {
    // A read-only home must not stop a lesson.
  }
}

}  // namespace qkv
