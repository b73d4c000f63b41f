// [heads]: project, split, attend, concat, W_O, with as many key heads as the knob says.

#include "core/transformer/heads.h"

#include <algorithm>
#include <cmath>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"

namespace qkv {
namespace {

constexpr int kHeads = 4;

/// Keys or values of `groups` heads out of one a query head: the mean over each group (Ainslie et
/// al. 2023, section 2.1). d×(h·dk) → d×(groups·dk)
Tensor pooled(const Tensor& w, int groups) {
  const int dk = w.columns / kHeads, group = kHeads / groups;
  Tensor result = zeros(w.rows, groups * dk);
  for (int r = 0; r < w.rows; ++r)
    for (int g = 0; g < groups; ++g)
      for (int c = 0; c < dk; ++c) {
        double total = 0;
        for (int h = 0; h < group; ++h)
          total += static_cast<double>(cell(w, r, (g * group + h) * dk + c));
        cell(result, r, g * dk + c) = static_cast<float>(total / group);
      }
  return result;
}

/// Columns [from, from + count) of w.
Tensor columns_of(const Tensor& w, int from, int count) {
  Tensor result = zeros(w.rows, count);
  for (int r = 0; r < w.rows; ++r)
    for (int c = 0; c < count; ++c) cell(result, r, c) = cell(w, r, from + c);
  return result;
}

/// Every head in a call of its own, its z put where concat puts it.
Tensor one_by_one(const Tensor& x, const MultiHead& all) {
  const int dk = all.w_q.columns / all.heads, group = all.heads / all.kv_heads;
  Tensor joined = zeros(x.rows, all.w_q.columns);
  for (int h = 0; h < all.heads; ++h) {
    const Tensor q = product(x, columns_of(all.w_q, h * dk, dk));
    const Tensor k = product(x, columns_of(all.w_k, h / group * dk, dk));
    const Tensor v = product(x, columns_of(all.w_v, h / group * dk, dk));
    const Trace t = attend({q.view(), k.view(), v.view(), {}});
    for (int r = 0; r < x.rows; ++r)
      for (int c = 0; c < dk; ++c)
        cell(joined, r, h * dk + c) = t.output_row(0, r)[static_cast<std::size_t>(c)];
  }
  return joined;
}

}  // namespace

void read_heads(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"x", "w_q", "w_k", "w_v", "w_o"}, " in [heads]");
  const Tensor x = give_tensor(in, own, "x", document.n(), 0, document);
  const int d = x.columns;
  if (d % kHeads != 0)
    in.fail(*own.get("x"), "x: " + std::to_string(d) + " numbers a word do not split into 4 heads",
            "give 4, 8, 12 …");
  for (const char* const name : {"w_q", "w_k", "w_v", "w_o"})
    give_tensor(in, own, name, d, d, document);
  need_choices(in, own, document, "keys", {"4", "2", "1"});
}

PieceMap compute_heads(const Document& document, const KnobView& knobs) {
  const auto& given = document.pieces->given;
  MultiHead all;
  all.heads = kHeads;
  all.kv_heads = knobs.is("keys", "4") ? 4 : knobs.is("keys", "2") ? 2 : 1;
  all.w_q = given.at("w_q");
  all.w_k = pooled(given.at("w_k"), all.kv_heads);
  all.w_v = pooled(given.at("w_v"), all.kv_heads);
  all.w_o = given.at("w_o");
  const Tensor& x = given.at("x");
  const MultiHeadTrace t = multi_head(x, all);
  MultiHead own = all;
  own.kv_heads = kHeads;
  own.w_k = given.at("w_k");
  own.w_v = given.at("w_v");

  PieceMap pieces;
  pieces["x"] = x;
  pieces["w_q"] = all.w_q;
  pieces["w_k"] = all.w_k;
  pieces["w_v"] = all.w_v;
  pieces["w_o"] = all.w_o;
  pieces["q"] = concat_heads(t.q);
  pieces["k"] = concat_heads(t.k);
  pieces["v"] = concat_heads(t.v);
  for (int h = 0; h < kHeads; ++h)
    pieces["weights_" + std::to_string(h + 1)] = head_of(t.weights, h);
  pieces["mean"] = mean_of_heads(t.weights);
  pieces["joined"] = t.joined;
  pieces["outcome"] = t.outcome;
  pieces["one_call_differs"] =
      scalar(static_cast<double>(largest_difference(t.joined, one_by_one(x, all))));
  pieces["sharing_differs"] =
      scalar(static_cast<double>(largest_difference(t.outcome, multi_head(x, own).outcome)));
  // What generation keeps of every word: a key and a value a key head.
  pieces["kept"] = scalar(2.0 * all.kv_heads * t.k.columns);
  pieces["kept_by_own"] = scalar(2.0 * kHeads * t.k.columns);
  return pieces;
}

}  // namespace qkv
