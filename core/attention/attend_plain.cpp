#include "core/attention/attend_plain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/attention/check_input.h"

namespace qkv {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

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

// masked m → weights m, in place. The sink joins the sum and the maximum, then is dropped.
void softmax_row(Trace& trace, int head, std::size_t row_at, float* row) {
  float largest = trace.row_max[row_at];
  if (largest == kHidden) {
    std::fill(row, row + trace.m, 0.0f);
    trace.row_sum[row_at] = 0.0f;
    return;
  }
  const float sharpness = 1.0f / trace.options.temperature;
  double sum = 0.0;
  if (!trace.options.sink.empty()) {
    const float sink = trace.options.sink[static_cast<std::size_t>(head)];
    largest = std::max(largest, sink);
    sum = std::exp((sink - largest) * sharpness);
    trace.row_max[row_at] = largest;
  }
  for (int j = 0; j < trace.m; ++j) {
    row[j] = row[j] == kHidden ? 0.0f : std::exp((row[j] - largest) * sharpness);
    sum += row[j];
  }
  for (int j = 0; j < trace.m; ++j) row[j] = static_cast<float>(row[j] / sum);
  trace.row_sum[row_at] = static_cast<float>(sum);
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
  for (int head = 0; head < trace.heads; ++head) {
    for (int row = 0; row < trace.n; ++row) {
      const std::size_t row_at =
          static_cast<std::size_t>(head) * static_cast<std::size_t>(trace.n) +
          static_cast<std::size_t>(row);
      float* const scores = trace.scores.data() + trace.at(head, row, 0);
      float* const weights = trace.weights.data() + trace.at(head, row, 0);
      score_row(input.queries.row(head, row), input.keys, head / group, scores);
      trace.row_max[row_at] = mask_row(trace, head, row, scores, weights);
      softmax_row(trace, head, row_at, weights);
      mix_row(weights, input.values, head / group,
              trace.output.data() + row_at * static_cast<std::size_t>(trace.dv));
    }
  }
}

}  // namespace qkv
