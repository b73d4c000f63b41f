#pragma once
// How a number of each stage is written in a scene and in an explanation, as the story writes it.

#include <string>

#include "core/session/quantity.h"

namespace qkv {

/// Scores and what becomes of them up to softmax: two decimals. From softmax on: three.
std::string number_of(Quantity::Kind kind, double value);

}  // namespace qkv
