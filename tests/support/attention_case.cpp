#include "tests/support/attention_case.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace qkv::test {
namespace {

using Random = std::mt19937_64;

int between(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}
bool one_in(Random& random, int count) { return between(random, 1, count) == 1; }

// Mostly small, now and then past the edges of tiles, panels and blocks.
int length(Random& random, int common, int rare) {
  return between(random, 1, one_in(random, 24) ? rare : common);
}

std::string random_rules(Random& random) {
  std::string text = "full";
  if (one_in(random, 2)) text += "+causal";
  if (one_in(random, 4)) text += "+window:" + std::to_string(between(random, 1, 9));
  if (one_in(random, 6)) {
    text += "+window:" + std::to_string(between(random, 0, 5)) + "," +
            std::to_string(between(random, 0, 5));
  }
  if (one_in(random, 4)) text += "+padding:" + std::to_string(between(random, 0, 6));
  return text;
}

Tensor normal(Random& random, int heads, int rows, int columns) {
  std::normal_distribution<float> value;
  Tensor t{heads, rows, columns, {}};
  t.data.resize(static_cast<std::size_t>(heads) * static_cast<std::size_t>(rows) *
                static_cast<std::size_t>(columns));
  for (float& number : t.data) number = value(random);
  return t;
}

void add_cells(const AttentionCase& c, Random& random, Mask& mask) {
  BoolCells cells{c.cells_per_head ? c.heads() : 1, c.n, c.m, {}};
  cells.visible.resize(static_cast<std::size_t>(cells.heads * c.n * c.m));
  for (auto& cell : cells.visible) cell = one_in(random, 3) ? 0 : 1;
  // A row of its own that sees nothing.
  if (one_in(random, 4)) std::fill_n(cells.visible.begin(), c.m, std::uint8_t{0});
  mask.cells = std::make_shared<BoolCells>(std::move(cells));
}

void add_bias(const AttentionCase& c, Random& random, Mask& mask) {
  FloatCells bias{c.cells_per_head ? 1 : c.heads(), c.n, c.m, {}};
  bias.added.resize(static_cast<std::size_t>(bias.heads * c.n * c.m));
  std::normal_distribution<float> value;
  for (float& added : bias.added) {
    added = value(random);
    if (one_in(random, 5)) added = -std::numeric_limits<float>::infinity();
    if (one_in(random, 9)) added = std::numeric_limits<float>::lowest();
  }
  mask.bias = std::make_shared<FloatCells>(std::move(bias));
}

bool hidden_cell(const AttentionNumbers& x, int head, int i, int j) {
  const Mask& mask = x.options.mask;
  const int n = x.q.rows, m = x.k.rows;
  const int at = i + (mask.align == CausalAlign::end ? m - n : 0);
  for (const MaskRule& rule : mask.rules) {
    if (rule.name == "causal" && j > at) return true;
    if (rule.name == "window" && (j < at - rule.left || j > at + rule.right)) return true;
    if (rule.name == "padding" && j >= m - rule.left) return true;
  }
  const auto cell = [&](int heads) {
    return static_cast<std::size_t>(((heads == 1 ? 0 : head) * n + i) * m + j);
  };
  if (mask.cells && !mask.cells->visible[cell(mask.cells->heads)]) return true;
  return mask.bias && mask.bias->added[cell(mask.bias->heads)] < -3.3e38f;
}

void put_nan_behind_mask(AttentionNumbers& x) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const int group = x.q.heads / x.k.heads;
  for (int kv = 0; kv < x.k.heads; ++kv) {
    for (int j = 0; j < x.k.rows; ++j) {
      bool seen = false;
      for (int h = kv * group; h < (kv + 1) * group; ++h) {
        for (int i = 0; i < x.q.rows; ++i) seen = seen || !hidden_cell(x, h, i, j);
      }
      if (seen) continue;
      x.k.data[static_cast<std::size_t>((kv * x.k.rows + j) * x.k.columns)] = nan;
      x.v.data[static_cast<std::size_t>((kv * x.v.rows + j) * x.v.columns)] = nan;
    }
  }
}

}  // namespace

