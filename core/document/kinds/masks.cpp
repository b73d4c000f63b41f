// [masks]: one sentence under five masks, each as ones and zeros, as weights and as new vectors.

#include "core/document/kinds/masks.h"

#include <algorithm>
#include <cmath>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"
#include "core/text/input_error.h"

namespace qkv {

void read_masks(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"window", "padding"}, " in [masks]");
  constexpr int kMost = 10000;  // more than there are words hides nothing, or all
  give_whole(in, own, "window", 1, kMost, document);
  give_whole(in, own, "padding", 1, kMost, document);
  if (document.queries.data.empty() || document.heads() != 1)
    throw InputError(in.origin + ": [masks] needs queries, keys and values of one head");
}

std::vector<MaskCase> mask_cases(const Document& document) {
  const auto rule = [&](const char* name) {
    return std::string(name) + ":" + std::to_string(std::lround(given_number(document, name)));
  };
  const std::string window = rule("window"), padding = rule("padding");
  return {{"bert", "full"},
          {"gpt", "causal"},
          {"window", "causal+" + window},
          {"padding", padding},
          {"empty", "causal+" + window + "+" + padding}};
}

PieceMap compute_masks(const Document& document, const KnobView&) {
  PieceMap pieces;
  for (const MaskCase& one : mask_cases(document)) {
    AttentionOptions options;  // what was switched above belongs to the walk, not to these tables
    options.mask.rules = parse_mask_rules(one.rules);
    Trace trace;
    trace_of(document, options, {}, trace);
    Tensor ones = zeros(trace.n, trace.m), weights = ones, sees = zeros(trace.n, 1);
    Tensor z = zeros(trace.n, std::max(1, trace.dv));
    for (int r = 0; r < trace.n; ++r) {
      for (int c = 0; c < trace.m; ++c) {
        cell(ones, r, c) = trace.visible(0, r, c) ? 1.0f : 0.0f;
        cell(weights, r, c) = trace.weight(0, r, c);
        cell(sees, r, 0) += cell(ones, r, c);
      }
      for (int c = 0; c < trace.dv; ++c)
        cell(z, r, c) = trace.output_row(0, r)[static_cast<std::size_t>(c)];
    }
    const std::string name(one.name);
    pieces["ones_" + name] = std::move(ones);
    pieces["weights_" + name] = std::move(weights);
    pieces["sees_" + name] = std::move(sees);
    pieces["z_" + name] = std::move(z);
  }
  for (const char* const name : {"window", "padding"})
    pieces[name] = scalar(given_number(document, name));
  return pieces;
}

}  // namespace qkv
