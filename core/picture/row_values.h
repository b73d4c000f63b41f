#pragma once
// The numbers of one row as they stand at this instant: while a word, the mask or the scale
// changes, they travel from the old row to the new one, and every panel reads the same.

#include <limits>
#include <span>
#include <vector>

#include "core/session/session.h"

namespace qkv {

struct RowValues {
  int row = 0;                                 ///< whose words and labels are shown
  std::vector<float> query;                    ///< d
  std::vector<float> scores, scaled, weights;  ///< m
  std::vector<float> masked;  ///< m, -inf where hidden; on its way there, by the ruler's end
  std::vector<float> bias;    ///< m, what a float mask adds; 0 where hidden
  std::vector<float> hidden;  ///< m, 0 visible .. 1 hidden: a stem travels by the ruler's end
  std::vector<float> exps;    ///< m, e^((masked - max) / temperature), 0 where hidden
  std::vector<float> output;  ///< dv, always weights · V
  float row_max = 0, row_sum = 0, temperature = 1;
  float sink = -std::numeric_limits<float>::infinity();  ///< joins the sum only; -inf: none
  bool fully_masked = false;
  bool moving = false;  ///< a blend is running
};

/// The row of a settled trace. Numbers of absent stages are empty.
RowValues row_values(const Document& document, const Trace& trace, int head, int row);
RowValues row_values(const Session& session, const Trace& trace, int row);
/// With running blends: interpolated (weights still sum to 1, output is still their mix, scores
/// stay on the plane of the interpolated query). For the chosen row this includes its way from the
/// word that was chosen before: what scene, story and bars show.
RowValues blended_row(const Session& session, const Trace& now, const Trace* before, int row);
/// The same without that way: what row `row` of the table shows while mask, scale or head change.
RowValues row_in_place(const Session& session, const Trace& now, const Trace* before, int row);

/// What of z has arrived when share[j] (0..1) of key j's piece w·v has: Σ share · w · v, dv
/// numbers; shares, weights m. Empty where the document has no values.
std::vector<float> mixed_so_far(const Document& document, const AttentionOptions& options, int head,
                                std::span<const float> weights, std::span<const float> shares);

}  // namespace qkv
