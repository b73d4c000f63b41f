#include "core/attention/attend_plain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention/check_input.h"
#include "core/attention/softmax.h"

namespace qkv {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

// Line `line` of a head in an array [heads, lines].
std::size_t index(int head, int lines, int line) {
  return static_cast<std::size_t>(head) * static_cast<std::size_t>(lines) +
         static_cast<std::size_t>(line);
}

// query d, keys m×d → scores m
void score_row(std::span<const float> query, const TensorView& keys, int kv_head, float* scores) {
  for (int j = 0; j < keys.rows; ++j) {
    const auto key = keys.row(kv_head, j);
    float sum = 0.0f;
    for (std::size_t c = 0; c < query.size(); ++c) sum += query[c] * key[c];
    scores[j] = sum;
  }
}

// scores m → masked m (-inf where hidden); returns the largest.
float mask_row(const Trace& trace, int head, int row, const float* scores, float* masked) {
  const Mask& mask = trace.options.mask;
  const float cap = trace.options.softcap;
  const KeyRange keys = visible_keys(mask, row, trace.n, trace.m);
  std::fill(masked, masked + trace.m, kHidden);
  float largest = kHidden;
  for (int j = keys.begin; j < keys.end; ++j) {
    if (mask.cells && mask.cells->visible[cell_index(*mask.cells, head, row, j)] == 0) continue;
    float value = scores[j] * trace.scale;
    if (cap > 0.0f) value = cap * std::tanh(value / cap);
    if (mask.bias) {
      const float added = mask.bias->added[cell_index(*mask.bias, head, row, j)];
      if (added <= kHiddenBias) continue;
      value += added;
    }
    if (!std::isfinite(value)) refuse_overflow("score", value, head, row, j);
    masked[j] = value;
    largest = std::max(largest, value);
  }
  return largest;
}

// The same when a rule is broken; what is read later is what is computed here.
float mask_row_broken(const Trace& trace, int head, int row, float* masked) {
  float largest = kHidden;
  for (int j = 0; j < trace.m; ++j) {
    masked[j] = trace.masked(head, row, j);
    if (!std::isfinite(masked[j]) && trace.visible(head, row, j))
      refuse_overflow("score", masked[j], head, row, j);
    largest = std::max(largest, masked[j]);
  }
  return largest;
}

// What the softmax of each row would have summed up; the columns' own is done on their way.
void sum_rows(Trace& trace, int head, const float* sink) {
  const float sharpness = 1.0f / trace.options.temperature;
  for (int row = 0; row < trace.n; ++row) {
    const std::size_t r = index(head, trace.n, row);
    const float* const masked = trace.weights.data() + trace.at(head, row, 0);
    float& largest = trace.row_max[r];
    trace.row_sum[r] = 0.0f;
    if (largest == kHidden) continue;
    if (sink != nullptr) largest = std::max(largest, *sink);
    double sum = sink != nullptr ? std::exp((*sink - largest) * sharpness) : 0.0f;
    for (int j = 0; j < trace.m; ++j) sum += std::exp((masked[j] - largest) * sharpness);
    trace.row_sum[r] = static_cast<float>(sum);
  }
}

// masked [n, m] of one head → weights, in place.
void softmax_head(Trace& trace, int head, const float* sink) {
  const Variant& variant = trace.options.variant;
  const bool down = variant.columns;
  if (down) sum_rows(trace, head, sink);
  const int lines = down ? trace.m : trace.n;
  const auto count = static_cast<std::size_t>(down ? trace.n : trace.m);
  const std::size_t stride = down ? static_cast<std::size_t>(trace.m) : 1;
  for (int line = 0; line < lines; ++line) {
    float* const first = trace.weights.data() + trace.at(head, down ? 0 : line, down ? line : 0);
    const std::size_t at = index(head, lines, line);
    const SoftmaxSums sums = softmax(first, count, stride, trace.options.temperature, sink);
    (down ? trace.column_max : trace.row_max)[at] = sums.largest;
    (down ? trace.column_sum : trace.row_sum)[at] = sums.sum;
    if (variant.twice && sums.largest != kHidden) softmax(first, count, stride, 1.0f, nullptr);
  }
}

void strike_out(Trace& trace, int head) {
  for (int row = 0; row < trace.n; ++row)
    for (int j = 0; j < trace.m; ++j)
      if (!trace.allowed(head, row, j)) trace.weights[trace.at(head, row, j)] = 0.0f;
}

// weights m, values m×dv → output dv. A weight of 0 leaves its value out: it may hold a NaN.
void mix_row(const float* weights, const TensorView& values, int kv_head, float* output) {
  std::fill(output, output + values.columns, 0.0f);
  for (int j = 0; j < values.rows; ++j) {
    if (weights[j] == 0.0f) continue;
    const auto value = values.row(kv_head, j);
    for (std::size_t c = 0; c < value.size(); ++c) output[c] += weights[j] * value[c];
  }
}

}  // namespace

void attend_plain(const AttentionInput& input, Trace& trace) {
  const int group = trace.heads / input.keys.heads;
  for (int head = 0; head < trace.heads; ++head)
    for (int row = 0; row < trace.n; ++row)
      score_row(input.queries.row(head, row), input.keys, head / group,
                trace.scores.data() + trace.at(head, row, 0));
  attend_from_scores(input, trace);
}

void attend_from_scores(const AttentionInput& input, Trace& trace) {
  const int group = trace.heads / input.keys.heads;
  const bool broken = is_broken(trace.options.variant);
  for (int head = 0; head < trace.heads; ++head) {
    for (int row = 0; row < trace.n; ++row) {
      const std::size_t first = trace.at(head, row, 0);
      float* const masked = trace.weights.data() + first;
      trace.row_max[index(head, trace.n, row)] =
          broken ? mask_row_broken(trace, head, row, masked)
                 : mask_row(trace, head, row, trace.scores.data() + first, masked);
    }
    const std::vector<float>& sinks = trace.options.sink;
    softmax_head(trace, head, sinks.empty() ? nullptr : &sinks[static_cast<std::size_t>(head)]);
    if (trace.options.variant.mask_after) strike_out(trace, head);
    for (int row = 0; row < trace.n; ++row)
      mix_row(trace.weights.data() + trace.at(head, row, 0), input.values, head / group,
              trace.output.data() + index(head, trace.n, row) * static_cast<std::size_t>(trace.dv));
  }
}

}  // namespace qkv
