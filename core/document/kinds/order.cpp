// [order]: attention does not see the order of words; sinusoids, RoPE and ALiBi tell it.

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"
#include "core/transformer/positions.h"

namespace qkv {
namespace {

constexpr int kPlaces = 32, kWidth = 16;  // of the sinusoids that are shown
constexpr double kRopeBase = 100;         // small, so that the second of two pairs is seen to turn
constexpr int kAlibiHeads = 8;

/// Rows of t in this order.
Tensor in_order(const Tensor& t, const std::vector<float>& order) {
  Tensor result = t;
  for (int r = 0; r < t.rows; ++r)
    for (int c = 0; c < t.columns; ++c)
      cell(result, r, c) = cell(t, static_cast<int>(order[static_cast<std::size_t>(r)]), c);
  return result;
}

Tensor weights_of(const Trace& t) { return {1, t.n, t.m, {t.weights.begin(), t.weights.end()}}; }
Tensor output_of(const Trace& t) { return {1, t.n, t.dv, {t.output.begin(), t.output.end()}}; }

void add_shuffle(const Document& document, const KnobView& knobs, PieceMap& pieces) {
  const auto& given = document.pieces->given;
  const Tensor &q = given.at("queries"), &k = given.at("keys"), &v = given.at("values");
  const Tensor& orders = given.at("shuffle");
  const auto chosen = orders.view().row(0, static_cast<int>(knobs.value("order")) - 1);
  const Tensor order{1, 1, orders.columns, {chosen.begin(), chosen.end()}};
  const Trace written = attend({q.view(), k.view(), v.view(), {}});
  const Tensor sq = in_order(q, order.data), sk = in_order(k, order.data);
  const Tensor sv = in_order(v, order.data);
  const Trace shuffled = attend({sq.view(), sk.view(), sv.view(), {}});
  pieces["weights"] = weights_of(written);
  pieces["z"] = output_of(written);
  pieces["shuffle"] = order;
  pieces["weights_shuffled"] = weights_of(shuffled);
  pieces["z_shuffled"] = output_of(shuffled);
  Tensor back = pieces["z"];
  for (int r = 0; r < back.rows; ++r)
    for (int c = 0; c < back.columns; ++c)
      cell(back, static_cast<int>(order.data[static_cast<std::size_t>(r)]), c) =
          cell(pieces["z_shuffled"], r, c);
  pieces["shuffle_differs"] = scalar(static_cast<double>(largest_difference(back, pieces["z"])));
}

void add_sinusoids(const KnobView& knobs, PieceMap& pieces) {
  const Tensor p = sinusoidal_positions(kPlaces, kWidth);
  const Tensor alike = product(p, transposed(p));
  const int place = static_cast<int>(knobs.value("place"));
  pieces["positions"] = p;
  pieces["alike"] = zeros(1, kPlaces);
  for (int t = 0; t < kPlaces; ++t) cell(pieces["alike"], 0, t) = cell(alike, place, t);
  pieces["alike_self"] = scalar(static_cast<double>(cell(alike, place, place)));
  pieces["alike_next"] = scalar(static_cast<double>(cell(alike, 10, 11)));
  pieces["alike_next_later"] = scalar(static_cast<double>(cell(alike, 20, 21)));
  pieces["alike_far"] = scalar(static_cast<double>(cell(alike, 10, 18)));
}

void add_rope(const Document& document, const KnobView& knobs, PieceMap& pieces) {
  const auto& given = document.pieces->given;
  const Tensor &q = given.at("rope_q"), &k = given.at("rope_k");
  const RopePairs pairs =
      knobs.is("pairs", "neighbours") ? RopePairs::neighbours : RopePairs::halves;
  const int place = static_cast<int>(knobs.value("from"));
  const int apart = static_cast<int>(knobs.value("apart"));
  const auto score = [&](int at_q, int at_k) {
    return static_cast<double>(cell(product(with_rope(q, pairs, kRopeBase, at_q),
                                            transposed(with_rope(k, pairs, kRopeBase, at_k))),
                                    0, 0));
  };
  pieces["rope_q"] = q;
  pieces["rope_k"] = k;
  pieces["rope_q_turned"] = with_rope(q, pairs, kRopeBase, place);
  pieces["rope_k_turned"] = with_rope(k, pairs, kRopeBase, place - apart);
  pieces["rope_score"] = scalar(score(place, place - apart));
  pieces["rope_elsewhere"] = scalar(score(place + 100, place + 100 - apart));
  pieces["rope_plain"] = scalar(static_cast<double>(cell(product(q, transposed(k)), 0, 0)));
  std::vector<double> curve;
  for (int distance = 0; distance <= 24; ++distance) curve.push_back(score(24, 24 - distance));
  pieces["rope_curve"] = row_piece(curve);
  pieces["rope_place"] = scalar(place);
  pieces["rope_key_place"] = scalar(place - apart);
  pieces["rope_speeds"] =
      row_piece(std::array{rope_angle(1, 0, 4, kRopeBase), rope_angle(1, 1, 4, kRopeBase)});
}

void add_alibi(const Document& document, const KnobView& knobs, PieceMap& pieces) {
  const auto& given = document.pieces->given;
  const int head = static_cast<int>(knobs.value("head"));
  const float slope = alibi_slopes(kAlibiHeads)[static_cast<std::size_t>(head - 1)];
  const int n = document.n();
  AttentionOptions options;
  options.mask.rules = parse_mask_rules("causal");
  const AttentionInput plain{given.at("queries").view(), given.at("keys").view(),
                             given.at("values").view(), options};
  AttentionInput sloped = plain;
  auto cells = std::make_shared<FloatCells>();
  const Tensor bias = alibi_bias(slope, n, n);
  cells->heads = 1;
  cells->rows = cells->columns = n;
  cells->added = bias.data;
  sloped.options.mask.bias = std::move(cells);
  const std::vector<float> all = alibi_slopes(kAlibiHeads);
  pieces["alibi_slopes"] = {1, 1, kAlibiHeads, all};
  pieces["alibi_slope"] = scalar(static_cast<double>(slope));
  pieces["alibi_bias"] = bias;
  pieces["alibi_before"] = weights_of(attend(plain));
  pieces["alibi_after"] = weights_of(attend(sloped));
}

}  // namespace

void read_order(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"queries", "keys", "values", "shuffle", "rope_q", "rope_k"}, " in [order]");
  const int n = document.n();
  const int d = give_tensor(in, own, "queries", n, 0, document).columns;
  give_tensor(in, own, "keys", n, d, document);
  give_tensor(in, own, "values", n, 0, document);
  give_tensor(in, own, "rope_q", 1, 4, document);
  give_tensor(in, own, "rope_k", 1, 4, document);
  const Tensor orders = give_tensor(in, own, "shuffle", 0, n, document);
  for (int r = 0; r < orders.rows; ++r) {
    std::vector<bool> seen(static_cast<std::size_t>(n));
    for (const float place : orders.view().row(0, r)) {
      const bool is_row = place >= 0 && place < static_cast<float>(n) && place == std::floor(place);
      if (!is_row || seen[static_cast<std::size_t>(place)])
        in.fail(*own.get("shuffle"), "shuffle: is no order of the words",
                "name each place from 0 to " + std::to_string(n - 1) + " once");
      seen[static_cast<std::size_t>(place)] = true;
    }
  }
  need_choices(in, own, document, "pairs", {"neighbours", "halves"});
  struct Range {
    const char* name;
    float low, high;
  };
  for (const Range& range :
       {Range{"place", 0, kPlaces - 1}, Range{"from", 0, 1000}, Range{"apart", 0, 24},
        Range{"head", 1, kAlibiHeads}, Range{"order", 1, static_cast<float>(orders.rows)}}) {
    need_knobs(in, own, document, {range.name});
    for (const Knob& knob : document.knobs)
      if (knob.name == range.name && (knob.values.empty() || knob.values.front() < range.low ||
                                      knob.values.back() > range.high))
        in.fail(own, "the knob " + knob.name + " leaves its range",
                "give whole numbers from " + std::to_string(static_cast<int>(range.low)) + " to " +
                    std::to_string(static_cast<int>(range.high)));
  }
}

PieceMap compute_order(const Document& document, const KnobView& knobs) {
  PieceMap pieces;
  add_shuffle(document, knobs, pieces);
  add_sinusoids(knobs, pieces);
  add_rope(document, knobs, pieces);
  add_alibi(document, knobs, pieces);
  return pieces;
}

}  // namespace qkv
