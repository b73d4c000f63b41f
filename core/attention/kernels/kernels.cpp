#include "core/attention/kernels/kernels.h"

// Vectors whose length is known only at run time cannot be held in arrays.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/attention/kernels/kernels.cpp"
#include <hwy/foreach_target.h>  // this file again, once an instruction set
#include <hwy/highway.h>

#include "core/attention/kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

kernels::Shape shape() { return {kTileColumns, kLanes, kTileRows}; }

// Without its sign, a float has the order of its bits, and what is not finite comes last.
kernels::Contents contents(const float* numbers, std::size_t count) {
  const Lanes f;
  const hn::RebindToSigned<Lanes> i32;
  const auto infinity = hn::Set(i32, 0x7f800000);
  auto high = hn::Zero(i32), high2 = high, finite = high;
  std::size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    high = hn::Max(high, hn::BitCast(i32, hn::Abs(hn::LoadU(f, numbers + i))));
    high2 = hn::Max(high2, hn::BitCast(i32, hn::Abs(hn::LoadU(f, numbers + i + kLanes))));
  }
  for (; i < count; i += kLanes) {
    const Vector last = load_first(numbers + i, std::min(kLanes, count - i));
    high = hn::Max(high, hn::BitCast(i32, hn::Abs(last)));
  }
  high = hn::Max(high, high2);
  const bool all_finite = hn::AllTrue(i32, hn::Lt(high, infinity));
  if (all_finite) return {max_of(hn::BitCast(f, high)), true};
  for (i = 0; i < count; i += kLanes) {
    const Vector some = load_first(numbers + i, std::min(kLanes, count - i));
    const auto bits = hn::BitCast(i32, hn::Abs(some));
    finite = hn::Max(finite, hn::IfThenElseZero(hn::Lt(bits, infinity), bits));
  }
  return {max_of(hn::BitCast(f, finite)), false};
}

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <string>
#include <vector>

#include "core/attention/attention.h"
#include "core/text/input_error.h"

namespace qkv {
namespace kernels {

// Process-wide, as the choice of instruction set itself is in Highway.
std::atomic<bool> forced{false};

HWY_EXPORT(shape);
HWY_EXPORT(contents);
HWY_EXPORT(pack_keys);
HWY_EXPORT(attend_rows);
HWY_EXPORT(score_rows);

bool is_forced() { return forced; }

Shape shape() { return HWY_DYNAMIC_DISPATCH(shape)(); }

Contents contents(const float* numbers, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(contents)(numbers, count);
}

void pack_keys(const Job& job, std::size_t kv_head, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(pack_keys)(job, kv_head, begin, end);
}

void attend_rows(const Job& job, std::size_t head, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(attend_rows)(job, head, begin, end);
}

void score_rows(const Job& job, std::size_t head, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(score_rows)(job, head, begin, end);
}

}  // namespace kernels

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    names.emplace_back(hwy::TargetName(target));
  }
  return names;
}

void force_instruction_set(const std::string& name) {
  std::int64_t chosen = name.empty() ? hwy::SupportedTargets() : 0;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (hwy::TargetName(target) == name) chosen = target;
  }
  if (chosen == 0) throw InputError("this machine has no instruction set named " + name);
  hwy::GetChosenTarget().Update(chosen);
  kernels::forced = !name.empty();
}

}  // namespace qkv
#endif
