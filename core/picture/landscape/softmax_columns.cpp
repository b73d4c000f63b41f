// Softmax: columns e^(s - max) at the keys' places, then one tower in sentence order.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/picture/chain.h"
#include "core/picture/comparison.h"
#include "core/picture/landscape/parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv::landscape {
namespace {

/// e^(s - max) and weights of the row as they would be with the scale on, or as they were in A. No
/// trace holds the former: they travel with the row's own scores while the word changes.
struct Other {
  std::vector<float> exps;
  float sum = 0;
  const char* label = "landscape.other_scale";
};

Other as_in_a(const Walk& walk, const Comparison& comparison) {
  Other other;
  const Trace& a = *walk.session.frozen->trace;
  const Quantity row = comparison.in_a(walk.quantity(Quantity::Kind::row_sum, -1));
  if (!row || !a.has_scaled || a.row_sum.empty() || !by_row_once(a.options.variant) ||
      !walk.shape.by_row_once)
    return other;
  other.label = "landscape.other_a";
  const Document& then = *walk.session.frozen->document;
  other.sum = static_cast<float>(values_of(then, a, row).front());
  for (int j = 0; j < walk.keys(); ++j) {
    const Quantity cell = comparison.in_a(walk.quantity(Quantity::Kind::exp, j));
    other.exps.push_back(cell ? static_cast<float>(values_of(then, a, cell).front()) : 0.0f);
  }
  return other;
}

bool scale_is_off(const Walk& walk) {
  return walk.session.options.scale && *walk.session.options.scale == 1.0f && walk.space.d > 1;
}

Other other_setting(const Walk& walk) {
  if (const Comparison comparison(walk.session); comparison) return as_in_a(walk, comparison);
  Other other;
  if (!scale_is_off(walk) || !walk.shape.by_row_once) return other;
  const auto& own = walk.session.document->options.scale;
  const double scale = own && *own != 1.0f ? static_cast<double>(*own)
                                           : 1.0 / std::sqrt(static_cast<double>(walk.space.d));
  const double cap = static_cast<double>(walk.now.options.softcap);
  const double temperature = std::max(1e-6, static_cast<double>(walk.values.temperature));
  const auto masked = [&](int j) {
    double s = static_cast<double>(walk.at(walk.values.scores, j)) * scale;
    if (cap > 0) s = cap * std::tanh(s / cap);
    return s + static_cast<double>(walk.at(walk.values.bias, j));
  };
  const auto sink = static_cast<double>(walk.values.sink);  // -inf where there is none
  double most = sink;
  for (int j = 0; j < walk.keys(); ++j)
    if (walk.hidden(j) < 0.5f) most = std::max(most, masked(j));
  double sum = std::isfinite(sink) ? std::exp((sink - most) / temperature) : 0;
  for (int j = 0; j < walk.keys(); ++j) {
    const double e = walk.hidden(j) < 0.5f ? std::exp((masked(j) - most) / temperature) : 0.0;
    other.exps.push_back(static_cast<float>(e));
    sum += e;
  }
  other.sum = static_cast<float>(sum);
  return other;
}

/// Sentence order decides who leaves first: a quarter of the beat is spread over the start times.
float slide(float stack, int place, int count) {
  const float start =
      count > 1 ? 0.35f * static_cast<float>(place) / static_cast<float>(count - 1) : 0;
  return ease(part(stack, start, start + 0.65f));
}

std::string column_number(const Walk& walk, int j) {
  return walk.amounts.divide > 0.5f || !walk.shape.by_row_once
             ? format_fixed(static_cast<double>(walk.at(walk.values.weights, j)), 3)
             : format_number(static_cast<double>(walk.at(walk.values.exps, j)), 3);
}

void add_other(const Walk& walk, const Other& other, float shrink, int rank, Column& column) {
  if (other.exps.empty()) return;
  column.other = walk.at(other.exps, column.key);
  const float weight = column.other / std::max(1e-30f, other.sum);
  // Read on the same ruler: once it reads 0…Σ, the outline stands at its own share of a whole.
  column.other = between(column.other, weight, shrink);
  column.other_weight = weight;
  if (rank == 0 && walk.amounts.divide > 0.5f)  // a share, on a ruler of shares
    column.other_label =
        filled(text(other.label), {{"weight", format_fixed(static_cast<double>(weight), 3)}});
}

}  // namespace

void paint_columns(const Walk& walk, LandscapePicture& picture) {
  const Amounts& a = walk.amounts;
  if (a.exp <= 0 || walk.key_fade <= 0) return;
  // A broken softmax has no sum of the row: the columns grow to the weights themselves.
  const bool plain = walk.shape.by_row_once;
  const float total = plain && walk.values.row_sum > 0 ? walk.values.row_sum : 1;
  picture.tower_total = total;
  picture.tower = walk.values.fully_masked ? 0 : a.stack;
  const Other other = other_setting(walk);
  const std::vector<int> rank = ranks(walk, walk.values.weights);
  std::map<std::pair<float, float>, int> taken;
  float below = 0, other_below = 0;
  int place = 0;
  const int count = static_cast<int>(walk.shape.visible.size());
  for (int j = 0; j < walk.keys(); ++j) {
    const bool leaks = !plain && walk.at(walk.values.weights, j) > 0;
    const float visible = leaks ? 1 : 1 - walk.hidden(j);
    if (visible <= 0) continue;
    Column column;
    column.key = j;
    bool cut = false;
    column.foot = kept_on_floor(walk, false, walk.space.keys[static_cast<std::size_t>(j)], cut);
    // Columns on one spot stand side by side.
    column.neighbour = taken[{column.foot.x, column.foot.y}]++;
    column.weight = walk.at(walk.values.weights, j);
    const float e = plain ? walk.at(walk.values.exps, j) : column.weight;
    const float flat = walk.at(walk.values.scaled, j) / walk.limit;
    const float low = between(zero_height(walk), 0, a.exp), high = between(flat, e, a.exp);
    const float shrink = ease(a.stack);
    column.bottom = std::min(low, high);
    column.height = std::abs(high - low) * between(1, 1 / total, shrink);
    column.grown = a.exp;
    column.to_tower = slide(a.stack, std::min(place, count - 1), count);
    column.tower_bottom = below;
    column.tower_height = column.weight;
    column.outline = a.stack > 0 ? std::min(1.0f, 4 * column.to_tower) : 0;
    column.outline_height = between(e, column.weight, shrink);
    column.shown = walk.key_fade * visible;
    const int r = rank[static_cast<std::size_t>(j)];
    add_other(walk, other, shrink, r, column);
    column.other_bottom = other_below;
    other_below += column.other_weight;
    column.emphasis = r == 0 ? Emphasis::chosen : Emphasis::normal;
    column.label = {"", walk.key_word(j), column_number(walk, j), 2 + r};
    column.speaks = may_speak(walk, j, r);
    column.quantity =
        walk.quantity(a.divide > 0.5f ? Quantity::Kind::weight : Quantity::Kind::exp, j);
    below += column.weight;
    ++place;
    picture.columns.push_back(std::move(column));
  }
}

}  // namespace qkv::landscape
