// Vectors of floats at whatever width the instruction set has. Compiled once an instruction set.

#if defined(QKV_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QKV_VECTOR_INL_H_
#undef QKV_VECTOR_INL_H_
#else
#define QKV_VECTOR_INL_H_
#endif

#include <cstddef>
#include <cstring>

#include <hwy/highway.h>

// Loops over accumulators must vanish, or the accumulators live in memory instead of registers.
#if defined(__clang__)
#define QKV_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define QKV_UNROLL _Pragma("GCC unroll 16")
#else
#define QKV_UNROLL
#endif

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;
inline constexpr std::size_t kLanes = hn::MaxLanes(Lanes());

// AVX2 and AVX-512 can leave lanes out without touching their memory; elsewhere the end of an array
// goes through a small buffer.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
HWY_INLINE Vector load_first(const float* from, std::size_t count) {
  return hn::MaskedLoad(hn::FirstN(Lanes(), count), Lanes(), from);
}
HWY_INLINE void store_first(Vector vector, float* to, std::size_t count) {
  hn::BlendedStore(vector, hn::FirstN(Lanes(), count), Lanes(), to);
}
#else
HWY_INLINE Vector load_first(const float* from, std::size_t count) {
  HWY_ALIGN float buffer[kLanes] = {};
  std::memcpy(buffer, from, count * sizeof(float));
  return hn::Load(Lanes(), buffer);
}
HWY_INLINE void store_first(Vector vector, float* to, std::size_t count) {
  HWY_ALIGN float buffer[kLanes];
  hn::Store(vector, Lanes(), buffer);
  std::memcpy(to, buffer, count * sizeof(float));
}
#endif

/// `count` numbers, the other lanes anything, when `room` numbers may be read. Whole vectors are
/// quicker, and what they stored can be loaded again at once.
HWY_INLINE Vector load_within(const float* from, std::size_t count, std::size_t room) {
  return room >= kLanes ? hn::LoadU(Lanes(), from) : load_first(from, count);
}
/// The same for storing: the other lanes are written too where there is room.
HWY_INLINE void store_within(Vector vector, float* to, std::size_t count, std::size_t room) {
  if (room >= kLanes) {
    hn::StoreU(vector, Lanes(), to);
  } else {
    store_first(vector, to, count);
  }
}

/// exp(x) for x <= 0, relative error under 2e-7; below ln(2^-126) exactly 0, so also for -inf.
HWY_INLINE Vector exp_nonpositive(Vector x) {
  const Lanes f;
  const hn::RebindToSigned<Lanes> i;
  const Vector lowest = hn::Set(f, -87.3365447505531f);
  // x = n ln 2 + r with whole n: adding 1.5·2^23 rounds to n and leaves n in the low bits.
  const Vector clamped = hn::Max(x, lowest);
  const Vector round = hn::Set(f, 12582912.0f);
  const Vector shifted = hn::MulAdd(clamped, hn::Set(f, 1.44269504088896f), round);
  const Vector n = hn::Sub(shifted, round);
  Vector r =
      hn::MulAdd(n, hn::Set(f, -0.693145751953125f), clamped);  // ln 2, 16 bits, and its rest
  r = hn::MulAdd(n, hn::Set(f, -1.42860682030941723212e-6f), r);
  // exp(r) = 1 + r + r² P(r), |r| <= ln 2 / 2: least largest relative error, 3e-9.
  Vector p = hn::MulAdd(r, hn::Set(f, 0.001381388f), hn::Set(f, 0.008369063f));
  p = hn::MulAdd(p, r, hn::Set(f, 0.041668423f));
  p = hn::MulAdd(p, r, hn::Set(f, 0.16666518f));
  p = hn::MulAdd(p, r, hn::Set(f, 0.49999994f));
  const Vector one_and_r = hn::Add(r, hn::Set(f, 1.0f));
  p = hn::MulAdd(hn::Mul(r, r), p, one_and_r);
  const auto power = hn::ShiftLeft<23>(hn::BitCast(i, shifted));
  const Vector result = hn::BitCast(f, hn::Add(hn::BitCast(i, p), power));
  return hn::IfThenElseZero(hn::Ge(x, lowest), result);
}

HWY_INLINE float sum_of(Vector v) { return hn::GetLane(hn::SumOfLanes(Lanes(), v)); }
HWY_INLINE float max_of(Vector v) { return hn::GetLane(hn::MaxOfLanes(Lanes(), v)); }

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
