#include "core/picture/panels.h"

namespace qkv {

float score_limit(const Trace& trace) {
  const float largest = overview_of(trace).largest_score;
  return largest > 0.0f ? largest : 1.0f;
}

}  // namespace qkv
