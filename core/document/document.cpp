#include "core/document/document.h"

#include <algorithm>

namespace qkv {
namespace {

std::span<const float> row_of(const Tensor& tensor, int head, int heads, int row) {
  if (tensor.data.empty() || head < 0 || row < 0 || row >= tensor.rows) return {};
  const int group = std::max(1, heads / tensor.heads);
  return tensor.view().row(std::min(head / group, tensor.heads - 1), row);
}

}  // namespace

std::string_view provenance_text(Provenance p) {
  switch (p) {
    case Provenance::hand_made:
      return "hand-made";
    case Provenance::computed:
      return "computed";
    case Provenance::trained:
      return "trained";
    case Provenance::recorded:
      return "recorded";
  }
  return "";
}

int Document::heads() const {
  if (recording && !recording->weights.empty()) return recording->weights.front().heads;
  if (recording && !recording->scaled.empty()) return recording->scaled.front().heads;
  return queries.heads;
}

std::vector<float> Document::part_seconds() const {
  std::vector<float> seconds(parts.size(), 0.0f);
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const StepText& step : steps)
      if (step.at == "part:" + parts[i]) seconds[i] = step.seconds;
  return seconds;
}

std::span<const float> query_row(const Document& document, int head, int row) {
  return row_of(document.queries, head, document.queries.heads, row);
}
std::span<const float> key_row(const Document& document, int head, int row) {
  return row_of(document.keys, head, document.queries.heads, row);
}
std::span<const float> value_row(const Document& document, int head, int row) {
  return row_of(document.values, head, document.queries.heads, row);
}

std::span<const float> mixed_row(const Document& document, const AttentionOptions& options,
                                 int head, int row) {
  return options.variant.keys_as_values ? key_row(document, head, row)
                                        : value_row(document, head, row);
}

}  // namespace qkv
