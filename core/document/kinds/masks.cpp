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

std::string_view mask_case_of(std::string_view part) {
  for (const std::string_view own : {"window", "padding", "empty"})
    if (part == own) return own;
  return "gpt";
}

PartShows masks_shown(const Document& document, const KnobView& knobs, std::string_view part) {
  PartShows shows;
  const bool two = part == "start" || part == "two";
  for (const MaskCase& one : mask_cases(document))
    if (one.name == mask_case_of(part) || (two && one.name == "bert"))
      shows.masks.push_back(one.rules);
  const auto pieces = pieces_at(document, knobs.places);
  const int rows = document.n();
  if (part == "empty")  // the row with nothing to see
    for (int r = rows - 1; r >= 0; --r)
      if (cell(pieces->at("sees_empty"), r, 0) == 0) shows.row = r;
  if (part != "window") return shows;
  float lost = 0;  // the row that loses most to the window: weight that the causal mask had left
  for (int r = 0; r < rows; ++r) {
    float hidden = 0;
    for (int c = 0; c < document.m(); ++c)
      if (cell(pieces->at("ones_window"), r, c) == 0)
        hidden += cell(pieces->at("weights_gpt"), r, c);
    if (hidden <= lost) continue;
    lost = hidden;
    shows.row = r;
  }
  return shows;
}

}  // namespace qkv
