#pragma once
// A random attention problem, its answer in float64, and how to make it smaller when it fails.

#include <cstdint>
#include <string>
#include <vector>

#include "core/attention/attention.h"

namespace qkv::test {

/// Everything a case is made of; the same fields give the same numbers.
struct AttentionCase {
  std::uint64_t seed = 0;
  int kv_heads = 1, group = 1, n = 1, m = 1, d = 1, dv = 1;
  std::string rules = "full";
  bool align_end = false, cells = false, cells_per_head = false, bias = false;
  bool nan_behind_mask = false;  ///< where a key is hidden from everybody, it and its value are NaN
  bool sink = false, own_scale = false;
  float softcap = 0.0f, temperature = 1.0f;

  int heads() const { return kv_heads * group; }
};
AttentionCase random_case(std::uint64_t seed);
std::string text_of(const AttentionCase& c);
/// The case with one thing less, for every thing it has.
std::vector<AttentionCase> smaller_cases(const AttentionCase& c);

struct AttentionNumbers {
  Tensor q, k, v;
  AttentionOptions options;
  AttentionInput input() const { return {q.view(), k.view(), v.view(), options}; }
};
AttentionNumbers numbers_of(const AttentionCase& c);

/// The formula in float64, cell by cell, written without looking at the core.
struct ReferenceAttention {
  std::vector<double> weights;  ///< [heads, n, m]
  std::vector<double> output;   ///< [heads, n, dv]
  std::vector<char> hidden;     ///< [heads, n, m]
  double size = 0.0;  ///< largest sum of |q k| · scale + |added|, over the temperature: how far
                      ///< float32 scores can be off, in units of its precision
};
ReferenceAttention reference(const AttentionNumbers& numbers);

}  // namespace qkv::test
