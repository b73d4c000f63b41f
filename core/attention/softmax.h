#pragma once
// Softmax cell by cell, for the plain path, for recordings and for files of scores.

#include <cstddef>

namespace qkv {

/// What was subtracted, and the sum that the exponentials were divided by.
struct SoftmaxSums {
  float largest, sum;
};

/// `count` scores, `stride` floats apart, become e^((s - largest) / temperature) / sum, in place.
/// -inf is hidden: its weight is 0. Where all are hidden the weights are 0, largest is -inf, sum 0.
/// `sink` joins maximum and sum and is dropped; null: none.
SoftmaxSums softmax(float* scores, std::size_t count, std::size_t stride, float temperature,
                    const float* sink);

}  // namespace qkv
