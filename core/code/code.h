#pragma once
// The state that is looked at, as a script that computes it: NumPy or PyTorch, the way one would
// write it by hand, and runnable as it stands.

#include <string>
#include <vector>

#include "core/attention/attention.h"
#include "core/document/document.h"
#include "core/session/quantity.h"
#include "core/session/timeline.h"

namespace qkv {

enum class Language { numpy, pytorch };

struct CodeLine {
  std::string text;            ///< without the comment; may be empty
  std::string comment;         ///< without "# "
  Stage stage = Stage::start;  ///< that this line computes; start: data, all: what is printed
  bool row = false;            ///< of an array
};

/// Lines that leave `weights` and `output` as `trace` has them: mask, scale, softcap, temperature,
/// sink, grouped heads, projection and variant. q, k, v of a tensor file are read from it.
/// Throws InputError where there is no q, k, v to compute from (recordings, lessons of pieces).
std::vector<CodeLine> code_of(const Document& document, const Trace& trace, Language language);

/// The same for one number or vector of them, in NumPy: as far as it is needed, with it printed at
/// the end. Throws like code_of.
struct NumberCode {
  std::vector<CodeLine> lines;
  std::string name;  ///< what is printed: "weights[3, 1]"
  std::string line;  ///< that makes it: "weights = e / e.sum(axis=-1, keepdims=True)"; empty: data
};
NumberCode number_code(const Document& document, const Trace& trace, const Quantity& quantity);

/// Why there is none in that language; empty where there is.
std::string no_code_reason(const Document& document, Language language = Language::numpy);

/// A line as it stands in the script, and all of them.
std::string code_text(const CodeLine& line);
std::string code_text(const std::vector<CodeLine>& lines);

}  // namespace qkv
