#pragma once
// One attention call as the kernels see it: pointers, sizes and factors, nothing that owns.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/attention/mask.h"

namespace qkv {

struct Job {
  std::size_t heads = 0, kv_heads = 0, n = 0, m = 0, d = 0, dv = 0;
  const float* queries = nullptr;  ///< [heads, n, d]
  const float* keys = nullptr;     ///< [kv_heads, m, d]
  const float* values = nullptr;   ///< [kv_heads, m, value_stride], the first dv of a row are used
  std::size_t value_stride = 0;

  float* scores = nullptr;   ///< [heads, n, m]
  float* weights = nullptr;  ///< [heads, n, m]
  float* output = nullptr;   ///< [heads, n, dv]
  float* row_max = nullptr;  ///< [heads, n]
  float* row_sum = nullptr;  ///< [heads, n]

  float* packed_keys = nullptr;              ///< [kv_heads, packed_head], see pack-inl.h
  std::size_t packed_head = 0;               ///< floats a head
  std::atomic<int>* parts_packed = nullptr;  ///< [kv_heads]

  const KeyRange* ranges = nullptr;           ///< [n], what the rules leave to each row
  const std::uint8_t* cells = nullptr;        ///< [n, m] or [heads, n, m], or null
  const float* bias = nullptr;                ///< the same
  std::size_t cells_head = 0, bias_head = 0;  ///< from one head to the next; 0: shared by all

  float scale = 1.0f;
  float softcap = 0.0f;
  float sharpness = 1.0f;       ///< 1 / temperature
  const float* sink = nullptr;  ///< [heads] or null
  bool visible_scores_only = false;
  bool more_than_caches = false;  ///< scores and weights do not stay in any cache
  bool stream = false;            ///< so hidden cells go past them; rows start where vectors may
  bool check_overflow = false;    ///< sizes of the inputs do not rule out infinite scores
  std::atomic<bool>* overflow = nullptr;
};

}  // namespace qkv
