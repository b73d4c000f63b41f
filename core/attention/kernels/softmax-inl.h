// One row from scores to weights.

#if defined(QKV_SOFTMAX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QKV_SOFTMAX_INL_H_
#undef QKV_SOFTMAX_INL_H_
#else
#define QKV_SOFTMAX_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <hwy/contrib/math/math-inl.h>

#include "core/attention/kernels/job.h"
#include "core/attention/kernels/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

// What a masked cell reads before the softmax.
inline constexpr float kHidden = -std::numeric_limits<float>::infinity();

// In all of these, `room` >= count is how many numbers there are from the first one on; those past
// `count` may be read, and written where it says so.

HWY_INLINE float largest(const float* numbers, std::size_t count, std::size_t room) {
  const Lanes f;
  const Vector lowest = hn::Set(f, kHidden);
  Vector high = lowest;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) high = hn::Max(high, hn::LoadU(f, numbers + i));
  if (i < count) {
    const Vector last = load_within(numbers + i, count - i, room - i);
    high = hn::Max(high, hn::IfThenElse(hn::FirstN(f, count - i), last, lowest));
  }
  return max_of(high);
}

/// to[j] = exp((from[j] · factor - top) · sharpness); returns the sum. The product is rounded, as
/// it was for `top`, so that nothing is above 0. `from` may be `to`. The rest of the last vector
/// becomes 0. Sums of 4096 numbers are floats, sums of those doubles, so that the error does not
/// grow with the length.
HWY_INLINE double exponentials(const float* from, float* to, std::size_t count, std::size_t room,
                               float factor, float top, float sharpness) {
  const Lanes f;
  const Vector factors = hn::Set(f, factor), tops = hn::Set(f, top);
  const Vector sharp = hn::Set(f, sharpness);
  double total = 0.0;
  std::size_t i = 0;
  while (i < count) {
    const std::size_t stop = std::min(count, i + 4096);
    Vector sum = hn::Zero(f);
    for (; i + kLanes <= stop; i += kLanes) {
      const Vector x = hn::Sub(hn::Mul(hn::LoadU(f, from + i), factors), tops);
      const Vector exp_x = exp_nonpositive(hn::Mul(x, sharp));
      hn::StoreU(exp_x, f, to + i);
      sum = hn::Add(sum, exp_x);
    }
    if (i < stop) {
      const std::size_t some = stop - i;
      const Vector x = hn::Sub(hn::Mul(load_within(from + i, some, room - i), factors), tops);
      const Vector exp_x =
          hn::IfThenElseZero(hn::FirstN(f, some), exp_nonpositive(hn::Mul(x, sharp)));
      store_within(exp_x, to + i, some, room - i);
      sum = hn::Add(sum, exp_x);
      i = stop;
    }
    total += static_cast<double>(sum_of(sum));
  }
  return total;
}

/// The rest of the last vector is multiplied too.
HWY_INLINE void multiply_by(float* numbers, std::size_t count, std::size_t room, float factor) {
  const Lanes f;
  const Vector factors = hn::Set(f, factor);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    hn::StoreU(hn::Mul(hn::LoadU(f, numbers + i), factors), f, numbers + i);
  }
  if (i == count) return;
  const Vector last = load_within(numbers + i, count - i, room - i);
  store_within(hn::Mul(last, factors), numbers + i, count - i, room - i);
}

/// With `stream` past the caches: nobody reads these soon, and the line need not be fetched first.
HWY_INLINE void fill_zero(float* numbers, std::size_t count, bool stream) {
  const Lanes f;
  const Vector zero = hn::Zero(f);
  std::size_t i = 0;
  if (stream) {
    const auto past = reinterpret_cast<std::uintptr_t>(numbers) % sizeof(zero) / sizeof(float);
    const std::size_t lead = std::min(count, past == 0 ? 0 : kLanes - past);
    store_first(zero, numbers, lead);
    for (i = lead; i + kLanes <= count; i += kLanes) hn::Stream(zero, f, numbers + i);
  }
  for (; i + kLanes <= count; i += kLanes) hn::StoreU(zero, f, numbers + i);
  if (i < count) store_first(zero, numbers + i, count - i);
}

// Which of `count` cells are not 0.
HWY_INLINE hn::Mask<Lanes> not_zero(const std::uint8_t* cells, std::size_t count) {
  const hn::Rebind<std::uint8_t, Lanes> u8;
  const hn::RebindToSigned<Lanes> i32;
  std::uint8_t buffer[kLanes] = {};
  if (count < kLanes) {
    std::memcpy(buffer, cells, count);
    cells = buffer;
  }
  const auto wide = hn::PromoteTo(i32, hn::LoadU(u8, cells));
  return hn::RebindMask(Lanes(), hn::Ne(wide, hn::Zero(i32)));
}

/// What masks one row, beside the rules.
struct RowMask {
  const std::uint8_t* cells;  ///< [m] or null
  const float* bias;          ///< [m] or null
  bool overflow = false;      ///< a visible score was not finite
};

