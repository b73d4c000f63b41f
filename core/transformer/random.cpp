#include "core/transformer/random.h"

#include <cmath>
#include <utility>

namespace qkv {

double SeededNormal::uniform() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) / 4503599627370496.0 - 1;  // 53 bits over 2^52
}

double SeededNormal::next() {
  if (kept_) return *std::exchange(kept_, std::nullopt);
  for (;;) {
    const double a = uniform(), b = uniform(), square = a * a + b * b;
    if (square >= 1 || square == 0) continue;
    const double by = std::sqrt(-2 * std::log(square) / square);
    kept_ = by * a;
    return by * b;
  }
}

Tensor SeededNormal::matrix(int rows, int columns, double spread) {
  Tensor result = zeros(rows, columns);
  for (float& value : result.data) value = static_cast<float>(spread * next());
  return result;
}

MersenneTwister::MersenneTwister(std::uint32_t seed) {
  state_[0] = seed;
  for (std::size_t i = 1; i < state_.size(); ++i) {
    const std::uint32_t before = state_[i - 1];
    state_[i] = 1812433253u * (before ^ (before >> 30)) + static_cast<std::uint32_t>(i);
  }
}

void MersenneTwister::refill() {
  const std::size_t n = state_.size(), m = 397;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % n] & 0x7fffffffu);
    state_[i] = state_[(i + m) % n] ^ (y >> 1) ^ ((y & 1u) != 0 ? 0x9908b0dfu : 0u);
  }
  used_ = 0;
}

std::uint32_t MersenneTwister::next() {
  if (used_ == state_.size()) refill();
  std::uint32_t y = state_[used_++];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

double MersenneTwister::next_double() {
  const double high = next() >> 5, low = next() >> 6;  // 27 and 26 bits
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

double NumpyNormal::next() {
  if (kept_) return *std::exchange(kept_, std::nullopt);
  for (;;) {
    const double a = 2.0 * bits_.next_double() - 1.0;
    const double b = 2.0 * bits_.next_double() - 1.0;
    const double square = a * a + b * b;
    if (square >= 1.0 || square == 0.0) continue;
    const double by = std::sqrt(-2.0 * std::log(square) / square);
    kept_ = by * a;
    return by * b;
  }
}

Tensor NumpyNormal::matrix(int rows, int columns) {
  Tensor result = zeros(rows, columns);
  for (float& value : result.data) value = static_cast<float>(next());
  return result;
}

}  // namespace qkv