AttentionCase random_case(std::uint64_t seed) {
  Random random(seed);
  AttentionCase c;
  c.seed = seed;
  c.kv_heads = between(random, 1, 3);
  c.group = one_in(random, 3) ? between(random, 2, 3) : 1;
  c.n = length(random, 20, 150);
  c.m = one_in(random, 2) ? c.n : length(random, 20, 150);
  c.d = length(random, 12, 128);
  c.dv = one_in(random, 2) ? c.d : length(random, 12, 140);
  c.rules = random_rules(random);
  c.align_end = one_in(random, 2);
  c.cells = one_in(random, 4);
  c.cells_per_head = one_in(random, 2);
  c.bias = one_in(random, 4);
  c.nan_behind_mask = one_in(random, 3);
  c.sink = one_in(random, 5);
  c.own_scale = one_in(random, 4);
  if (one_in(random, 4)) c.softcap = static_cast<float>(between(random, 1, 60));
  if (one_in(random, 4)) c.temperature = 0.25f * static_cast<float>(between(random, 1, 12));
  return c;
}

std::string text_of(const AttentionCase& c) {
  const auto number = [](auto value) { return std::to_string(value); };
  std::string text = "seed " + number(c.seed) + ": q [" + number(c.heads()) + ", " + number(c.n) +
                     ", " + number(c.d) + "], k [" + number(c.kv_heads) + ", " + number(c.m) +
                     ", " + number(c.d) + "], dv " + number(c.dv) + ", mask " + c.rules;
  if (c.align_end) text += ", aligned to the end";
  if (c.cells) text += c.cells_per_head ? ", cells a head" : ", cells";
  if (c.bias) text += c.cells_per_head ? ", added mask" : ", added mask a head";
  if (c.nan_behind_mask) text += ", NaN behind the mask";
  if (c.sink) text += ", sink";
  if (c.own_scale) text += ", own scale";
  if (c.softcap > 0) text += ", softcap " + number(c.softcap);
  if (c.temperature != 1) text += ", temperature " + number(c.temperature);
  return text;
}

std::vector<AttentionCase> smaller_cases(const AttentionCase& c) {
  std::vector<AttentionCase> smaller;
  const auto with = [&](auto change) {
    AttentionCase other = c;
    change(other);
    if (text_of(other) != text_of(c)) smaller.push_back(other);
  };
  for (int AttentionCase::*length :
       {&AttentionCase::kv_heads, &AttentionCase::group, &AttentionCase::n, &AttentionCase::m,
        &AttentionCase::d, &AttentionCase::dv}) {
    with([&](AttentionCase& o) { o.*length = (o.*length + 1) / 2; });
    with([&](AttentionCase& o) { o.*length = std::max(1, o.*length - 1); });
  }
  for (bool AttentionCase::*flag :
       {&AttentionCase::align_end, &AttentionCase::cells, &AttentionCase::bias,
        &AttentionCase::nan_behind_mask, &AttentionCase::sink, &AttentionCase::own_scale}) {
    with([&](AttentionCase& o) { o.*flag = false; });
  }
  with([](AttentionCase& o) { o.rules = "full"; });
  with([](AttentionCase& o) { o.rules = o.rules.substr(0, o.rules.rfind('+')); });
  with([](AttentionCase& o) { o.softcap = 0; });
  with([](AttentionCase& o) { o.temperature = 1; });
  return smaller;
}

