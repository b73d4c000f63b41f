// One row from scores to weights.

#if defined(QKV_SOFTMAX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QKV_SOFTMAX_INL_H_
#undef QKV_SOFTMAX_INL_H_
#else
#define QKV_SOFTMAX_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <limits>

#include <hwy/contrib/math/math-inl.h>

#include "core/attention/kernels/job.h"
#include "core/attention/kernels/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

// A macro-free stand-in for infinity that every target can Set().
inline constexpr float kHidden = -std::numeric_limits<float>::infinity();

/// Largest and smallest at once: a negative scale turns one into the other.
struct Extent {
  float low, high;
};
HWY_INLINE Extent extent(const float* numbers, std::size_t count) {
  const Lanes f;
  Vector high = hn::Set(f, kHidden), high2 = high;
  Vector low = hn::Set(f, -kHidden), low2 = low;
  std::size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    const Vector a = hn::LoadU(f, numbers + i), b = hn::LoadU(f, numbers + i + kLanes);
    high = hn::Max(high, a);
    high2 = hn::Max(high2, b);
    low = hn::Min(low, a);
    low2 = hn::Min(low2, b);
  }
  Extent result{hn::GetLane(hn::MinOfLanes(f, hn::Min(low, low2))), max_of(hn::Max(high, high2))};
  for (; i < count; ++i) {
    result.low = std::min(result.low, numbers[i]);
    result.high = std::max(result.high, numbers[i]);
  }
  return result;
}

HWY_INLINE float largest(const float* numbers, std::size_t count) {
  const Lanes f;
  Vector high = hn::Set(f, kHidden), high2 = high;
  std::size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    high = hn::Max(high, hn::LoadU(f, numbers + i));
    high2 = hn::Max(high2, hn::LoadU(f, numbers + i + kLanes));
  }
  for (; i + kLanes <= count; i += kLanes) high = hn::Max(high, hn::LoadU(f, numbers + i));
  float result = max_of(hn::Max(high, high2));
  for (; i < count; ++i) result = std::max(result, numbers[i]);
  return result;
}

/// to[j] = exp(from[j] · factor + offset), which must be at most 0 (a rounding above it is cut);
/// returns the sum. `from` may be `to`. Sums of 4096 numbers are floats, sums of those doubles, so
/// that the error does not grow with the length.
HWY_INLINE double exponentials(const float* from, float* to, std::size_t count, float factor,
                               float offset) {
  const Lanes f;
  const Vector factors = hn::Set(f, factor), offsets = hn::Set(f, offset), zero = hn::Zero(f);
  double total = 0.0;
  std::size_t i = 0;
  while (i < count) {
    const std::size_t stop = std::min(count, i + 4096);
    Vector sum = zero, sum2 = zero;
    for (; i + 2 * kLanes <= stop; i += 2 * kLanes) {
      const Vector a =
          exp_nonpositive(hn::Min(hn::MulAdd(hn::LoadU(f, from + i), factors, offsets), zero));
      const Vector b = exp_nonpositive(
          hn::Min(hn::MulAdd(hn::LoadU(f, from + i + kLanes), factors, offsets), zero));
      hn::StoreU(a, f, to + i);
      hn::StoreU(b, f, to + i + kLanes);
      sum = hn::Add(sum, a);
      sum2 = hn::Add(sum2, b);
    }
    while (i < stop) {
      const std::size_t some = std::min(kLanes, stop - i);
      const Vector x = hn::MulAdd(load_first(from + i, some), factors, offsets);
      const Vector a = hn::IfThenElseZero(hn::FirstN(f, some), exp_nonpositive(hn::Min(x, zero)));
      store_first(a, to + i, some);
      sum = hn::Add(sum, a);
      i += some;
    }
    total += static_cast<double>(sum_of(hn::Add(sum, sum2)));
  }
  return total;
}

HWY_INLINE void multiply_by(float* numbers, std::size_t count, float factor) {
  const Lanes f;
  const Vector factors = hn::Set(f, factor);
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    hn::StoreU(hn::Mul(hn::LoadU(f, numbers + i), factors), f, numbers + i);
  }
  if (i == count) return;
  store_first(hn::Mul(load_first(numbers + i, count - i), factors), numbers + i, count - i);
}

