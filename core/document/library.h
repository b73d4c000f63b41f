#pragma once
// From a name or a path to a document.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

struct LessonInfo {
  std::string id, title;
  Provenance provenance;
  int course = 0;                               ///< place in the course, from 1; 0: none
  int questions = 0;                            ///< how many it asks
  std::map<std::string, std::string> titles{};  ///< in other languages
};
/// In the language that the program speaks.
const std::string& title_of(const LessonInfo& lesson);
/// The built-in lessons in the order of the course; read once.
const std::vector<LessonInfo>& lessons();
bool is_lesson(std::string_view id);
DocumentPtr load_lesson(std::string_view id);  // InputError lists the ids there are

/// What New opens: a small sentence to change. Its origin is "a new scene".
DocumentPtr new_scene();

/// Any file the program opens. InputError names the file, the place, what and how to mend it.
/// `batch` chooses among the batches of q, k, v; recordings keep all of theirs.
DocumentPtr load_file(const std::string& path, int batch = 0);

/// A LESSON's id wins unless the argument holds '/' or '.'.
DocumentPtr load(std::string_view file_or_lesson, int batch = 0);

/// One row of the table of formats: a new format is one file and one row here.
struct FileFormat {
  std::string_view name;       ///< "QKV scene"
  std::string_view extension;  ///< ".qkv"
  /// Looks at the first bytes: is it ours at all? "Not my format" is not "a broken file".
  bool (*recognises)(std::string_view path, std::string_view first_bytes);
  DocumentPtr (*load)(const std::string& path, int batch);
};
const std::vector<FileFormat>& file_formats();

}  // namespace qkv
