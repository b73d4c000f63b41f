#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "core/attention/buffer.h"
#include "core/attention/mask.h"

namespace qkv {

/// Working memory that a warm call finds again. A copy starts empty: it is not part of any value.
struct Scratch {
  Floats packed_keys;            ///< keys, turned so that vectors run along keys
  Floats packed_values;          ///< values, when they had to be padded or cleaned
  std::vector<KeyRange> ranges;  ///< [n], what the rules leave to each row
  std::unique_ptr<std::atomic<int>[]> parts_packed;  ///< [kv_heads], how far packing has come
  int parts_packed_count = 0;

  Scratch() = default;
  Scratch(const Scratch&) {}
  Scratch& operator=(const Scratch&) { return *this; }
  Scratch(Scratch&&) = default;
  Scratch& operator=(Scratch&&) = default;
};

}  // namespace qkv
