#pragma once
// From a name or a path to a document.

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

struct LessonInfo {
  std::string id, title;
  Provenance provenance;
};
/// The built-in lessons in the order of the course.
std::vector<LessonInfo> lessons();
DocumentPtr load_lesson(std::string_view id);  // InputError lists the ids there are

/// Any file the program opens. InputError names the file, the place, what and how to mend it.
DocumentPtr load_file(const std::string& path);

/// A LESSON's id wins unless the argument holds '/' or '.'.
DocumentPtr load(std::string_view file_or_lesson);

/// One row of the table of formats: a new format is one file and one row here.
struct FileFormat {
  std::string_view name;       ///< "QKV scene"
  std::string_view extension;  ///< ".qkv"
  /// Looks at the first bytes: is it ours at all? "Not my format" is not "a broken file".
  bool (*recognises)(std::string_view path, std::string_view first_bytes);
  DocumentPtr (*load)(const std::string& path);
};
const std::vector<FileFormat>& file_formats();

}  // namespace qkv
