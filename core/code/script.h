#pragma once
// What the stages of a script are written with: lines, arrays of numbers, the two languages' words.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/code/code.h"

namespace qkv::code {

/// Words that differ between the languages.
struct Dialect {
  std::string_view array, inf, nan, axis, keep;  ///< "np.array", "np.inf", "axis", "keepdims"
  std::string_view exp, tanh, maximum, where;
};

struct Script {
  const Document& document;
  const Trace& trace;
  Language language;
  Dialect words;
  std::vector<CodeLine> lines;
  Stage stage = Stage::start;

  Script(const Document& of, const Trace& computed, Language in);

  bool torch() const { return language == Language::pytorch; }
  const AttentionOptions& options() const { return trace.options; }
  bool flat() const { return trace.heads == 1; }  ///< arrays are [n, d], not [heads, n, d]

  void say(std::string text, std::string comment = {}) {
    lines.push_back({std::move(text), std::move(comment), stage});
  }
  void blank() { say({}); }
  /// "axis=-1, keepdims=True"; the softmax's own axis.
  std::string along(bool keep) const;
};

std::string number(float value, const Dialect& words);
/// Words and titles inside comments: no line breaks, nothing that could end one.
std::string harmless(std::string_view text);

/// name = array([[..], ..]), a row a line with its comment. [heads, rows, columns], without heads
/// where there is one. `type` follows the numbers: ", dtype=bool".
void write_array(Script& script, std::string_view name, int heads, int rows, int columns,
                 const std::function<std::string(std::size_t)>& cell,
                 const std::vector<std::string>& row_comments, std::string_view type = {});

/// The stages, in order; each returns the name of what it left where that varies.
void write_vectors(Script& script);
std::string write_scores(Script& script);
void write_mask(Script& script);  ///< mask (and added), where anything is hidden or added
std::string apply_mask(Script& script, const std::string& scores);
void write_softmax(Script& script, const std::string& scores);

bool has_mask(const Script& script);
void write_print(Script& script);  ///< of weights and output

/// All of them, up to weights and output; returns the name of what softmax reads.
std::string write_computing(Script& script);

}  // namespace qkv::code
