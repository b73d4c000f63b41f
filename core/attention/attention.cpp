#include "core/attention/attention.h"

#include <cmath>
#include <string>

#include "core/attention/attend_fast.h"
#include "core/attention/attend_plain.h"
#include "core/attention/check_input.h"
#include "core/attention/kernels/kernels.h"
#include "core/system/memory.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

double gigabytes(double bytes) { return std::ceil(bytes / 1e8) / 10; }

std::string one_decimal(double number) {
  const std::string digits = std::to_string(number);
  return digits.substr(0, digits.find('.') + 2);
}

// Said before it is taken. Small sizes are not worth asking the system.
void check_memory(const AttentionInput& input, const Trace& trace) {
  constexpr double kWorthAsking = 256e6;
  const double rows = static_cast<double>(input.queries.heads) * input.queries.rows;
  const double cells = rows * input.keys.rows;
  const double packed = static_cast<double>(input.keys.heads) * input.keys.rows *
                        (input.keys.columns + input.values.columns);
  const double needed = sizeof(float) * (2 * cells + rows * (input.values.columns + 2) + packed);
  const double held =
      static_cast<double>(sizeof(float) * (trace.scores.capacity() + trace.weights.capacity()));
  if (needed < kWorthAsking || needed <= held) return;
  const double free = static_cast<double>(available_memory()) + held;
  if (needed <= free) return;
  throw InputError("queries [" + std::to_string(input.queries.heads) + ", " +
                   std::to_string(input.queries.rows) + "] and keys [" +
                   std::to_string(input.keys.heads) + ", " + std::to_string(input.keys.rows) +
                   "]: scores and weights need " + one_decimal(gigabytes(needed)) +
                   " GB and this machine has " + one_decimal(gigabytes(free)) +
                   " GB free; take fewer words or fewer heads");
}

void set_sizes(const AttentionInput& input, Trace& trace, Keep keep) {
  trace.heads = input.queries.heads;
  trace.n = input.queries.rows;
  trace.m = input.keys.rows;
  trace.d = input.queries.columns;
  trace.dv = input.values.columns;
  trace.options = input.options;
  trace.scale = input.options.scale.value_or(1.0f / std::sqrt(static_cast<float>(trace.d)));
  trace.kept = keep;
  trace.overview.reset();
  trace.has_scores = trace.has_scaled = trace.has_weights = trace.has_output = true;
  const auto rows = static_cast<std::size_t>(trace.heads) * static_cast<std::size_t>(trace.n);
  size_for_overwrite(trace.scores, rows * static_cast<std::size_t>(trace.m));
  size_for_overwrite(trace.weights, rows * static_cast<std::size_t>(trace.m));
  size_for_overwrite(trace.output, rows * static_cast<std::size_t>(trace.dv));
  size_for_overwrite(trace.row_max, rows);
  size_for_overwrite(trace.row_sum, rows);
  const bool down = input.options.variant.columns;
  const auto columns = static_cast<std::size_t>(trace.heads) * static_cast<std::size_t>(trace.m);
  size_for_overwrite(trace.column_max, down ? columns : 0);
  size_for_overwrite(trace.column_sum, down ? columns : 0);
}

// The words of a lesson: here plain code takes no longer than choosing vector code and turning the
// keys, and its numbers have the same bits on every machine.
bool is_small(const AttentionInput& input) {
  constexpr double kSmall = 1024;
  return static_cast<double>(input.queries.heads) * input.queries.rows * input.keys.rows *
             (input.queries.columns + input.values.columns) <=
         kSmall;
}

}  // namespace

void attend(const AttentionInput& input, Trace& trace, const RunOptions& run) {
  if (input.options.variant.keys_as_values && input.values.data != input.keys.data) {
    AttentionInput mistaken = input;
    mistaken.values = input.keys;
    return attend(mistaken, trace, run);
  }
  check_shapes(input);
  check_memory(input, trace);
  const bool broken = is_broken(input.options.variant);
  set_sizes(input, trace, broken ? Keep::all_scores : run.keep);
  const bool small = is_small(input) && !kernels::is_forced();
  if (broken || small) check_finite(input);
  if (small) {
    attend_plain(input, trace);
  } else if (broken) {
    score_fast(input, trace);
    attend_from_scores(input, trace);
  } else {
    attend_fast(input, trace, run);
  }
}

Trace attend(const AttentionInput& input, const RunOptions& run) {
  Trace trace;
  attend(input, trace, run);
  return trace;
}

void complete_scores(const AttentionInput& input, Trace& trace) {
  if (trace.kept == Keep::all_scores) return;
  trace.kept = Keep::all_scores;
  trace.overview.reset();
  if (is_small(input) && !kernels::is_forced()) return;  // plain code never leaves any out
  score_fast(input, trace);
}

}  // namespace qkv
