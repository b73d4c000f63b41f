#pragma once
// Is what a file calls attention really attention? Rows of weights are shares of 1.

#include <string>
#include <vector>

#include "core/document/recorded_note.h"

namespace qkv {

/// Off by more than this is no rounding: 16-bit recordings of a thousand keys stay within.
inline constexpr double kRowSumTolerance = 2e-2;

/// The first thing wrong with weights [layer-major][heads, n, m]: NaN, a negative weight, rows that
/// do not sum to 1 (and along which axis they do, if any). Empty: nothing. A row of zeros is a
/// query with nothing to see.
std::string attention_fault(const std::vector<Tensor>& weights, int batches);

/// Softmax by row of scaled scores; −inf and anything at or below −3.4e38 is hidden.
std::vector<Tensor> softmax_of(const std::vector<Tensor>& scaled);

/// What "recorded.disagreement" says when the recorded scores do not give the recorded weights;
/// empty when they do.
TextValues disagreement(const Recording& recording);

}  // namespace qkv
