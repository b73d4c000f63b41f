#pragma once
// The vector code, one compiled copy an instruction set; each call takes the best that the machine
// has (or the one that force_instruction_set() chose).

#include <cstddef>

#include "core/attention/kernels/job.h"

namespace qkv::kernels {

/// Has force_instruction_set() chosen one? Then small problems take it too.
bool is_forced();

/// How this instruction set wants its data laid out.
struct Shape {
  std::size_t panel = 0;  ///< keys in a panel of packed keys
  std::size_t lanes = 0;  ///< floats in a vector
  std::size_t rows = 0;   ///< query rows that a product takes at once
};
Shape shape();

/// What an array of floats holds.
struct Contents {
  float largest = 0.0f;  ///< largest magnitude of the finite numbers
  bool all_finite = true;
};
Contents contents(const float* numbers, std::size_t count);

/// Keys of one head from panel `begin` to `end`: m×d → panels of [d, panel], 0 beyond the last key.
void pack_keys(const Job& job, std::size_t kv_head, std::size_t begin, std::size_t end);

/// Every stage of query rows [begin, end) of a head; the keys of its kv head are packed.
void attend_rows(const Job& job, std::size_t head, std::size_t begin, std::size_t end);

/// Scores alone, of every cell.
void score_rows(const Job& job, std::size_t head, std::size_t begin, std::size_t end);

}  // namespace qkv::kernels
