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

kernels::Contents contents(const float* numbers, std::size_t count) {
  const Lanes f;
  const Vector limit = hn::Set(f, std::numeric_limits<float>::max());
  Vector high = hn::Zero(f);
  auto odd = hn::Lt(high, high);  // none
  for (std::size_t i = 0; i < count; i += kLanes) {
    const std::size_t some = std::min(kLanes, count - i);
    const Vector size =
        hn::Abs(some == kLanes ? hn::LoadU(f, numbers + i) : load_first(numbers + i, some));
    const auto finite = hn::Le(size, limit);  // false for NaN too
    odd = hn::Or(odd, hn::Not(finite));
    high = hn::Max(high, hn::IfThenElseZero(finite, size));
  }
  return {max_of(high), hn::AllFalse(f, odd)};
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
