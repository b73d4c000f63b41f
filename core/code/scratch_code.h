#pragma once
// The few lines that lesson "From scratch" shows. They run as they stand and print the weights and
// the output that the screen shows.

#include <string>
#include <vector>

#include "core/document/document.h"
#include "core/session/timeline.h"

namespace qkv {

struct ScratchLine {
  std::string text;
  std::vector<Stage> stages;  ///< at which it is lit
  std::vector<Beat> beats{};  ///< only at these of them; empty: at all
};
enum class Dialect { numpy, pytorch, heads };  ///< heads: a multi-head module in NumPy
/// For the lesson's tokens, n words and d numbers a key, with these options.
std::vector<ScratchLine> scratch_code(Dialect dialect, const Document& document,
                                      const AttentionOptions& options);
std::string code_text(const std::vector<ScratchLine>& lines);

}  // namespace qkv
