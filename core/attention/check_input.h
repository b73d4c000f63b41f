#pragma once
// What attend() refuses, in words, before it computes anything.

#include "core/attention/attention.h"

namespace qkv {

/// Shapes, heads, mask, sink and factors. Throws InputError that names what does not fit.
void check_shapes(const AttentionInput& input);

/// Throws InputError for the first NaN or infinity in queries, keys, values or added cells that
/// some row would use (head, row and column named). What a mask hides may be anything.
void check_finite(const AttentionInput& input);

/// "a score is inf" for a visible cell of finite inputs: too large for a float.
[[noreturn]] void refuse_overflow(const char* what, float value, int head, int row, int column);

}  // namespace qkv
