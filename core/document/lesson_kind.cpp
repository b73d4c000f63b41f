#include "core/document/lesson_kind.h"

namespace qkv {

const std::vector<LessonKind>& lesson_kinds() {
  static const std::vector<LessonKind> kKinds = {};
  return kKinds;
}

}  // namespace qkv
