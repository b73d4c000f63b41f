#include "core/document/library.h"

#include <algorithm>

#include "core/assets/assets.h"
#include "core/document/qkv_file.h"
#include "core/document/tensor_file.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"
#include "core/text/nearest.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr std::string_view kFolder = "lessons/", kExtension = ".qkv";

std::string stem_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1);
  return std::string(path.substr(0, path.rfind('.') == 0 ? path.npos : path.rfind('.')));
}

bool ends_with(std::string_view path, std::string_view extension) {
  if (path.size() < extension.size()) return false;
  return std::equal(extension.rbegin(), extension.rend(), path.rbegin(), [](char a, char b) {
    return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
  });
}

bool is_scene(std::string_view path, std::string_view) { return ends_with(path, kExtension); }
DocumentPtr load_scene(const std::string& path, int) {
  return parse_qkv(read_file(path), path, stem_of(path));
}

bool is_npz(std::string_view path, std::string_view bytes) {
  return bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6") || ends_with(path, ".npz");
}
bool is_npy(std::string_view path, std::string_view bytes) {
  return bytes.starts_with("\x93NUMPY") || ends_with(path, ".npy");
}

std::vector<std::string_view> lesson_ids() {
  std::vector<std::string_view> ids;
  for (std::string_view name : assets_under(kFolder)) {
    name.remove_prefix(kFolder.size());
    name.remove_suffix(kExtension.size());
    ids.push_back(name);
  }
  std::sort(ids.begin(), ids.end());  // '-' stands before '.', but "trophy" before "trophy-small"
  return ids;
}

std::vector<LessonInfo> read_lessons() {
  std::vector<DocumentPtr> all;
  for (const std::string_view id : lesson_ids()) {
    try {
      all.push_back(load_lesson(id));
    } catch (const InputError&) {
      // One broken lesson must not take the others along; opening it says what is wrong.
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const DocumentPtr& a, const DocumentPtr& b) {
    return a->course < b->course;
  });
  std::vector<LessonInfo> result;
  for (const DocumentPtr& lesson : all)
    result.push_back({lesson->id, lesson->title, lesson->provenance, lesson->course,
                      static_cast<int>(lesson->questions.size()), lesson->titles});
  return result;
}

}  // namespace

const std::vector<LessonInfo>& lessons() {
  static const std::vector<LessonInfo> kLessons = read_lessons();
  return kLessons;
}

const std::string& title_of(const LessonInfo& lesson) {
  const auto found = lesson.titles.find(std::string(language()));
  return found == lesson.titles.end() ? lesson.title : found->second;
}

bool is_lesson(std::string_view id) {
  const std::vector<std::string_view> ids = lesson_ids();
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

DocumentPtr load_lesson(std::string_view id) {
  if (!is_lesson(id)) {
    const std::vector<std::string_view> ids = lesson_ids();
    const std::string near = nearest(id, ids);
    std::string all;
    for (const std::string_view name : ids) all += (all.empty() ? "" : ", ") + std::string(name);
    throw InputError("\"" + std::string(id) + "\" is no lesson; " +
                     (near.empty() ? "" : "did you mean " + near + "? ") + "there are: " + all +
                     " (a file's name needs '/' or '.')");
  }
  const std::string name(id);
  return parse_qkv(asset_text(std::string(kFolder) + name + std::string(kExtension)),
                   "lesson " + name, name);
}

DocumentPtr new_scene() { return parse_qkv(asset_text("scenes/new.qkv"), "a new scene", "scene"); }

const std::vector<FileFormat>& file_formats() {
  static const std::vector<FileFormat> kFormats = {
      {"QKV scene", ".qkv", is_scene, load_scene},
      {"NumPy arrays", ".npz", is_npz, load_tensor_file},
      {"NumPy array", ".npy", is_npy, load_tensor_file},
  };
  return kFormats;
}

DocumentPtr load_file(const std::string& path, int batch) {
  const std::string start = read_start(path, 64);
  for (const FileFormat& format : file_formats())
    if (format.recognises(path, start)) return format.load(path, batch);
  std::string known;
  for (const FileFormat& format : file_formats())
    known += (known.empty() ? "" : ", ") + std::string(format.extension);
  throw InputError(told("error.unknown_kind", {{"path", path}, {"known", known}}));
}

DocumentPtr load(std::string_view what, int batch) {
  if (what.find_first_of("/.") == what.npos) return load_lesson(what);
  return load_file(std::string(what), batch);
}

}  // namespace qkv
