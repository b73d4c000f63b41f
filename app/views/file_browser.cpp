#include "app/views/file_browser.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "core/document/library.h"
#include "core/text/shortened.h"
#include "core/text/texts.h"
#include "core/text/thousands.h"

namespace qkv {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostEntries = 5000;
constexpr std::size_t kLongestPath = 4096;  // bytes, of Linux; other systems have less

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool starts_alike(std::string_view text, std::string_view start) {
  return text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

bool before(const FolderEntry& a, const FolderEntry& b) {
  if (a.folder != b.folder) return a.folder;
  const bool less =
      std::lexicographical_compare(a.name.begin(), a.name.end(), b.name.begin(), b.name.end(),
                                   [](char x, char y) { return lower(x) < lower(y); });
  return less;
}

bool shown(const FileBrowser& browser, const std::string& name) {
  return browser.all ||
         std::any_of(browser.extensions.begin(), browser.extensions.end(),
                     [&](const std::string& extension) {
                       return name.size() > extension.size() &&
                              starts_alike(name.substr(name.size() - extension.size()), extension);
                     });
}

bool is_lesson(const std::string& id) {
  const auto& all = lessons();
  return std::any_of(all.begin(), all.end(), [&](const LessonInfo& l) { return l.id == id; });
}

fs::path meant(const FileBrowser& browser) {
  const std::string& typed = browser.typed;
  const char* const home = std::getenv("HOME");
  if (home != nullptr && (typed == "~" || typed.starts_with("~/")))
    return fs::path(std::string(home) + typed.substr(1)).lexically_normal();
  return (fs::path(browser.folder) / typed).lexically_normal();
}

}  // namespace

void look_into(FileBrowser& browser, const std::string& folder) {
  std::error_code error;
  const fs::path place = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  std::vector<FolderEntry> entries;
  fs::directory_iterator at(place, error), end;
  for (; !error && at != end && entries.size() < kMostEntries; at.increment(error)) {
    FolderEntry entry{at->path().filename().string(), false};
    std::error_code ignored;
    entry.folder = at->is_directory(ignored);
    if (entry.name.empty() || entry.name.front() == '.') continue;
    if (entry.folder || shown(browser, entry.name)) entries.push_back(std::move(entry));
  }
  if (error) {
    browser.error =
        filled(text("files.no_folder"), {{"folder", place.string()}, {"why", error.message()}});
    return;
  }
  std::sort(entries.begin(), entries.end(), before);
  if (place.has_relative_path()) entries.insert(entries.begin(), {"..", true});
  browser.folder = place.string();
  if (browser.folder.size() > 1 && browser.folder.back() == '/') browser.folder.pop_back();
  browser.entries = std::move(entries);
  browser.selected = -1;
  browser.error.clear();
  browser.confirm.clear();
}

void select_by(FileBrowser& browser, int step) {
  const auto count = static_cast<int>(browser.entries.size());
  if (count == 0) return;
  const int from = browser.selected < 0 && step < 0 ? count : browser.selected;
  browser.selected = std::clamp(from + step, 0, count - 1);
  browser.scroll = true;
  browser.typed = browser.entries[static_cast<std::size_t>(browser.selected)].name;
  browser.error.clear();
  browser.confirm.clear();
}

void complete(FileBrowser& browser) {
  std::string common;
  int found = 0;
  for (const FolderEntry& entry : browser.entries) {
    if (entry.name == ".." || !starts_alike(entry.name, browser.typed)) continue;
    const std::string name = entry.name + (entry.folder ? "/" : "");
    if (found++ == 0) {
      common = name;
      continue;
    }
    std::size_t same = 0;
    while (same < common.size() && same < name.size() && common[same] == name[same]) ++same;
    common.resize(same);
  }
  if (common.size() > browser.typed.size()) browser.typed = common;
}

bool is_short_enough(FileBrowser& browser) {
  if (browser.typed.size() <= kLongestPath) return true;
  browser.error = filled(text("files.too_long"),
                         {{"count", with_thousands(std::to_string(browser.typed.size()))},
                          {"most", with_thousands(std::to_string(kLongestPath))}});
  return false;
}

std::optional<std::string> enter(FileBrowser& browser) {
  browser.error.clear();
  if (browser.typed.empty() || !is_short_enough(browser)) return std::nullopt;
  fs::path path = meant(browser);
  std::error_code error;
  if (fs::is_directory(path, error)) {
    look_into(browser, path.string());
    if (browser.error.empty()) browser.typed.clear();
    return std::nullopt;
  }
  if (!browser.saving) {
    if (fs::exists(path, error)) return path.string();
    if (is_lesson(browser.typed)) return browser.typed;
    browser.error = shortened(filled(text("files.no_file"), {{"path", path.string()}}));
    return std::nullopt;
  }
  if (!path.has_extension() && !browser.extensions.empty()) path += browser.extensions.front();
  if (!fs::is_directory(path.parent_path(), error)) {
    browser.error =
        shortened(filled(text("files.no_such_folder"), {{"folder", path.parent_path().string()}}));
    return std::nullopt;
  }
  if (fs::exists(path, error) && browser.confirm != path.string()) {
    browser.confirm = path.string();
    browser.error = filled(text("files.replace"), {{"name", path.filename().string()}});
    return std::nullopt;
  }
  return path.string();
}

}  // namespace qkv