AttentionNumbers numbers_of(const AttentionCase& c) {
  Random random(c.seed ^ 0x9e3779b97f4a7c15ull);
  AttentionNumbers x;
  x.q = normal(random, c.heads(), c.n, c.d);
  x.k = normal(random, c.kv_heads, c.m, c.d);
  x.v = normal(random, c.kv_heads, c.m, c.dv);
  x.options.mask.rules = parse_mask_rules(c.rules);
  x.options.mask.align = c.align_end ? CausalAlign::end : CausalAlign::start;
  if (c.cells) add_cells(c, random, x.options.mask);
  if (c.bias) add_bias(c, random, x.options.mask);
  x.options.softcap = c.softcap;
  x.options.temperature = c.temperature;
  if (c.own_scale) x.options.scale = 0.25f * static_cast<float>(between(random, -4, 4));
  if (c.sink) {
    std::normal_distribution<float> value;
    for (int h = 0; h < c.heads(); ++h) x.options.sink.push_back(value(random));
  }
  if (c.nan_behind_mask) put_nan_behind_mask(x);
  return x;
}

ReferenceAttention reference(const AttentionNumbers& x) {
  const int heads = x.q.heads, n = x.q.rows, m = x.k.rows, d = x.q.columns, dv = x.v.columns;
  const int group = heads / x.k.heads;
  const double scale = x.options.scale ? static_cast<double>(*x.options.scale)
                                       : 1.0 / std::sqrt(static_cast<double>(d));
  const double cap = static_cast<double>(x.options.softcap);
  const double temperature = static_cast<double>(x.options.temperature);
  ReferenceAttention r;
  for (int h = 0; h < heads; ++h) {
    for (int i = 0; i < n; ++i) {
      std::vector<double> masked(static_cast<std::size_t>(m));
      double top = x.options.sink.empty()
                       ? -HUGE_VAL
                       : static_cast<double>(x.options.sink[static_cast<std::size_t>(h)]);
      bool any = false;
      for (int j = 0; j < m; ++j) {
        const auto at = static_cast<std::size_t>(j);
        const bool hidden = hidden_cell(x, h, i, j);
        r.hidden.push_back(hidden);
        if (hidden) continue;
        any = true;
        double score = 0.0, size = 0.0;
        for (std::size_t e = 0; e < static_cast<std::size_t>(d); ++e) {
          const double term = static_cast<double>(x.q.view().row(h, i)[e]) *
                              static_cast<double>(x.k.view().row(h / group, j)[e]);
          score += term;
          size += std::abs(term);
        }
        score *= scale;
        size *= std::abs(scale);
        if (cap > 0) score = cap * std::tanh(score / cap);
        if (x.options.mask.bias) {
          const FloatCells& bias = *x.options.mask.bias;
          const double added = static_cast<double>(
              bias.added[static_cast<std::size_t>(((bias.heads == 1 ? 0 : h) * n + i) * m + j)]);
          score += added;
          size += std::abs(added);
        }
        masked[at] = score / temperature;
        r.size = std::max(r.size, size / temperature);
        top = std::max(top, score);
      }
      top /= temperature;
      double sum = 0.0;
      const auto row = r.hidden.end() - m;
      for (int j = 0; j < m; ++j) {
        if (!row[j]) sum += std::exp(masked[static_cast<std::size_t>(j)] - top);
      }
      if (!x.options.sink.empty()) {
        sum += std::exp(
            static_cast<double>(x.options.sink[static_cast<std::size_t>(h)]) / temperature - top);
      }
      std::vector<double> output(static_cast<std::size_t>(dv));
      for (int j = 0; j < m; ++j) {
        const double weight =
            row[j] || !any ? 0.0 : std::exp(masked[static_cast<std::size_t>(j)] - top) / sum;
        r.weights.push_back(weight);
        for (std::size_t e = 0; weight > 0 && e < output.size(); ++e) {
          output[e] += weight * static_cast<double>(x.v.view().row(h / group, j)[e]);
        }
      }
      r.output.insert(r.output.end(), output.begin(), output.end());
    }
  }
  return r;
}

}  // namespace qkv::test
