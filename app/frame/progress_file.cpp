#include "app/frame/progress_file.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <sstream>

#include "app/platform/state_folder.h"
#include "core/files/write_file.h"
#include "core/text/texts.h"

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
            (id == kept.last ? " last" : "") + (own.place.empty() ? "" : " at " + own.place) + "\n";
  return text;
}

namespace {

bool read_line(const std::string& line, Kept& kept) {
  std::istringstream words(line);
  std::string id, opened, walked, word;
  LessonProgress own;
  if (!(words >> id >> opened >> walked >> own.right >> own.answered)) return false;
  if (own.right < 0 || own.answered < own.right || own.answered > 1000) return false;
  if ((opened != "opened" && opened != "new") || (walked != "walked" && walked != "begun"))
    return false;
  own.opened = opened == "opened";
  own.walked = walked == "walked";
  const bool more = static_cast<bool>(words >> word);
  const bool last = more && word == "last";
  if (last) word.clear();
  if (last ? static_cast<bool>(words >> word) : more) {
    if (word != "at") return false;
    std::getline(words >> std::ws, own.place);
  }
  if (last) kept.last = id;
  kept.progress[id] = std::move(own);
  return true;
}

}  // namespace

Kept parse_progress(const std::string& text, int& bad_line) {
  Kept kept;
  bad_line = 0;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!read_line(line, kept) && bad_line == 0) bad_line = number;
  }
  return kept;
}

ReadProgress read_progress(const std::string& path) {
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) return {};
  ReadProgress read;
  try {
    const std::string own = read_file(path);
    int bad_line = 0;
    read.kept = parse_progress(own, bad_line);
    if (bad_line == 0) return read;
    const std::string aside = path + "~";
    read.fault = filled(text("file.progress_line"),
                        {{"path", path}, {"line", std::to_string(bad_line)}, {"kept", aside}});
    write_file(aside, own);
  } catch (const std::exception& fault) {
    read.fault = filled(text("file.progress_unread"), {{"why", fault.what()}});
  }
  return read;
}

Kept merged(const Kept& ours, const Kept& before, const Kept& theirs) {
  Kept all = theirs;
  for (const auto& [id, own] : ours.progress) {
    const auto known = before.progress.find(id);
    if (known != before.progress.end() && known->second == own && theirs.progress.count(id) > 0)
      continue;
    LessonProgress& both = all.progress[id];
    both = {both.opened || own.opened, both.walked || own.walked, std::max(both.right, own.right),
            std::max(both.answered, own.answered), own.place};
  }
  if (!ours.last.empty()) all.last = ours.last;  // whoever writes has just done something
  return all;
}

void write_progress(const std::string& path, const Kept& kept, const Kept& before) {
  if (path.empty()) return;
  try {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    int bad_line = 0;
    const std::string there = std::filesystem::exists(path) ? read_file(path) : std::string();
    write_file(path, progress_text(merged(kept, before, parse_progress(there, bad_line))));
  } catch (const std::exception&) {
    // A read-only home must not stop a lesson.
  }
}

}  // namespace qkv
