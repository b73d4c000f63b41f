// A block of query rows through every stage, while it is in cache.

#if defined(QKV_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QKV_ROWS_INL_H_
#undef QKV_ROWS_INL_H_
#else
#define QKV_ROWS_INL_H_
#endif

#include <algorithm>

#include <hwy/cache_control.h>

#include "core/attention/kernels/pack-inl.h"
#include "core/attention/kernels/product-inl.h"
#include "core/attention/kernels/softmax-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

// Values of so many keys stay in cache while every row of the block takes its share of them.
inline constexpr std::size_t kKeysAtOnce = 512;

/// Keys that at least one of rows [begin, end) may look at.
HWY_INLINE KeyRange keys_of_rows(const Job& job, std::size_t begin, std::size_t end) {
  KeyRange all{static_cast<int>(job.m), 0};
  for (std::size_t row = begin; row < end; ++row) {
    const KeyRange keys = job.ranges[row];
    if (keys.begin >= keys.end) continue;
    all = {std::min(all.begin, keys.begin), std::max(all.end, keys.end)};
  }
  return all;
}

// scores [begin..end, m] = Q Kᵀ, panel by panel; a panel stays in cache for all rows of the block.
HWY_INLINE void score_block(const Job& job, std::size_t head, std::size_t begin, std::size_t end,
                            bool visible_only) {
  const float* const queries = job.queries + head * job.n * job.d;
  const std::size_t kv_head = head / (job.heads / job.kv_heads);
  const float* const packed = job.packed_keys + kv_head * job.packed_head;
  float* const scores = job.scores + head * job.n * job.m;
  for (std::size_t column = 0; column < job.m; column += kTileColumns) {
    for (std::size_t row = begin; row < end; row += kTileRows) {
      const std::size_t rows = std::min(kTileRows, end - row);
      const KeyRange keys = keys_of_rows(job, row, row + rows);
      const bool hidden = static_cast<int>(column) >= keys.end ||
                          static_cast<int>(column + kTileColumns) <= keys.begin;
      if (hidden && visible_only) continue;
      multiply({queries + row * job.d, job.d, packed + column * job.d, kTileColumns,
                scores + row * job.m + column, job.m, job.d, std::min(kTileColumns, job.m - column),
                false, hidden && job.stream, job.more_than_caches},
               rows);
    }
  }
}

// output [begin..end, dv] = weights · V over the keys that each few rows look at.
HWY_INLINE void mix_block(const Job& job, std::size_t head, std::size_t begin, std::size_t end) {
  const std::size_t kv_head = head / (job.heads / job.kv_heads);
  const float* const values = job.values + kv_head * job.m * job.value_stride;
  const float* const weights = job.weights + head * job.n * job.m;
  float* const output = job.output + head * job.n * job.dv;
  for (std::size_t key = 0; key < job.m; key += kKeysAtOnce) {
    for (std::size_t row = begin; row < end; row += kTileRows) {
      const std::size_t rows = std::min(kTileRows, end - row);
      const KeyRange keys = keys_of_rows(job, row, row + rows);
      const std::size_t first = std::max(key, static_cast<std::size_t>(keys.begin));
      const std::size_t last = std::min(key + kKeysAtOnce, static_cast<std::size_t>(keys.end));
      if (key == 0 && first >= last) fill_zero(output + row * job.dv, rows * job.dv, false);
      if (first >= last) continue;
      for (std::size_t column = 0; column < job.dv; column += kTileColumns) {
        multiply({weights + row * job.m + first, job.m, values + first * job.value_stride + column,
                  job.value_stride, output + row * job.dv + column, job.dv, last - first,
                  std::min(kTileColumns, job.dv - column), key > 0},
                 rows);
      }
    }
  }
}

inline void score_rows(const Job& job, std::size_t head, std::size_t begin, std::size_t end) {
  score_block(job, head, begin, end, false);
  if (job.stream) hwy::FlushStream();
}

inline void attend_rows(const Job& job, std::size_t head, std::size_t begin, std::size_t end) {
  score_block(job, head, begin, end, job.visible_scores_only);
  for (std::size_t row = begin; row < end; ++row) softmax_row(job, head, row);
  mix_block(job, head, begin, end);
  if (job.stream) hwy::FlushStream();
}

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
