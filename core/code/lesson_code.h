#pragma once
// NumPy for lessons that compute pieces of their own: what the lesson's numbers are made by, named
// as `qkv trace` names them.

#include <string_view>

#include "core/code/script.h"

namespace qkv::code {

/// One kind of lesson: its script from the lesson's own numbers, knobs as they start.
struct LessonCode {
  std::string_view kind;  ///< Pieces::kind
  void (*write)(Script& script);
};
/// Null where there is none.
const LessonCode* lesson_code(const Document& document);

}  // namespace qkv::code
