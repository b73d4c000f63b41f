#pragma once

#include "core/attention/attention.h"

namespace qkv {

/// Attention as the formula reads, cell by cell: small problems run it as it is, and it needs no
/// vector instructions. `trace` has its sizes, options, scale and buffers already.
void attend_plain(const AttentionInput& input, Trace& trace);

/// The same from the scores that the trace holds already; the only code that breaks rules.
void attend_from_scores(const AttentionInput& input, Trace& trace);

}  // namespace qkv
