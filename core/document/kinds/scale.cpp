// [scale]: random queries and keys of d numbers, with and without ÷√d.

#include <algorithm>
#include <cmath>

#include "core/document/kinds/kind_parts.h"
#include "core/document/kinds/kinds.h"
#include "core/transformer/random.h"
#include "core/transformer/softmax.h"

namespace qkv {
namespace {

constexpr int kWidths = 11;  // d = 1, 2, 4 … 1024
constexpr int kWidest = 1 << (kWidths - 1);
constexpr int kKeys = 8;  // that each query compares itself with

/// products[w][row·kKeys + key]: q·k over the first 2^w numbers of the same vectors.
std::vector<std::vector<double>> products_by_width(int rows, int seed) {
  std::vector<std::vector<double>> result(
      kWidths, std::vector<double>(static_cast<std::size_t>(rows * kKeys)));
  SeededNormal numbers(static_cast<std::uint64_t>(seed));
  std::vector<double> query(kWidest);
  for (int row = 0; row < rows; ++row) {
    for (double& q : query) q = numbers.next();
    for (int key = 0; key < kKeys; ++key) {
      double total = 0;
      int width = 0;
      for (int i = 0; i < kWidest; ++i) {
        total += query[static_cast<std::size_t>(i)] * numbers.next();
        if (i + 1 == 1 << width)
          result[static_cast<std::size_t>(width++)][static_cast<std::size_t>(row * kKeys + key)] =
              total;
      }
    }
  }
  return result;
}

double spread_of(const std::vector<double>& values) {
  double mean = 0, square = 0;
  for (const double v : values) mean += v / static_cast<double>(values.size());
  for (const double v : values) square += (v - mean) * (v - mean);
  return std::sqrt(square / static_cast<double>(values.size()));
}

/// Means over all queries of what softmax makes of their scores.
struct Sharpness {
  double largest = 0, entropy = 0, gradient = 0;
};
Sharpness sharpness(const std::vector<double>& products, double factor) {
  Sharpness mean;
  const std::size_t rows = products.size() / kKeys;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<double> scores(kKeys);
    for (std::size_t key = 0; key < kKeys; ++key)
      scores[key] = products[row * kKeys + key] * factor;
    const std::vector<double> weights = softmax_of(scores);
    mean.largest += *std::max_element(weights.begin(), weights.end());
    mean.entropy += entropy(weights);
    mean.gradient += jacobian_norm(weights);
  }
  const auto count = static_cast<double>(rows);
  return {mean.largest / count, mean.entropy / count, mean.gradient / count};
}

void add_pair(const Document& document, PieceMap& pieces) {
  const Tensor& given = document.pieces->given.at("pair");
  const double root = std::sqrt(given_number(document, "pair_d"));
  std::vector<double> scores, scaled;
  for (const float score : given.data) {
    scores.push_back(static_cast<double>(score));
    scaled.push_back(static_cast<double>(score) / root);
  }
  pieces["pair_scores"] = row_piece(scores);
  pieces["pair_scaled"] = row_piece(scaled);
  pieces["pair_divisor"] = scalar(root);
  pieces["pair_weights"] = row_piece(softmax_of(scaled));
  pieces["pair_unscaled"] = row_piece(softmax_of(scores));
}

}  // namespace

void read_scale(const QkvReader& in, const toml::table& own, Document& document) {
  in.only(own, {"queries", "seed", "pair", "pair_d"}, " in [scale]");
  give_whole(in, own, "queries", std::max(8, document.n()), 1000, document);
  give_whole(in, own, "seed", 0, 1 << 20, document);
  give_tensor(in, own, "pair", 1, 2, document);
  give_whole(in, own, "pair_d", 1, 1 << 20, document);
  need_knobs(in, own, document, {"d"});
  need_choices(in, own, document, "scale", {"off", "on"});
  for (const Knob& knob : document.knobs)
    if (knob.name == "d") {
      bool powers = knob.places() == kWidths;
      for (int i = 0; powers && i < kWidths; ++i)
        powers = knob.values[static_cast<std::size_t>(i)] == static_cast<float>(1 << i);
      if (!powers) in.fail(own, "the knob d has other values", "give 1, 2, 4 … 1024");
    }
}

PieceMap compute_scale(const Document& document, const KnobView& knobs) {
  const auto all = products_by_width(static_cast<int>(given_number(document, "queries")),
                                     static_cast<int>(given_number(document, "seed")));
  const double d = knobs.value("d");
  const bool on = knobs.is("scale", "on");
  const auto& products = all[static_cast<std::size_t>(std::lround(std::log2(d)))];
  const double factor = on ? 1 / std::sqrt(d) : 1;

  PieceMap pieces;
  std::vector<double> scores;
  for (const double p : products) scores.push_back(p * factor);
  pieces["scores"] = row_piece(scores);
  pieces["d"] = scalar(d);
  pieces["root"] = scalar(std::sqrt(d));
  pieces["spread"] = scalar(spread_of(scores));
  pieces["expected"] = scalar(on ? 1 : std::sqrt(d));
  // A query for each word, with all its keys.
  const int queries = document.n();
  pieces["query_scores"] = zeros(queries, kKeys);
  pieces["query_weights"] = zeros(queries, kKeys);
  for (int query = 0; query < queries; ++query) {
    const auto begin = scores.begin() + static_cast<std::ptrdiff_t>(query) * kKeys;
    const std::vector<double> own(begin, begin + kKeys), weights = softmax_of(own);
    for (int key = 0; key < kKeys; ++key) {
      const auto k = static_cast<std::size_t>(key);
      cell(pieces["query_scores"], query, key) = static_cast<float>(own[k]);
      cell(pieces["query_weights"], query, key) = static_cast<float>(weights[k]);
    }
  }
  const Sharpness now = sharpness(products, factor);
  pieces["largest"] = scalar(now.largest);
  pieces["entropy"] = scalar(now.entropy);
  pieces["most_entropy"] = scalar(std::log(static_cast<double>(kKeys)));
  pieces["gradient"] = scalar(now.gradient);

  std::vector<double> widths, spreads, plain, scaled;
  for (std::size_t w = 0; w < all.size(); ++w) {
    const double width = 1 << w;
    widths.push_back(width);
    spreads.push_back(spread_of(all[w]));
    plain.push_back(sharpness(all[w], 1).gradient);
    scaled.push_back(sharpness(all[w], 1 / std::sqrt(width)).gradient);
  }
  pieces["widths"] = row_piece(widths);
  pieces["spreads"] = row_piece(spreads);
  pieces["gradients_plain"] = row_piece(plain);
  pieces["gradients_scaled"] = row_piece(scaled);
  const auto place = static_cast<std::size_t>(std::lround(std::log2(d)));
  pieces["gradient_plain"] = scalar(plain[place]);
  pieces["gradient_scaled"] = scalar(scaled[place]);
  add_pair(document, pieces);
  return pieces;
}

}  // namespace qkv
