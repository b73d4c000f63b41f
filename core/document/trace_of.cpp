#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/attention/attention.h"
#include "core/attention/softmax.h"
#include "core/document/document.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

void check_slice(const char* what, int index, int count) {
  if (index >= 0 && index < count) return;
  throw InputError(std::string(what) + " " + std::to_string(index) + " is not there: choose 0 to " +
                   std::to_string(count - 1));
}

// A recording does not say what its mask hid. Zeros are no proof (a weight may underflow), but a
// whole triangle of exact zeros above the diagonal, in every head, with nothing but numbers above 0
// on the diagonal, is a causal mask and nothing else. Other shapes of zeros are left as weights.
bool looks_causal(const Tensor& weights) {
  if (weights.rows != weights.columns || weights.rows < 2) return false;
  for (int head = 0; head < weights.heads; ++head) {
    for (int row = 0; row < weights.rows; ++row) {
      const auto cells = weights.view().row(head, row);
      const auto diagonal = cells.begin() + row;
      if (!(*diagonal > 0.0f)) return false;
      if (!std::all_of(diagonal + 1, cells.end(), [](float w) { return w == 0.0f; })) return false;
    }
  }
  return true;
}

// scaled [heads, n, m] → row max and row sum as attend() would leave them, from the masked scores.
void fill_row_sums(Trace& trace, bool fill_weights) {
  const auto rows = static_cast<std::size_t>(trace.heads) * static_cast<std::size_t>(trace.n);
  trace.row_max.assign(rows, kHidden);
  trace.row_sum.assign(rows, 0.0f);
  std::vector<float> line(static_cast<std::size_t>(trace.m));
  for (std::size_t r = 0; r < rows; ++r) {
    const int head = static_cast<int>(r) / trace.n, row = static_cast<int>(r) % trace.n;
    for (int j = 0; j < trace.m; ++j)
      line[static_cast<std::size_t>(j)] = trace.masked(head, row, j);
    const SoftmaxSums sums =
        softmax(line.data(), line.size(), 1, trace.options.temperature, nullptr);
    trace.row_max[r] = sums.largest;
    trace.row_sum[r] = sums.sum;
    if (fill_weights)
      std::copy(line.begin(), line.end(), trace.weights.data() + trace.at(head, row, 0));
  }
}

// As long as nobody changes the mask, what is shown is what was recorded. Another mask or
// temperature is computed from the recorded scaled scores; a file of weights alone has nothing to
// compute from, keeps its weights, and trace.options tells what they stand for.
void read_recording(const Document& document, const AttentionOptions& options, const Slice& slice,
                    Trace& trace) {
  const Recording& recording = *document.recording;
  const auto index =
      static_cast<std::size_t>(slice.layer) * static_cast<std::size_t>(recording.batches) +
      static_cast<std::size_t>(slice.batch);
  const Tensor& weights = recording.weights[index];
  const Tensor* const scaled = recording.scaled.empty() ? nullptr : &recording.scaled[index];

  trace.heads = weights.heads;
  trace.n = weights.rows;
  trace.m = weights.columns;
  trace.d = trace.dv = 0;
  trace.scale = 1.0f;
  trace.kept = Keep::all_scores;
  trace.overview.reset();
  trace.has_scores = trace.has_output = false;
  trace.has_scaled = scaled != nullptr;
  trace.has_weights = true;
  trace.weights.assign(weights.data.begin(), weights.data.end());
  trace.scores.clear();
  trace.output.clear();
  trace.row_max.clear();
  trace.row_sum.clear();
  trace.column_max.clear();
  trace.column_sum.clear();

  trace.options = document.options;
  if (scaled == nullptr || options.mask == document.options.mask) {
    if (trace.options.mask == Mask{} && looks_causal(weights)) {
      trace.options.mask.rules = {MaskRule{"causal", 0, 0}};
    }
  } else {
    trace.options.mask = options.mask;
  }
  if (scaled == nullptr) return;
  trace.scores.assign(scaled->data.begin(), scaled->data.end());
  trace.options.temperature = options.temperature;
  const bool as_recorded =
      options.mask == document.options.mask && options.temperature == document.options.temperature;
  fill_row_sums(trace, !as_recorded);
}

}  // namespace

void trace_of(const Document& document, const AttentionOptions& options, const Slice& slice,
              Trace& trace) {
  check_slice("layer", slice.layer, document.layers());
  check_slice("batch", slice.batch, document.batches());
  if (document.recording) {
    read_recording(document, options, slice, trace);
  } else if (document.queries.data.empty() && document.pieces) {
    trace = {};  // a lesson of pieces alone: its words, and no stage of attention
    trace.options = options;
    trace.n = document.n();
    trace.m = document.m();
    return;
  } else if (document.queries.data.empty()) {
    throw InputError(document.origin + ": there are no queries, keys and values to compute from");
  } else {
    try {
      attend({document.queries.view(), document.keys.view(), document.values.view(), options},
             trace);
    } catch (const InputError& error) {
      throw InputError(document.origin + ": " + error.what());
    }
  }
  trace.overview = overview_of(trace);
}

}  // namespace qkv
