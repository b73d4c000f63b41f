#include "tests/bench/peers/yardsticks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/bench/peers/yardsticks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/attention/kernels/softmax-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qkv::HWY_NAMESPACE {

double fused_multiply_adds(std::size_t rounds, float* chains) {
  const Lanes f;
  // Each chain starts elsewhere, or the compiler sees that they are one.
  Vector a = hn::Set(f, chains[0]);
  Vector b = hn::Set(f, chains[1]);
  Vector c = hn::Set(f, chains[2]);
  Vector d = hn::Set(f, chains[3]);
  Vector e = hn::Set(f, chains[4]);
  Vector g = hn::Set(f, chains[5]);
  Vector h = hn::Set(f, chains[6]);
  Vector i = hn::Set(f, chains[7]);
  Vector j = hn::Set(f, chains[8]);
  Vector k = hn::Set(f, chains[9]);
  Vector l = hn::Set(f, chains[10]);
  Vector m = hn::Set(f, chains[11]);
  const Vector x = hn::Set(f, 0.999f), y = hn::Set(f, 0.001f);
  for (std::size_t r = 0; r < rounds; ++r) {
    a = hn::MulAdd(a, x, y);
    b = hn::MulAdd(b, x, y);
    c = hn::MulAdd(c, x, y);
    d = hn::MulAdd(d, x, y);
    e = hn::MulAdd(e, x, y);
    g = hn::MulAdd(g, x, y);
    h = hn::MulAdd(h, x, y);
    i = hn::MulAdd(i, x, y);
    j = hn::MulAdd(j, x, y);
    k = hn::MulAdd(k, x, y);
    l = hn::MulAdd(l, x, y);
    m = hn::MulAdd(m, x, y);
  }
  a = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, d)), hn::Add(hn::Add(e, g), hn::Add(h, i)));
  chains[0] = sum_of(hn::Add(a, hn::Add(hn::Add(j, k), hn::Add(l, m))));
  return 12.0 * static_cast<double>(kLanes) * static_cast<double>(rounds);
}

double exponentials_rounds(std::size_t rounds, float* numbers, std::size_t count) {
  double sum = 0.0;
  for (std::size_t r = 0; r < rounds; ++r) {
    sum += exponentials(numbers, numbers + count, count, count, 1.0f, 0.0f, 1.0f);
  }
  numbers[0] = std::min(numbers[0], static_cast<float>(-sum * 0.0));
  return static_cast<double>(rounds) * static_cast<double>(count);
}

void softmax_matrix(const float* scores, float* weights, std::size_t n, float scale, bool causal) {
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t keys = causal ? row + 1 : n;
    const float* const from = scores + row * n;
    float* const to = weights + row * n;
    const float top = largest(from, keys, n) * scale;
    const double sum = exponentials(from, to, keys, n, scale, top, 1.0f);
    multiply_by(to, keys, n, static_cast<float>(1.0 / sum));
    fill_zero(to + keys, n - keys, false);
  }
}

const char* instruction_set() { return hwy::TargetName(HWY_TARGET); }

}  // namespace qkv::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace qkv::bench {

HWY_EXPORT(fused_multiply_adds);
HWY_EXPORT(exponentials_rounds);
HWY_EXPORT(softmax_matrix);
HWY_EXPORT(instruction_set);

double fused_multiply_adds(std::size_t rounds, float* chains) {
  return HWY_DYNAMIC_DISPATCH(fused_multiply_adds)(rounds, chains);
}
double exponentials(std::size_t rounds, float* numbers, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(exponentials_rounds)(rounds, numbers, count);
}
void softmax_rows(const float* scores, float* weights, std::size_t n, float scale, bool causal) {
  HWY_DYNAMIC_DISPATCH(softmax_matrix)(scores, weights, n, scale, causal);
}
const char* instruction_set() { return HWY_DYNAMIC_DISPATCH(instruction_set)(); }

}  // namespace qkv::bench
#endif