// Masked scores of `count` keys from `at` on, -inf where cells or added mask hide one.
HWY_INLINE Vector masked(const Job& job, const float* scores, const std::uint8_t* cells,
                         const float* bias, std::size_t at, std::size_t count, bool& overflow) {
  const Lanes f;
  const Vector hidden = hn::Set(f, kHidden);
  Vector value = hn::Mul(load_first(scores + at, count), hn::Set(f, job.scale));
  if (job.softcap > 0.0f) {
    const Vector cap = hn::Set(f, job.softcap);
    value = hn::Mul(cap, hn::Tanh(f, hn::Div(value, cap)));
  }
  auto visible = hn::FirstN(f, count);
  if (bias != nullptr) {
    const Vector added = load_first(bias + at, count);
    visible = hn::And(visible, hn::Gt(added, hn::Set(f, kHiddenBias)));
    value = hn::Add(value, added);
  }
  if (cells != nullptr) {
    HWY_ALIGN float seen[kLanes] = {};
    for (std::size_t j = 0; j < count; ++j) seen[j] = static_cast<float>(cells[at + j]);
    visible = hn::And(visible, hn::Ne(hn::Load(f, seen), hn::Zero(f)));
  }
  if (job.check_overflow) {
    const auto lost = hn::AndNot(hn::IsFinite(value), visible);
    overflow = overflow || !hn::AllFalse(f, lost);
  }
  return hn::IfThenElse(visible, value, hidden);
}

/// scores m → masked m over the row's range; returns the largest.
inline HWY_NOINLINE float mask_row(const Job& job, std::size_t head, std::size_t row, KeyRange keys,
                            const float* scores, float* to) {
  const std::uint8_t* const cells =
      job.cells == nullptr ? nullptr : job.cells + head * job.cells_head + row * job.m;
  const float* const bias =
      job.bias == nullptr ? nullptr : job.bias + head * job.bias_head + row * job.m;
  Vector high = hn::Set(Lanes(), kHidden);
  bool overflow = false;
  const auto end = static_cast<std::size_t>(keys.end);
  for (auto j = static_cast<std::size_t>(keys.begin); j < end; j += kLanes) {
    const std::size_t count = std::min(kLanes, end - j);
    const Vector value = masked(job, scores, cells, bias, j, count, overflow);
    store_first(value, to + j, count);
    high = hn::Max(high, value);
  }
  if (overflow) job.overflow->store(true, std::memory_order_relaxed);
  return max_of(high);
}

/// scores m → weights m of one row, with its maximum and sum.
HWY_INLINE void softmax_row(const Job& job, std::size_t head, std::size_t row) {
  const std::size_t at = head * job.n + row;
  const float* const scores = job.scores + at * job.m;
  float* const weights = job.weights + at * job.m;
  const KeyRange keys = job.ranges[row];
  const std::size_t begin = static_cast<std::size_t>(keys.begin),
                    end = std::max(begin, static_cast<std::size_t>(keys.end));
  const bool by_rules_alone =
      job.cells == nullptr && job.bias == nullptr && job.softcap == 0.0f && !job.check_overflow;
  float top = kHidden;
  if (by_rules_alone && begin < end) {
    top = job.scale >= 0.0f ? largest(scores + begin, end - begin) * job.scale
                            : extent(scores + begin, end - begin).low * job.scale;
  } else if (begin < end) {
    top = mask_row(job, head, row, keys, scores, weights);
  }
  if (top == kHidden) {
    std::fill(weights, weights + job.m, 0.0f);
    job.row_max[at] = kHidden;
    job.row_sum[at] = 0.0f;
    return;
  }
  double sum = 0.0;
  if (job.sink != nullptr) {
    const float sink = job.sink[head];
    top = std::max(top, sink);
    sum = std::exp(static_cast<double>(sink - top) * static_cast<double>(job.sharpness));
  }
  const float factor = (by_rules_alone ? job.scale : 1.0f) * job.sharpness;
  sum += exponentials((by_rules_alone ? scores : weights) + begin, weights + begin, end - begin,
                      factor, -top * job.sharpness);
  multiply_by(weights + begin, end - begin, static_cast<float>(1.0 / sum));
  std::fill(weights, weights + begin, 0.0f);
  std::fill(weights + end, weights + job.m, 0.0f);
  job.row_max[at] = top;
  job.row_sum[at] = static_cast<float>(sum);
}

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
