#include "core/attention/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qkv {

SoftmaxSums softmax(float* scores, std::size_t count, std::size_t stride, float temperature,
                    const float* sink) {
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  float largest = kHidden;
  for (std::size_t j = 0; j < count; ++j) largest = std::max(largest, scores[j * stride]);
  if (largest == kHidden) {
    for (std::size_t j = 0; j < count; ++j) scores[j * stride] = 0.0f;
    return {kHidden, 0.0f};
  }
  const float sharpness = 1.0f / temperature;
  double sum = 0.0;
  if (sink != nullptr) {
    largest = std::max(largest, *sink);
    sum = std::exp((*sink - largest) * sharpness);
  }
  for (std::size_t j = 0; j < count; ++j) {
    float& score = scores[j * stride];
    score = score == kHidden ? 0.0f : std::exp((score - largest) * sharpness);
    sum += score;
  }
  for (std::size_t j = 0; j < count; ++j)
    scores[j * stride] = static_cast<float>(scores[j * stride] / sum);
  return {largest, static_cast<float>(sum)};
}

}  // namespace qkv
