#pragma once
// The few lines that lesson "From scratch" shows. They run as they stand and print the weights and
// the output that the screen shows.

#include <string>
#include <vector>

#include "core/document/document.h"
#include "core/session/timeline.h"
#include "core/transformer/heads.h"

namespace qkv {

struct ScratchLine {
  std::string text;
  std::vector<Beat> beats;  ///< at which it is at work
};
/// heads: a multi-head module, of two heads.
enum class Dialect { numpy, pytorch, heads, pytorch_heads };
/// Are words and matrices still those of the document's seed?
bool is_seeded(const Document& document);
/// The numbers that the module of two heads multiplies with; W_O is drawn after the others.
MultiHead two_heads(const Document& document);
/// For the lesson's tokens, n words and d numbers a key, with these options. They know mask and
/// scale; where a rule is broken, or the tokens are no longer those of the seed, code_of() is
/// asked.
bool has_scratch_code(const Document& document, const AttentionOptions& options);
std::vector<ScratchLine> scratch_code(Dialect dialect, const Document& document,
                                      const AttentionOptions& options);
std::string code_text(const std::vector<ScratchLine>& lines);

}  // namespace qkv
