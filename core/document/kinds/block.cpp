// [block]: residual, LayerNorm and feed-forward around attention, and a stack of such blocks.

#include "core/transformer/block.h"

#include <algorithm>
#include <cmath>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"
#include "core/transformer/random.h"

namespace qkv {
namespace {

constexpr int kDepth = 12;

/// A block of random matrices. What it adds to the stream is small, as in a trained model.
Block random_block(int d, SeededNormal& numbers) {
  const double spread = 1 / std::sqrt(static_cast<double>(d));
  Block block;
  block.attention.heads = block.attention.kv_heads = 2;
  block.attention.w_q = numbers.matrix(d, d, spread);
  block.attention.w_k = numbers.matrix(d, d, spread);
  block.attention.w_v = numbers.matrix(d, d, spread);
  block.attention.w_o = numbers.matrix(d, d, spread / 2);
  block.feed.w1 = numbers.matrix(d, 4 * d, spread);
  block.feed.w2 = numbers.matrix(4 * d, d, spread / 4);
  return block;
}

double size_of(const Tensor& x) {  // root mean square
  double total = 0;
  for (const float value : x.data) total += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(total / static_cast<double>(x.data.size()));
}

/// Mean cosine between different words: 1 when all say the same.
double alike(const Tensor& x) {
  double total = 0;
  int pairs = 0;
  for (int a = 0; a < x.rows; ++a)
    for (int b = 0; b < a; ++b) {
      double dot = 0, aa = 0, bb = 0;
      for (int c = 0; c < x.columns; ++c) {
        const auto u = static_cast<double>(cell(x, a, c)), w = static_cast<double>(cell(x, b, c));
        dot += u * w;
        aa += u * u;
        bb += w * w;
      }
      total += aa > 0 && bb > 0 ? dot / std::sqrt(aa * bb) : 0;
      ++pairs;
    }
  return total / pairs;
}

void add_moments(const std::string& name, const Tensor& x, PieceMap& pieces) {
  std::vector<double> means, spreads;
  for (int r = 0; r < x.rows; ++r) {
    const RowMoments m = moments(x, r);
    means.push_back(static_cast<double>(m.mean));
    spreads.push_back(std::sqrt(static_cast<double>(m.variance)));
  }
  pieces[name + "_mean"] = row_piece(means);
  pieces[name + "_spread"] = row_piece(spreads);
}

void add_stack(const Tensor& x, const std::vector<Block>& blocks, PieceMap& pieces) {
  const auto sizes = [&](NormPlace place) {
    std::vector<Block> placed = blocks;
    for (Block& b : placed) b.place = place;
    std::vector<double> result{size_of(x)};
    for (const BlockTrace& t : run_stack(x, placed)) result.push_back(size_of(t.outcome));
    return result;
  };
  pieces["stream_pre"] = row_piece(sizes(NormPlace::pre));
  pieces["stream_post"] = row_piece(sizes(NormPlace::post));
  // The same blocks with every residual cut: attention, then the network, and nothing else.
  std::vector<double> with{alike(x)}, without{alike(x)};
  Tensor bare = x;
  std::vector<Block> kept = blocks;
  for (Block& b : kept) b.place = NormPlace::pre;
  for (const BlockTrace& t : run_stack(x, kept)) with.push_back(alike(t.outcome));
  for (const Block& b : blocks) {
    bare =
        feed_forward(
            normalised(multi_head(normalised(bare, b.norm1), b.attention).outcome, b.norm2), b.feed)
            .outcome;
    without.push_back(alike(bare));
  }
  pieces["alike_with"] = row_piece(with);
  pieces["alike_without"] = row_piece(without);
}

}  // namespace

void read_block(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"x", "seed"}, " in [block]");
  const Tensor x = give_tensor(in, own, "x", document.n(), 0, document);
  if (x.columns % 2 != 0)
    in.fail(*own.get("x"), "x: an odd width does not split into two heads", "give 4 or 6 …");
  give_whole(in, own, "seed", 0, 1 << 20, document);
  need_choices(in, own, document, "norm", {"pre", "post"});
  need_choices(in, own, document, "bend", {"relu", "gelu", "gelu_tanh"});
}

PieceMap compute_block(const Document& document, const KnobView& knobs) {
  const Tensor& x = document.pieces->given.at("x");
  SeededNormal numbers(static_cast<std::uint64_t>(given_number(document, "seed")));
  std::vector<Block> blocks;
  for (int i = 0; i < kDepth; ++i) {
    blocks.push_back(random_block(x.columns, numbers));
    blocks.back().place = knobs.is("norm", "pre") ? NormPlace::pre : NormPlace::post;
    blocks.back().feed.activation = knobs.is("bend", "relu")   ? Activation::relu
                                    : knobs.is("bend", "gelu") ? Activation::gelu
                                                               : Activation::gelu_tanh;
  }
  const BlockTrace t = run_block(x, blocks.front());
  const bool pre = blocks.front().place == NormPlace::pre;

  PieceMap pieces;
  pieces["x"] = x;
  const Block& first = blocks.front();
  pieces["w_q"] = first.attention.w_q;
  pieces["w_k"] = first.attention.w_k;
  pieces["w_v"] = first.attention.w_v;
  pieces["w_o"] = first.attention.w_o;
  pieces["w_1"] = first.feed.w1;
  pieces["w_2"] = first.feed.w2;
  pieces["attended"] = t.attention.outcome;
  const Tensor summed = sum(x, t.attention.outcome);
  pieces["summed"] = summed;
  // What the first norm gets and gives.
  pieces["norm_in"] = pre ? x : summed;
  pieces["norm_out"] = t.normed1;
  add_moments("norm_in", pieces["norm_in"], pieces);
  add_moments("norm_out", t.normed1, pieces);
  pieces["middle"] = t.after_attention;
  pieces["feed_in"] = pre ? t.normed2 : t.after_attention;
  pieces["inner"] = t.feed.inner;
  pieces["active"] = t.feed.active;
  pieces["fed"] = t.feed.outcome;
  pieces["outcome"] = t.outcome;
  const LayerNorm norm;
  pieces["eps"] = scalar(static_cast<double>(norm.eps));
  int quiet = 0;
  for (const float value : t.feed.inner.data) quiet += value < 0 ? 1 : 0;
  pieces["negative"] = scalar(quiet);
  pieces["inner_count"] = scalar(static_cast<double>(t.feed.inner.data.size()));
  pieces["gelu_at_minus_1"] = scalar(activated(Activation::gelu, -1));
  pieces["gelu_tanh_at_minus_1"] = scalar(activated(Activation::gelu_tanh, -1));
  double apart = 0;
  for (int i = -400; i <= 400; ++i)
    apart = std::max(apart, std::abs(activated(Activation::gelu, i / 100.0) -
                                     activated(Activation::gelu_tanh, i / 100.0)));
  pieces["gelus_differ"] = scalar(apart);
  const auto d = static_cast<double>(x.columns);
  pieces["attention_matrices"] = scalar(4 * d * d);
  pieces["feed_matrices"] = scalar(8 * d * d);
  add_stack(x, blocks, pieces);
  return pieces;
}

}  // namespace qkv
