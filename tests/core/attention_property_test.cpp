#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>

#include <doctest/doctest.h>

#include "core/attention/attention.h"
#include "tests/support/attention_case.h"

using namespace qkv;
using namespace qkv::test;

namespace {

constexpr std::uint64_t kSeed = 20'261'129;
constexpr int kCases = 10'000;
// Demanded for standard-normal inputs and 1/sqrt(d), where the sums behind a score reach about 8.
constexpr double kWeightError = 1e-6, kOutputError = 2e-6, kUsualSize = 8.0;

// Puts the machine's own choice back, whatever happens.
struct Forced {
  explicit Forced(const std::string& name) { force_instruction_set(name); }
  ~Forced() { force_instruction_set(""); }
  Forced(const Forced&) = delete;
  Forced& operator=(const Forced&) = delete;
};

bool same_bits(const Floats& a, const Floats& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

Trace traced(const AttentionNumbers& x, RunOptions run = {}) { return attend(x.input(), run); }

/// Empty when all is well, else what is wrong.
using Property = std::function<std::string(const AttentionCase&)>;

std::string smallest_failure(AttentionCase failing, std::string what, const Property& property) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const AttentionCase& c : smaller_cases(failing)) {
      const std::string problem = property(c);
      if (problem.empty()) continue;
      failing = c;
      what = problem;
      smaller = true;
      break;
    }
  }
  return text_of(failing) + ": " + what;
}

// Every case on every instruction set that the machine has, and on plain code for small problems.
void check_all(int cases, const Property& property) {
  std::vector<std::string> sets = instruction_sets();
  sets.emplace_back("");
  for (const std::string& set : sets) {
    CAPTURE(set);
    const Forced forced(set);
    for (int i = 0; i < cases; ++i) {
      const AttentionCase c = random_case(kSeed + static_cast<std::uint64_t>(i));
      const std::string problem = property(c);
      if (problem.empty()) continue;
      FAIL_CHECK(smallest_failure(c, problem, property));
      break;
    }
  }
}

std::string at(const char* what, std::size_t index, double got, double expected) {
  return std::string(what) + " " + std::to_string(index) + " is " + std::to_string(got) +
         ", expected " + std::to_string(expected) + " (off by " +
         std::to_string((got - expected) * 1e6) + "e-6)";
}

std::string equals_reference(const AttentionCase& c) {
  const AttentionNumbers x = numbers_of(c);
  const ReferenceAttention expected = reference(x);
  const Trace trace = traced(x);
  const double room = std::max(1.0, expected.size / kUsualSize);
  for (std::size_t i = 0; i < expected.weights.size(); ++i) {
    const double got = static_cast<double>(trace.weights[i]);
    if (expected.hidden[i] && trace.weights[i] != 0.0f) return at("hidden weight", i, got, 0);
    if (!(std::abs(got - expected.weights[i]) <= kWeightError * room)) {
      return at("weight", i, got, expected.weights[i]);
    }
  }
  for (std::size_t i = 0; i < expected.output.size(); ++i) {
    const double got = static_cast<double>(trace.output[i]);
    if (!(std::abs(got - expected.output[i]) <= kOutputError * room)) {
      return at("output", i, got, expected.output[i]);
    }
  }
  for (int r = 0; r < trace.heads * trace.n; ++r) {
    const auto first = trace.weights.begin() + static_cast<std::ptrdiff_t>(r) * trace.m;
    const double sum = std::accumulate(first, first + trace.m, 0.0);
    const auto hidden = expected.hidden.begin() + static_cast<std::ptrdiff_t>(r) * trace.m;
    const bool nothing = std::all_of(hidden, hidden + trace.m, [](char h) { return h != 0; });
    if (trace.fully_masked(r / trace.n, r % trace.n) != nothing) return "flag of a masked row";
    if (!c.sink && !nothing && !(std::abs(sum - 1) <= 1e-6)) {
      return at("sum of row", static_cast<std::size_t>(r), sum, 1);
    }
  }
  return "";
}

