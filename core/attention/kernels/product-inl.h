// Matrix products with the results held in registers.

#if defined(QKV_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QKV_PRODUCT_INL_H_
#undef QKV_PRODUCT_INL_H_
#else
#define QKV_PRODUCT_INL_H_
#endif

#include <hwy/cache_control.h>

#include "core/attention/kernels/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

// A tile of results is kTileRows × kTileVectors vectors: 24 of 32 registers, or 12 of 16.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_NEON
inline constexpr std::size_t kTileVectors = 4;
#elif HWY_TARGET == HWY_SCALAR
inline constexpr std::size_t kTileVectors = 1;
#else
inline constexpr std::size_t kTileVectors = 2;
#endif
inline constexpr std::size_t kTileRows = 6;
inline constexpr std::size_t kTileColumns = kTileVectors * kLanes;

struct Operands {
  const float* left;  ///< rows × depth, row-major
  std::size_t left_stride;
  const float* right;  ///< depth × columns
  std::size_t right_stride;
  float* result;  ///< rows × columns
  std::size_t result_stride;
  std::size_t depth;
  std::size_t columns;  ///< columns of the result to write, up to kVectors · kLanes
  bool add = false;     ///< to what the result holds
  bool stream = false;  ///< past the caches: whole aligned vectors that nobody reads soon
  bool fetch = false;   ///< the result is far away: ask for it before the sums, not after
};

/// result [kRows, columns] = left · right. Each sum runs over the depth in order, so a cell has the
/// same bits whatever tile it falls into. `right` is read in whole vectors.
template <std::size_t kRows, std::size_t kVectors>
HWY_INLINE void multiply_tile(const Operands& o) {
  const Lanes f;
  Vector sums[kRows][kVectors];
  QKV_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
    QKV_UNROLL for (std::size_t v = 0; v < kVectors; ++v) { sums[r][v] = hn::Zero(f); }
  }
  const std::size_t last = o.columns - (kVectors - 1) * kLanes;  // columns of the last vector
  if (o.add) {
    QKV_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
      const float* const row = o.result + r * o.result_stride;
      QKV_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        sums[r][v] = v + 1 < kVectors || last == kLanes ? hn::LoadU(f, row + v * kLanes)
                                                        : load_first(row + v * kLanes, last);
      }
    }
  }
  if (o.fetch && !o.stream) {
    QKV_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
      QKV_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        hwy::Prefetch(o.result + r * o.result_stride + v * kLanes);
      }
    }
  }
  const float* right = o.right;
  const float* left = o.left;
  for (std::size_t k = 0; k < o.depth; ++k) {
    Vector columns[kVectors];
    QKV_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
      columns[v] = hn::LoadU(f, right + v * kLanes);
    }
    QKV_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
      const Vector factor = hn::Set(f, left[r * o.left_stride]);
      QKV_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        sums[r][v] = hn::MulAdd(factor, columns[v], sums[r][v]);
      }
    }
    right += o.right_stride;
    ++left;
  }
  if (o.stream) {
    QKV_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
      float* const row = o.result + r * o.result_stride;
      QKV_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        hn::Stream(sums[r][v], f, row + v * kLanes);
      }
    }
    return;
  }
  QKV_UNROLL for (std::size_t r = 0; r < kRows; ++r) {
    float* const row = o.result + r * o.result_stride;
    QKV_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
      if (v + 1 < kVectors || last == kLanes) {
        hn::StoreU(sums[r][v], f, row + v * kLanes);
      } else {
        store_first(sums[r][v], row + v * kLanes, last);
      }
    }
  }
}

template <std::size_t kVectors>
HWY_INLINE void multiply_rows(const Operands& o, std::size_t rows) {
  switch (rows) {
    case 1:
      return multiply_tile<1, kVectors>(o);
    case 2:
      return multiply_tile<2, kVectors>(o);
    case 3:
      return multiply_tile<3, kVectors>(o);
    case 4:
      return multiply_tile<4, kVectors>(o);
    case 5:
      return multiply_tile<5, kVectors>(o);
    default:
      return multiply_tile<kTileRows, kVectors>(o);
  }
}

/// The same for up to kTileRows rows and up to kTileColumns columns.
inline HWY_NOINLINE void multiply(const Operands& o, std::size_t rows) {
  const std::size_t vectors = (o.columns + kLanes - 1) / kLanes;
  if (vectors == kTileVectors) return multiply_rows<kTileVectors>(o, rows);
  if constexpr (kTileVectors > 2) {
    if (vectors == 3) return multiply_rows<3>(o, rows);
    if (vectors == 2) return multiply_rows<2>(o, rows);
  }
  multiply_rows<1>(o, rows);
}

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