// Masked scores of `count` keys from `at` on, -inf where cells or added mask hide one.
HWY_INLINE Vector masked(const Job& job, const float* scores, RowMask& mask, std::size_t at,
                         std::size_t count) {
  const Lanes f;
  const std::size_t room = job.m - at;
  Vector value = hn::Mul(load_within(scores + at, count, room), hn::Set(f, job.scale));
  if (job.softcap > 0.0f) {
    const Vector cap = hn::Set(f, job.softcap);
    value = hn::Mul(cap, hn::Tanh(f, hn::Div(value, cap)));
  }
  auto visible = hn::FirstN(f, count);
  if (mask.bias != nullptr) {
    const Vector added = load_within(mask.bias + at, count, room);
    visible = hn::And(visible, hn::Gt(added, hn::Set(f, kHiddenBias)));
    value = hn::Add(value, added);
  }
  if (mask.cells != nullptr) visible = hn::And(visible, not_zero(mask.cells + at, count));
  if (job.check_overflow) {
    mask.overflow = mask.overflow || !hn::AllFalse(f, hn::AndNot(hn::IsFinite(value), visible));
  }
  return hn::IfThenElse(visible, value, hn::Set(f, kHidden));
}

/// scores m → masked m over the row's range; returns the largest.
inline HWY_NOINLINE float mask_row(const Job& job, std::size_t head, std::size_t row, KeyRange keys,
                                   const float* scores, float* to) {
  const std::size_t cells = row * job.m;
  RowMask mask{job.cells == nullptr ? nullptr : job.cells + head * job.cells_head + cells,
               job.bias == nullptr ? nullptr : job.bias + head * job.bias_head + cells};
  Vector high = hn::Set(Lanes(), kHidden);
  const auto end = static_cast<std::size_t>(keys.end);
  for (auto j = static_cast<std::size_t>(keys.begin); j < end; j += kLanes) {
    const std::size_t count = std::min(kLanes, end - j);
    const Vector value = masked(job, scores, mask, j, count);
    store_within(value, to + j, count, job.m - j);
    high = hn::Max(high, value);
  }
  if (mask.overflow) job.overflow->store(true, std::memory_order_relaxed);
  return max_of(high);
}

/// One row on its way from scores to weights.
struct RowSoftmax {
  const float* from;  ///< scores, or masked scores that lie in `weights` already
  float* weights;
  std::size_t begin, end;  ///< keys that the rules leave
  float factor;            ///< of `from`
  float top;               ///< what is subtracted
  double sum;
};

HWY_INLINE RowSoftmax find_top(const Job& job, std::size_t head, std::size_t row) {
  const std::size_t at = (head * job.n + row) * job.m;
  const KeyRange keys = job.ranges[row];
  const auto begin = static_cast<std::size_t>(keys.begin);
  RowSoftmax r{
      job.scores + at, job.weights + at, begin, std::max(begin, static_cast<std::size_t>(keys.end)),
      job.scale,       kHidden,          0.0};
  if (r.begin == r.end) return r;
  // A negative scale would make the smallest score the largest.
  const bool by_rules_alone = job.cells == nullptr && job.bias == nullptr && job.softcap == 0.0f &&
                              job.scale >= 0.0f && !job.check_overflow;
  if (by_rules_alone) {
    r.top = largest(r.from + r.begin, r.end - r.begin, job.m - r.begin) * job.scale;
  } else {
    r.top = mask_row(job, head, row, keys, r.from, r.weights);
    r.from = r.weights;
    r.factor = 1.0f;
  }
  if (job.sink != nullptr && r.top != kHidden) {
    const float sink = job.sink[head];
    r.top = std::max(r.top, sink);
    r.sum = std::exp(static_cast<double>(sink - r.top) * static_cast<double>(job.sharpness));
  }
  return r;
}

HWY_INLINE void take_exponentials(const Job& job, RowSoftmax& r) {
  if (r.top == kHidden) return;
  r.sum += exponentials(r.from + r.begin, r.weights + r.begin, r.end - r.begin, job.m - r.begin,
                        r.factor, r.top, job.sharpness);
}

HWY_INLINE void divide_by_sum(const Job& job, std::size_t at, const RowSoftmax& r) {
  job.row_max[at] = r.top;
  job.row_sum[at] = static_cast<float>(r.sum);
  if (r.top == kHidden) return fill_zero(r.weights, job.m, job.stream);
  multiply_by(r.weights + r.begin, r.end - r.begin, job.m - r.begin,
              static_cast<float>(1.0 / r.sum));
  fill_zero(r.weights, r.begin, job.stream);
  fill_zero(r.weights + r.end, job.m - r.end, job.stream);
}

/// scores → weights of one row, with its maximum and sum.
HWY_INLINE void softmax_row(const Job& job, std::size_t head, std::size_t row) {
  RowSoftmax r = find_top(job, head, row);
  take_exponentials(job, r);
  divide_by_sum(job, head * job.n + row, r);
}

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
