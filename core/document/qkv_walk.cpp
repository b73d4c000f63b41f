// What a lesson brings beside its vectors: stops, heads with names, weights alone, pieces.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/document/lesson_kind.h"
#include "core/document/qkv_parts.h"

namespace qkv {

void read_walk(const QkvReader& in, const toml::table& root, Document& result) {
  if (const toml::node* const node = root.get("parts")) {
    result.parts = in.strings(*node, "parts");
    for (std::size_t i = 0; i < result.parts.size(); ++i)
      if (std::count(result.parts.begin(), result.parts.end(), result.parts[i]) > 1)
        in.fail(*node, "parts: \"" + result.parts[i] + "\" is there twice", "name each part once");
  }
  if (const toml::node* const node = root.get("parts_after")) {
    const std::vector<std::string> after = in.strings(*node, "parts_after");
    for (const std::string& part : after) {
      if (std::count(result.parts.begin(), result.parts.end(), part) > 0)
        in.fail(*node, "parts_after: \"" + part + "\" is there twice", "name each part once");
      result.parts.push_back(part);
    }
    result.parts_after = static_cast<int>(after.size());
  }
  if (const toml::node* const node = root.get("takes_beside"))
    result.takes_beside = in.flag(*node, "takes_beside");
  if (const toml::node* const node = root.get("walk")) {
    in.choice(*node, "walk", {"parts"});
    if (result.parts.empty())
      in.fail(*node, "walk: this lesson has no parts", "name them, parts = [\"chain\"]");
    if (result.parts_after > 0)
      in.fail(*node, "walk: there is no attention that parts_after could follow",
              "put them into parts");
    result.only_parts = true;
  }
  if (const toml::node* const node = root.get("head_names")) {
    result.head_names = in.strings(*node, "head_names");
    if (static_cast<int>(result.head_names.size()) != result.heads())
      in.fail(*node,
              "head_names: has " + std::to_string(result.head_names.size()) + " names, there are " +
                  std::to_string(result.heads()) + " heads",
              "give one name a head");
  }
}

void read_pieces(const QkvReader& in, const toml::table& root, Document& result) {
  for (const LessonKind& kind : lesson_kinds()) {
    const toml::node* const node = root.get(kind.name);
    if (node == nullptr) continue;
    if (result.pieces)
      in.fail(*node, std::string(kind.name) + ": a lesson has one kind of pieces", "remove one");
    result.pieces = Pieces{std::string(kind.name), {}, {}, {}};
    kind.read(in, in.table(*node, kind.name), result);
    if (kind.compute != nullptr)
      result.pieces->computed = kind.compute(result, {result.knobs, start_places(result.knobs)});
  }
}

void read_weights(const QkvReader& in, const toml::table& root, Document& result) {
  const toml::node& node = *root.get("weights");
  Tensor weights = in.tensor(node, "weights");
  if (weights.rows != result.n() || weights.columns != result.m())
    in.fail(node,
            "weights: are " + std::to_string(weights.rows) + " rows of " +
                std::to_string(weights.columns) + ", the words need " + std::to_string(result.n()) +
                " rows of " + std::to_string(result.m()),
            "give one row a word, one number a key");
  for (std::size_t row = 0; row * static_cast<std::size_t>(weights.columns) < weights.data.size();
       ++row) {
    const auto begin = weights.data.begin() + static_cast<std::ptrdiff_t>(row) * weights.columns;
    const float sum = std::accumulate(begin, begin + weights.columns, 0.0f);
    if (std::any_of(begin, begin + weights.columns, [](float w) { return w < 0; }) ||
        std::abs(sum - 1) > 1e-3f)
      in.fail(node, "weights: row " + std::to_string(row + 1) + " does not share out one whole",
              "give numbers from 0 that add up to 1");
  }
  Recording recording;
  recording.layers = 1;
  recording.weights.push_back(std::move(weights));
  result.recording = std::move(recording);
}

bool has_pieces(const toml::table& root) {
  return std::any_of(lesson_kinds().begin(), lesson_kinds().end(),
                     [&](const LessonKind& kind) { return root.contains(kind.name); });
}

}  // namespace qkv
