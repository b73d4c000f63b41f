#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/attention/attention.h"

namespace qkv {

float Trace::score(int head, int row, int column) const {
  assert(has_scores && "this trace has no raw scores");
  if (kept == Keep::visible_scores && !visible(head, row, column)) {
    return std::numeric_limits<float>::quiet_NaN();
  }
  return scores[at(head, row, column)];
}

float Trace::scaled(int head, int row, int column) const {
  assert((has_scores || has_scaled) && "this trace has no scores");
  if (!has_scores) return scores[at(head, row, column)];
  const float value = score(head, row, column) * scale;
  const float cap = options.softcap;
  return cap > 0.0f ? cap * std::tanh(value / cap) : value;
}

float Trace::masked(int head, int row, int column) const {
  if (!visible(head, row, column)) return -std::numeric_limits<float>::infinity();
  const float value = scaled(head, row, column);
  if (!options.mask.bias) return value;
  return value + options.mask.bias->added[cell_index(*options.mask.bias, head, row, column)];
}

float Trace::weight(int head, int row, int column) const {
  assert(has_weights && "this trace has no weights");
  return weights[at(head, row, column)];
}

std::span<const float> Trace::output_row(int head, int row) const {
  assert(has_output && "this trace has no output");
  const auto width = static_cast<std::size_t>(dv);
  const auto r =
      static_cast<std::size_t>(head) * static_cast<std::size_t>(n) + static_cast<std::size_t>(row);
  return std::span<const float>(output).subspan(r * width, width);
}

bool Trace::visible(int head, int row, int column) const {
  return is_visible(options.mask, head, row, column, n, m);
}

// A recording has no row maxima: there, a row whose weights are all exactly 0.
bool Trace::fully_masked(int head, int row) const {
  if (!row_max.empty()) {
    return row_max[static_cast<std::size_t>(head) * static_cast<std::size_t>(n) +
                   static_cast<std::size_t>(row)] == -std::numeric_limits<float>::infinity();
  }
  if (!has_weights) return false;
  const float* const first = weights.data() + at(head, row, 0);
  return std::all_of(first, first + m, [](float weight) { return weight == 0.0f; });
}

Overview overview_of(const Trace& trace) {
  if (trace.overview) return *trace.overview;
  Overview seen;
  const auto look = [&](float score) {
    // Hidden keys may hold NaN, infinity or the lowest float; they have no size.
    if (!std::isfinite(score) || score <= kHiddenBias) return;
    seen.largest_score = std::max(seen.largest_score, std::abs(score));
    seen.any_negative = seen.any_negative || score < 0;
    seen.any_positive = seen.any_positive || score > 0;
  };
  // Recorded scores may be masked already, by whatever large number their model added.
  const bool visible_only = trace.kept == Keep::visible_scores || !trace.has_scores;
  if (!visible_only || trace.n == 0) {
    std::for_each(trace.scores.begin(), trace.scores.end(), look);
  } else {
    for (int head = 0; head < trace.heads; ++head)
      for (int row = 0; row < trace.n; ++row)
        for (int key = 0; key < trace.m && trace.has_scaled; ++key)
          if (trace.visible(head, row, key)) look(trace.scores[trace.at(head, row, key)]);
  }
  seen.hides = hides_anything(trace.options.mask, trace.heads, trace.n, trace.m);
  return seen;
}

}  // namespace qkv
