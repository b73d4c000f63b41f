#pragma once

#include <cstddef>

namespace qkv::bench {

/// Dependent chains of multiply-adds, 12 of them to fill the pipes; returns how many were done.
/// `chains` are their 12 beginnings, and take a result.
double fused_multiply_adds(std::size_t rounds, float* chains);
/// The core's own exponential over an array that fits into L1; returns how many were done.
double exponentials(std::size_t rounds, float* numbers, std::size_t count);
/// Causal or full softmax of every row of scores [n, n] → weights [n, n], by the core's own row
/// code.
void softmax_rows(const float* scores, float* weights, std::size_t n, float scale, bool causal);
const char* instruction_set();

}  // namespace qkv::bench
