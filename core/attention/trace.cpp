#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/attention/attention.h"

namespace qkv {

bool is_allowed(const AttentionOptions& options, int head, int row, int column, int n, int m) {
  return is_visible(options.mask, head, row, column, n, m) != options.variant.inverted;
}

bool takes_part(const AttentionOptions& options, int head, int row, int column, int n, int m) {
  const Variant& variant = options.variant;
  return variant.mask_after || variant.zero_fill || is_allowed(options, head, row, column, n, m);
}

bool mask_acts(const AttentionOptions& options, int heads, int n, int m) {
  if (options.variant.mask_after) return false;
  if (!options.variant.inverted) return hides_anything(options.mask, heads, n, m);
  for (int head = 0; head < heads; ++head)
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < m; ++column)
        if (!is_allowed(options, head, row, column, n, m)) return true;
  return false;
}

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
  if (!options.variant.mask_after && !allowed(head, row, column))
    return options.variant.zero_fill ? 0.0f : -std::numeric_limits<float>::infinity();
  const float value = scaled(head, row, column);
  if (!options.mask.bias) return value;
  const float added = options.mask.bias->added[cell_index(*options.mask.bias, head, row, column)];
  return added <= kHiddenBias ? value : value + added;  // a variant may show what it hid
}

float Trace::weight(int head, int row, int column) const {
  assert(has_weights && "this trace has no weights");
  return weights[at(head, row, column)];
}

float Trace::weight_once(int head, int row, int column) const {
  const float score = masked(head, row, column);
  const bool down = options.variant.columns;
  const auto at = down ? static_cast<std::size_t>(head) * static_cast<std::size_t>(m) +
                             static_cast<std::size_t>(column)
                       : static_cast<std::size_t>(head) * static_cast<std::size_t>(n) +
                             static_cast<std::size_t>(row);
  const float largest = down ? column_max[at] : row_max[at];
  const float sum = down ? column_sum[at] : row_sum[at];
  if (!std::isfinite(score) || !(sum > 0.0f)) return 0.0f;
  return std::exp((score - largest) / options.temperature) / sum;
}

float Trace::row_total(int head, int row) const {
  double sum = 0.0;
  for (int j = 0; j < m; ++j) sum += weight(head, row, j);
  return static_cast<float>(sum);
}

float Trace::column_total(int head, int column) const {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += weight(head, i, column);
  return static_cast<float>(sum);
}

std::span<const float> Trace::output_row(int head, int row) const {
  assert(has_output && "this trace has no output");
  const auto width = static_cast<std::size_t>(dv);
  const auto r =
      static_cast<std::size_t>(head) * static_cast<std::size_t>(n) + static_cast<std::size_t>(row);
  return std::span<const float>(output).subspan(r * width, width);
}

bool Trace::visible(int head, int row, int column) const {
  return takes_part(options, head, row, column, n, m);
}

bool Trace::allowed(int head, int row, int column) const {
  return is_allowed(options, head, row, column, n, m);
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
  seen.hides = mask_acts(trace.options, trace.heads, trace.n, trace.m);
  return seen;
}

}  // namespace qkv
