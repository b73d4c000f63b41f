#pragma once
// Scaled dot-product attention (Vaswani et al. 2017, eq. 1), every stage kept:
//   scores = Q Kᵀ,  scaled = scores * scale,  masked = hidden ? -inf : scaled + bias,
//   weights = softmax(masked) by row,  output = weights V.
// A Variant breaks one of these on purpose; scores and scaled never change.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/attention/buffer.h"
#include "core/attention/mask.h"
#include "core/attention/scratch.h"
#include "core/attention/variant.h"

namespace qkv {

/// A dense row-major array [heads, rows, columns] that somebody else owns.
struct TensorView {
  const float* data = nullptr;
  int heads = 0, rows = 0, columns = 0;

  std::span<const float> row(int head, int r) const {
    const auto width = static_cast<std::size_t>(columns);
    return {data + (static_cast<std::size_t>(head) * static_cast<std::size_t>(rows) +
                    static_cast<std::size_t>(r)) *
                       width,
            width};
  }
};

/// The same, owned.
struct Tensor {
  int heads = 0, rows = 0, columns = 0;
  std::vector<float> data;

  TensorView view() const { return {data.data(), heads, rows, columns}; }
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

struct AttentionOptions {
  Mask mask;
  std::optional<float> scale;  ///< empty: 1/sqrt(d); 1 switches the scale off
  float softcap = 0.0f;        ///< c > 0: scaled becomes c·tanh(scaled / c), before the mask
  float temperature = 1.0f;    ///< softmax(masked / temperature)
  std::vector<float> sink;  ///< a score per head that joins the softmax and is dropped; empty: none
  Variant variant;          ///< what is broken on purpose
  friend bool operator==(const AttentionOptions&, const AttentionOptions&) = default;
};

/// Does the mask let query `row` look at key `column`, the way that the variant reads it?
bool is_allowed(const AttentionOptions& options, int head, int row, int column, int n, int m);
/// Does the key's score reach the softmax? The same, but for a mask that comes too late or fills
/// with 0.
bool takes_part(const AttentionOptions& options, int head, int row, int column, int n, int m);
/// Does the mask change any score before softmax?
bool mask_acts(const AttentionOptions& options, int heads, int n, int m);

struct AttentionInput {
  TensorView queries;  ///< [heads, n, d]
  TensorView keys;     ///< [kv_heads, m, d], kv_heads divides heads
  TensorView values;   ///< [kv_heads, m, dv]
  AttentionOptions options;
};

/// Which scores a trace keeps. `visible_scores` leaves blocks out in which the mask hides every
/// key: score() reads NaN for a hidden cell until complete_scores() computed it.
enum class Keep { all_scores, visible_scores };

/// How attend() runs; the numbers are the same bits whatever `threads` says.
struct RunOptions {
  Keep keep = Keep::all_scores;
  int threads = 0;  ///< at most so many; 0: as many as the machine has. Small problems take one.
};

/// What is asked of all cells at once. Looking takes a pass over them, so it is done when the
/// numbers are made, not when they are shown.
struct Overview {
  float largest_score = 0;  ///< largest finite magnitude of `scores`, all heads
  bool any_negative = false, any_positive = false;  ///< among the finite scores
  bool hides = false;                               ///< does the mask hide anything anywhere
  friend bool operator==(const Overview&, const Overview&) = default;
};

/// Every number of one attention call. Stored are scores, weights, output, row max and row sum;
/// scaled and masked are derived on reading, so that they can never disagree with the scores.
/// A stage that its source had no data for is absent (has_… false): a recording keeps weights only,
/// or scaled scores and weights.
struct Trace {
  int heads = 0, n = 0, m = 0, d = 0, dv = 0;
  AttentionOptions options;  ///< what it was computed with
  float scale = 1.0f;        ///< the factor that was used

  Keep kept = Keep::all_scores;
  bool has_scores = false, has_scaled = false, has_weights = false, has_output = false;

  Floats scores;   ///< [heads, n, m]; holds scaled scores when has_scaled && !has_scores
  Floats weights;  ///< [heads, n, m], a fully masked row is all 0
  Floats output;   ///< [heads, n, dv]
  Floats row_max;  ///< [heads, n], what softmax subtracts: the largest masked score
                   ///< (or the sink, if larger); -inf for a fully masked row
  Floats row_sum;  ///< [heads, n], of exp((masked - max) / temperature), the sink
                   ///< included; 0 for a fully masked row
  Floats column_max, column_sum;  ///< [heads, m], the same down the columns; empty unless the
                                  ///< variant takes softmax there

  std::optional<Overview> overview;  ///< of these numbers, where somebody has looked (trace_of)
  Scratch scratch;  ///< working memory of attend(), kept for the next call; not part of the value

  float score(int head, int row, int column) const;
  float scaled(int head, int row, int column) const;  ///< × scale, then softcap
  float masked(int head, int row, int column) const;  ///< -inf where hidden; what softmax reads
  float weight(int head, int row, int column) const;
  float weight_once(int head, int row, int column) const;  ///< after the first softmax of `twice`
  float row_total(int head, int row) const;                ///< Σ weights of a query
  float column_total(int head, int column) const;          ///< Σ weights of a key
  std::span<const float> output_row(int head, int row) const;
  bool visible(int head, int row, int column) const;  ///< takes_part()
  bool allowed(int head, int row, int column) const;  ///< is_allowed()
  bool fully_masked(int head, int row) const;
  std::size_t at(int head, int row, int column) const {
    return (static_cast<std::size_t>(head) * static_cast<std::size_t>(n) +
            static_cast<std::size_t>(row)) *
               static_cast<std::size_t>(m) +
           static_cast<std::size_t>(column);
  }
};

/// Throws InputError when shapes do not fit (both named), n, m or d is 0, heads do not divide, the
/// machine has not the memory (said before it is taken), or a number that no mask hides is NaN,
/// infinite or too large for the arithmetic (head, row, column named).
Trace attend(const AttentionInput& input, const RunOptions& run = {});
/// The same into a trace whose buffers are reused: a warm call allocates nothing. After a throw the
/// trace holds nothing of use.
void attend(const AttentionInput& input, Trace& trace, const RunOptions& run = {});

/// trace.overview, or a look at every cell where there is none.
Overview overview_of(const Trace& trace);

/// Fills in the hidden scores that Keep::visible_scores left out. `input` as it was for attend().
void complete_scores(const AttentionInput& input, Trace& trace);

/// The sets of vector instructions that this machine can run attend() with, best first.
std::vector<std::string> instruction_sets();
/// For tests and benchmarks: all later calls use this one of instruction_sets(); empty: the best,
/// and plain code for small problems. Not to be called while attend() runs.
void force_instruction_set(const std::string& name);

}  // namespace qkv
