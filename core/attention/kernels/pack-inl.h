// Keys m×d turned into panels of [d, kTileColumns], so that vectors run along keys.

#if defined(QKV_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QKV_PACK_INL_H_
#undef QKV_PACK_INL_H_
#else
#define QKV_PACK_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "core/attention/kernels/job.h"
#include "core/attention/kernels/product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

// 4 keys × 4 numbers from `keys` (rows d apart) to `panel` (rows kTileColumns apart).
HWY_INLINE void turn_4x4(const float* keys, std::size_t d, float* panel) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t k = 0; k < 4; ++k) panel[c * kTileColumns + k] = keys[k * d + c];
  }
#else
  const hn::FixedTag<float, 4> four;
  const auto a = hn::LoadU(four, keys), b = hn::LoadU(four, keys + d),
             c = hn::LoadU(four, keys + 2 * d), e = hn::LoadU(four, keys + 3 * d);
  const auto ab_low = hn::InterleaveLower(four, a, b), ab_high = hn::InterleaveUpper(four, a, b);
  const auto ce_low = hn::InterleaveLower(four, c, e), ce_high = hn::InterleaveUpper(four, c, e);
  hn::StoreU(hn::ConcatLowerLower(four, ce_low, ab_low), four, panel);
  hn::StoreU(hn::ConcatUpperUpper(four, ce_low, ab_low), four, panel + kTileColumns);
  hn::StoreU(hn::ConcatLowerLower(four, ce_high, ab_high), four, panel + 2 * kTileColumns);
  hn::StoreU(hn::ConcatUpperUpper(four, ce_high, ab_high), four, panel + 3 * kTileColumns);
#endif
}

inline void pack_panel(const float* keys, std::size_t count, std::size_t d, float* panel) {
  const std::size_t keys_by_4 = kTileColumns % 4 == 0 ? count / 4 * 4 : 0, d_by_4 = d / 4 * 4;
  for (std::size_t k = 0; k < keys_by_4; k += 4) {
    for (std::size_t c = 0; c < d_by_4; c += 4) {
      turn_4x4(keys + k * d + c, d, panel + c * kTileColumns + k);
    }
    for (std::size_t c = d_by_4; c < d; ++c) {
      for (std::size_t r = k; r < k + 4; ++r) panel[c * kTileColumns + r] = keys[r * d + c];
    }
  }
  for (std::size_t c = 0; c < d; ++c) {
    float* const row = panel + c * kTileColumns;
    for (std::size_t k = keys_by_4; k < count; ++k) row[k] = keys[k * d + c];
    std::fill(row + count, row + kTileColumns, 0.0f);
  }
}

inline void pack_keys(const Job& job, std::size_t kv_head, std::size_t begin, std::size_t end) {
  const float* const keys = job.keys + kv_head * job.m * job.d;
  float* const packed = job.packed_keys + kv_head * job.packed_head;
  for (std::size_t panel = begin; panel < end; ++panel) {
    const std::size_t first = panel * kTileColumns;
    pack_panel(keys + first * job.d, std::min(kTileColumns, job.m - first), job.d,
               packed + first * job.d);
  }
}

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