std::string reads_as_it_computes(const AttentionCase& c) {
  const AttentionNumbers x = numbers_of(c);
  const ReferenceAttention expected = reference(x);
  const Trace trace = traced(x);
  for (int h = 0; h < trace.heads; ++h) {
    for (int i = 0; i < trace.n; ++i) {
      for (int j = 0; j < trace.m; ++j) {
        const bool hidden = expected.hidden[trace.at(h, i, j)] != 0;
        const float masked = trace.masked(h, i, j);
        if (trace.visible(h, i, j) == hidden) return "visible() is wrong";
        if (hidden != (masked == -HUGE_VALF)) return "masked() is wrong";
        if (!hidden &&
            !(masked <= trace.row_max[static_cast<std::size_t>(h * trace.n + i)] + 1e-4f)) {
          return "a masked score is above the row's maximum";
        }
      }
    }
  }
  return "";
}

std::string same_for_any_threads(const AttentionCase& c) {
  const AttentionNumbers x = numbers_of(c);
  const Trace one = traced(x, {Keep::all_scores, 1});
  for (int threads : {2, 7}) {
    const Trace many = traced(x, {Keep::all_scores, threads});
    if (!same_bits(one.scores, many.scores) || !same_bits(one.weights, many.weights) ||
        !same_bits(one.output, many.output) || !same_bits(one.row_sum, many.row_sum)) {
      return std::to_string(threads) + " threads give other bits";
    }
  }
  return "";
}

std::string visible_scores_change_nothing(const AttentionCase& c) {
  const AttentionNumbers x = numbers_of(c);
  const Trace all = traced(x);
  Trace some = traced(x, {Keep::visible_scores, 1});
  if (!same_bits(all.weights, some.weights) || !same_bits(all.output, some.output)) {
    return "other weights or output";
  }
  for (int h = 0; h < all.heads; ++h) {
    for (int i = 0; i < all.n; ++i) {
      for (int j = 0; j < all.m; ++j) {
        if (all.visible(h, i, j) ? some.score(h, i, j) != all.score(h, i, j)
                                 : !std::isnan(some.score(h, i, j))) {
          return "a kept score";
        }
      }
    }
  }
  complete_scores(x.input(), some);
  return same_bits(all.scores, some.scores) ? "" : "completed scores have other bits";
}

std::string shuffled_words_shuffle_rows(const AttentionCase& c) {
  AttentionCase plain = c;
  plain.rules = "full";
  plain.cells = plain.bias = false;
  const AttentionNumbers x = numbers_of(plain);
  std::vector<int> order(static_cast<std::size_t>(plain.n));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(c.seed));
  AttentionNumbers y = x;
  for (int h = 0; h < x.q.heads; ++h) {
    for (int i = 0; i < plain.n; ++i) {
      const auto from = x.q.view().row(h, order[static_cast<std::size_t>(i)]);
      std::copy(from.begin(), from.end(), y.q.data.begin() + (h * plain.n + i) * plain.d);
    }
  }
  const Trace a = traced(x), b = traced(y);
  for (int h = 0; h < x.q.heads; ++h) {
    for (int i = 0; i < plain.n; ++i) {
      const auto expected = a.output_row(h, order[static_cast<std::size_t>(i)]);
      if (!std::equal(expected.begin(), expected.end(), b.output_row(h, i).begin())) {
        return "row " + std::to_string(i) + " is not the row it was";
      }
    }
  }
  return "";
}

std::string a_constant_changes_nothing(const AttentionCase& c) {
  AttentionCase unbiased = c;
  unbiased.sink = false;
  const AttentionNumbers x = numbers_of(unbiased);
  AttentionNumbers y = x;
  FloatCells bias =
      x.options.mask.bias
          ? *x.options.mask.bias
          : FloatCells{1, c.n, c.m, std::vector<float>(static_cast<std::size_t>(c.n * c.m))};
  for (std::size_t i = 0; i < bias.added.size(); ++i) {
    if (bias.added[i] > kHiddenBias)
      bias.added[i] += static_cast<float>(i / static_cast<std::size_t>(c.m) % 7) - 3.0f;
  }
  y.options.mask.bias = std::make_shared<FloatCells>(std::move(bias));
  const Trace a = traced(x), b = traced(y);
  const double room = std::max(1.0, reference(y).size / kUsualSize);
  for (std::size_t i = 0; i < a.weights.size(); ++i) {
    if (!(std::abs(static_cast<double>(a.weights[i] - b.weights[i])) <= 2 * kWeightError * room)) {
      return at("weight", i, static_cast<double>(b.weights[i]), static_cast<double>(a.weights[i]));
    }
  }
  return "";
}

