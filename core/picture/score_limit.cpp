#include <algorithm>
#include <cmath>

#include "core/picture/panels.h"

namespace qkv {

float score_limit(const Trace& trace) {
  float limit = 0.0f;
  for (const float score : trace.scores) {
    // Hidden keys may hold NaN or infinity; they have no height.
    if (std::isfinite(score)) limit = std::max(limit, std::abs(score));
  }
  return limit > 0.0f ? limit : 1.0f;
}

}  // namespace qkv
