#include "core/attention/attention.h"

#include <cmath>

#include "core/attention/attend_plain.h"
#include "core/attention/check_input.h"

namespace qkv {
namespace {

void set_sizes(const AttentionInput& input, Trace& trace) {
  trace.heads = input.queries.heads;
  trace.n = input.queries.rows;
  trace.m = input.keys.rows;
  trace.d = input.queries.columns;
  trace.dv = input.values.columns;
  trace.options = input.options;
  trace.scale = input.options.scale.value_or(1.0f / std::sqrt(static_cast<float>(trace.d)));
  trace.has_scores = trace.has_scaled = trace.has_weights = trace.has_output = true;
  const auto rows = static_cast<std::size_t>(trace.heads) * static_cast<std::size_t>(trace.n);
  trace.scores.resize(rows * static_cast<std::size_t>(trace.m));
  trace.weights.resize(rows * static_cast<std::size_t>(trace.m));
  trace.output.resize(rows * static_cast<std::size_t>(trace.dv));
  trace.row_max.resize(rows);
  trace.row_sum.resize(rows);
}

}  // namespace

void attend(const AttentionInput& input, Trace& trace) {
  check_shapes(input);
  check_finite(input);
  set_sizes(input, trace);
  attend_plain(input, trace);
}

Trace attend(const AttentionInput& input) {
  Trace trace;
  attend(input, trace);
  return trace;
}

}  // namespace qkv
