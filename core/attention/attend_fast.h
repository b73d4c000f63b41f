#pragma once

#include "core/attention/attention.h"

namespace qkv {

/// Attention by vector code and, when it is worth it, several threads. `trace` has its sizes,
/// options, scale and buffers already.
void attend_fast(const AttentionInput& input, Trace& trace, const RunOptions& run);

/// Scores alone, all of them, into trace.scores.
void score_fast(const AttentionInput& input, Trace& trace);

}  // namespace qkv