std::string a_prefix_is_a_run_of_its_own(const AttentionCase& c) {
  AttentionCase causal = c;
  causal.rules = "causal";
  causal.m = causal.n;
  causal.cells = causal.bias = causal.align_end = false;
  const AttentionNumbers x = numbers_of(causal);
  const Trace whole = traced(x);
  const int words = 1 + static_cast<int>(c.seed % static_cast<std::uint64_t>(causal.n));
  const auto first = [words](const Tensor& t) {
    Tensor prefix{t.heads, words, t.columns, {}};
    for (int h = 0; h < t.heads; ++h) {
      const auto from = t.data.begin() + h * t.rows * t.columns;
      prefix.data.insert(prefix.data.end(), from, from + words * t.columns);
    }
    return prefix;
  };
  AttentionNumbers y = x;
  y.q = first(x.q);
  y.k = first(x.k);
  y.v = first(x.v);
  const Trace prefix = traced(y);
  const double room = std::max(1.0, reference(x).size / kUsualSize);
  for (int h = 0; h < whole.heads; ++h) {
    for (int i = 0; i < words; ++i) {
      for (int j = 0; j < words; ++j) {
        if (std::abs(whole.weight(h, i, j) - prefix.weight(h, i, j)) > 1e-6 * room) return "weight";
      }
      for (std::size_t e = 0; e < static_cast<std::size_t>(whole.dv); ++e) {
        if (std::abs(whole.output_row(h, i)[e] - prefix.output_row(h, i)[e]) > 2e-6 * room)
          return "output";
      }
    }
  }
  return "";
}

std::string a_head_is_itself_among_many(const AttentionCase& c) {
  AttentionCase shared = c;
  shared.cells_per_head = false;
  shared.bias = false;  // a head's own added mask would have to be cut out as well
  const AttentionNumbers x = numbers_of(shared);
  const int head = static_cast<int>(c.seed % static_cast<std::uint64_t>(x.q.heads));
  const auto only = [](const Tensor& t, int h) {
    const auto from = t.data.begin() + h * t.rows * t.columns;
    return Tensor{1, t.rows, t.columns, {from, from + t.rows * t.columns}};
  };
  AttentionNumbers y = x;
  y.q = only(x.q, head);
  y.k = only(x.k, head / shared.group);
  y.v = only(x.v, head / shared.group);
  if (!y.options.sink.empty()) y.options.sink = {x.options.sink[static_cast<std::size_t>(head)]};
  const Trace many = traced(x), one = traced(y);
  const bool same = std::memcmp(many.output.data() + head * many.n * many.dv, one.output.data(),
                                one.output.size() * sizeof(float)) == 0;
  // Fewer heads may be a small problem, which plain code computes: forced sets compare bits.
  if (same) return "";
  const double room = std::max(1.0, reference(x).size / kUsualSize);
  for (std::size_t i = 0; i < one.output.size(); ++i) {
    const double got =
        static_cast<double>(many.output[static_cast<std::size_t>(head * many.n * many.dv) + i]);
    if (!(std::abs(got - static_cast<double>(one.output[i])) <= 2e-6 * room)) {
      return at("output", i, got, static_cast<double>(one.output[i]));
    }
  }
  return "";
}

}  // namespace

TEST_CASE("random attention equals a float64 reference, on every instruction set") {
  check_all(kCases, equals_reference);
}
TEST_CASE("a trace reads as it was computed") { check_all(kCases / 10, reads_as_it_computes); }
TEST_CASE("1, 2 and 7 threads give the same bits") { check_all(kCases / 10, same_for_any_threads); }
TEST_CASE("keeping visible scores only changes no weight and no output") {
  check_all(kCases / 10, visible_scores_change_nothing);
}
TEST_CASE("shuffling words shuffles rows") { check_all(kCases / 10, shuffled_words_shuffle_rows); }
TEST_CASE("adding a constant to a row of scores changes nothing") {
  check_all(kCases / 10, a_constant_changes_nothing);
}
TEST_CASE("a causal run equals the run on each prefix") {
  check_all(kCases / 10, a_prefix_is_a_run_of_its_own);
}
TEST_CASE("one head of many equals that head alone") {
  check_all(kCases / 10, a_head_is_itself_among_many);
}
