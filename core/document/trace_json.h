#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/attention/attention.h"
#include "core/document/document.h"
#include "core/files/npz.h"

namespace qkv {

/// What `qkv trace --json` prints: one object, keys in a fixed order, handed to `sink` in pieces.
/// A masked score is null, NaN and infinities are strings, every number reads back to the same
/// float. With one head a stage is [n][m], with several [h][n][m]; stages that the trace has no
/// data for are absent. After the stages stand "q", "k", "v" where there are any ([n][d], or a list
/// a head) and, where they are projected, "x", "w_q", "w_k", "w_v". A lesson with pieces of its own
/// adds "lesson" and "pieces": {name: numbers}. What it is compared with adds "a": {words and
/// stages of that state}. With `end_of_run`, the document at the end of its [train], "train" holds
/// the run: query, key, rate, steps, done, the key's weight at the start and after each step, and
/// W_Q and W_K at both ends.
struct TracedState {
  const Document& document;
  const Trace& trace;
};
void write_trace_json(const Document& document, const Trace& trace, std::optional<int> word,
                      const std::function<void(std::string_view)>& sink,
                      const std::optional<TracedState>& a = {},
                      const Document* end_of_run = nullptr);

/// The same arrays for write_npz: [n, m] or [h, n, m], masked scores −inf.
std::map<std::string, Array> trace_arrays(const Trace& trace);

/// A lesson's own numbers under their names, beside those of the trace; of one row as a list.
void add_pieces(const Document& document, std::map<std::string, Array>& arrays);

}  // namespace qkv
