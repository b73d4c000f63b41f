#pragma once
// NumPy, and here and there PyTorch, for lessons that compute pieces of their own: what the
// lesson's numbers are made by, named as `qkv trace` names them.

#include <initializer_list>
#include <string_view>

#include "core/code/script.h"

namespace qkv::code {

/// One kind of lesson: its script from the lesson's own numbers, with the knobs where they
/// start in the document: as_turned() (core/session/knob_places.h) puts them where they stand.
struct LessonCode {
  std::string_view kind;  ///< Pieces::kind
  void (*write)(Script& script);
  bool torch = false;  ///< it can say it in PyTorch too
};
/// Null where there is none.
const LessonCode* lesson_code(const Document& document);

/// Shared by the lessons' files: what is told once of every lesson.
void say_all(Script& script, std::initializer_list<const char*> lines);
void write_softmax_of(Script& script);
void write_prints(Script& script, std::initializer_list<const char*> names);
/// The lesson's own numbers of these names, as arrays.
void write_all(Script& script, std::initializer_list<const char*> names);
void write_scale(Script& script);
void write_cost(Script& script);
void write_rnn(Script& script);

}  // namespace qkv::code
