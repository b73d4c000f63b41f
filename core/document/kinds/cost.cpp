// [cost]: what n×n costs, and what cheaper ways of looking save and lose on one sentence.

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"
#include "core/transformer/cheaper.h"
#include "core/transformer/random.h"

namespace qkv {
namespace {

constexpr int kWidth = 4;        // of the sentence's vectors
constexpr int kHeadWidth = 64;   // of a head in the curves, and of the RNN's memory
constexpr double kWindow = 256;  // in the curves

struct Looked {
  Tensor weights, output;  // n×n, n×dv
};

Looked looked(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options) {
  const Trace t = attend({q.view(), k.view(), v.view(), options});
  return {{1, t.n, t.m, {t.weights.begin(), t.weights.end()}},
          {1, t.n, t.dv, {t.output.begin(), t.output.end()}}};
}

Looked looked_linear(const Tensor& q, const Tensor& k, const Tensor& v) {
  return {linear_attention_weights(q, k, true), linear_attention(q, k, v, true)};
}

/// Multiply-adds of one head: q·k and the mix, 2d a cell.
double cell_work(double cells) { return 2 * kHeadWidth * cells; }
/// Linear attention adds φ(k)vᵀ and reads φ(q)ᵀS: 2d² a word. An RNN multiplies its memory and its
/// word by a d×d matrix each: 2d² too.
double word_work(double n) { return 2.0 * kHeadWidth * kHeadWidth * n; }

void add_curves(const Document& document, PieceMap& pieces) {
  std::vector<double> ns, full, window, sparse, linear, memory;
  for (int power = 4; power <= 20; ++power) {
    const double n = std::exp2(power);
    ns.push_back(n);
    full.push_back(cell_work(causal_cells(n)));
    window.push_back(cell_work(window_cells(n, kWindow)));
    sparse.push_back(cell_work(block_sparse_cells(n, std::round(std::sqrt(n)))));
    linear.push_back(word_work(n));
    memory.push_back(4 * n * n);  // bytes of one n×n table of float32
  }
  pieces["n"] = row_piece(ns);
  pieces["work_full"] = row_piece(full);
  pieces["work_window"] = row_piece(window);
  pieces["work_sparse"] = row_piece(sparse);
  pieces["work_linear"] = row_piece(linear);
  pieces["bytes"] = row_piece(memory);
  pieces["measured_n"] = document.pieces->given.at("measured_n");
  pieces["measured_seconds"] = document.pieces->given.at("measured_seconds");
  pieces["head_width"] = scalar(kHeadWidth);
}

void add_chosen(const KnobView& knobs, PieceMap& pieces) {
  const double n = knobs.value("n");
  pieces["chosen_n"] = scalar(n);
  pieces["chosen_cells"] = scalar(n * n);
  pieces["chosen_bytes"] = scalar(4 * n * n);
}

}  // namespace

void read_cost(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"seed", "window", "block", "measured_n", "measured_seconds"}, " in [cost]");
  give_whole(in, own, "seed", 0, 1 << 20, document);
  give_whole(in, own, "window", 1, document.n(), document);
  give_whole(in, own, "block", 1, document.n(), document);
  const Tensor n = give_tensor(in, own, "measured_n", 1, 0, document);
  const Tensor seconds = give_tensor(in, own, "measured_seconds", 1, n.columns, document);
  for (const float value : seconds.data)
    if (!(value > 0))
      in.fail(*own.get("measured_seconds"), "measured_seconds: a time is not above 0",
              "give seconds");
  need_choices(in, own, document, "way", {"window", "sparse", "linear"});
  need_knobs(in, own, document, {"n"});
}

PieceMap compute_cost(const Document& document, const KnobView& knobs) {
  const int n = document.n();
  SeededNormal numbers(static_cast<std::uint64_t>(given_number(document, "seed")));
  const Tensor q = numbers.matrix(n, kWidth, 1.4), k = numbers.matrix(n, kWidth, 1.4);
  const Tensor v = numbers.matrix(n, kWidth);
  AttentionOptions causal;
  causal.mask.rules = parse_mask_rules("causal");
  const Looked full = looked(q, k, v, causal);
  const int reach = static_cast<int>(given_number(document, "window"));
  const int size = static_cast<int>(given_number(document, "block"));

  PieceMap pieces;
  const auto add = [&](const std::string& name, const Looked& way, double cells) {
    pieces["weights_" + name] = way.weights;
    pieces["differs_" + name] =
        scalar(static_cast<double>(largest_difference(way.output, full.output)));
    pieces["cells_" + name] = scalar(cells);
    double unseen = 0;  // share of full attention that goes where this way does not look
    for (std::size_t i = 0; i < full.weights.data.size(); ++i)
      if (way.weights.data[i] == 0) unseen += static_cast<double>(full.weights.data[i]);
    pieces["unseen_" + name] = scalar(unseen / n);
  };
  add("full", full, causal_cells(n));
  double z_reach = 0;  // the largest number of z, to compare differences with
  for (const float value : full.output.data)
    z_reach = std::max(z_reach, std::abs(static_cast<double>(value)));
  pieces["z_reach"] = scalar(z_reach);
  pieces["reach"] = scalar(reach);
  pieces["block_size"] = scalar(size);
  AttentionOptions window = causal;
  window.mask.rules = parse_mask_rules("causal+window:" + std::to_string(reach));
  add("window", looked(q, k, v, window), window_cells(n, reach));
  AttentionOptions sparse;
  sparse.mask.cells = std::make_shared<const BoolCells>(block_sparse(n, size));
  add("sparse", looked(q, k, v, sparse), block_sparse_cells(n, size));
  add("linear", looked_linear(q, k, v), 0);
  const std::string way = knobs.is("way", "window")   ? "window"
                          : knobs.is("way", "sparse") ? "sparse"
                                                      : "linear";
  for (const char* const piece : {"weights_", "differs_", "cells_", "unseen_"})
    pieces[std::string(piece) + "way"] = pieces[piece + way];
  add_curves(document, pieces);
  add_chosen(knobs, pieces);
  return pieces;
}

}  // namespace qkv
