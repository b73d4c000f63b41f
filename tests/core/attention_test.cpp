#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/text/input_error.h"

using namespace qkv;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// "the cat ate its fish", from the course.
const Tensor kQueries{1, 5, 2, {1.5f, 0, 0, 1.2f, 1.2f, 0, 2, 0, 0, 1.5f}};
const Tensor kKeys{1, 5, 2, {0, 0, 3, 0, 0, 3, 0.5f, 0, 1, 0.5f}};
const Tensor kValues{1, 5, 2, {0, 0, 1, 0, 0, 0.5f, 0.3f, 0, 0, 1}};

Trace cat(AttentionOptions options = {}) {
  return attend({kQueries.view(), kKeys.view(), kValues.view(), std::move(options)});
}

Tensor tensor(int rows, int columns, std::vector<float> data, int heads = 1) {
  return {heads, rows, columns, std::move(data)};
}

std::string refusal(const Tensor& q, const Tensor& k, const Tensor& v,
                    AttentionOptions options = {}) {
  try {
    attend({q.view(), k.view(), v.view(), std::move(options)});
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

AttentionOptions with_cells(int n, int m, std::vector<std::uint8_t> visible) {
  AttentionOptions options;
  options.mask.cells = std::make_shared<BoolCells>(BoolCells{1, n, m, std::move(visible)});
  return options;
}

AttentionOptions with_bias(int n, int m, std::vector<float> added) {
  AttentionOptions options;
  options.mask.bias = std::make_shared<FloatCells>(FloatCells{1, n, m, std::move(added)});
  return options;
}

AttentionOptions with_rules(std::string_view text) {
  AttentionOptions options;
  options.mask.rules = parse_mask_rules(text);
  return options;
}

}  // namespace

TEST_CASE("its looks at the cat: every stage of the lesson") {
  const Trace trace = cat();
  const float scores[] = {0, 6, 0, 1, 2};
  const double sqrt2 = std::sqrt(2.0);
  double sum = 0;
  for (float s : scores) sum += std::exp((s - 6) / sqrt2);
  for (int j = 0; j < 5; ++j) {
    CAPTURE(j);
    CHECK(trace.score(0, 3, j) == scores[j]);
    CHECK(trace.scaled(0, 3, j) == doctest::Approx(scores[j] / sqrt2).epsilon(1e-6));
    CHECK(trace.masked(0, 3, j) == trace.scaled(0, 3, j));
    CHECK(std::abs(trace.weight(0, 3, j) - std::exp((scores[j] - 6) / sqrt2) / sum) < 1e-6);
  }
  CHECK(trace.weight(0, 3, 1) == doctest::Approx(0.895).epsilon(0.001));
  CHECK(trace.output_row(0, 3)[0] == doctest::Approx(0.903).epsilon(0.001));
  CHECK(trace.output_row(0, 3)[1] == doctest::Approx(0.059).epsilon(0.01));
  CHECK(trace.row_max[3] == doctest::Approx(6 / sqrt2));
  CHECK(trace.row_sum[3] == doctest::Approx(sum));
}

TEST_CASE("the lesson without the scale, and with the causal mask") {
  AttentionOptions unscaled;
  unscaled.scale = 1.0f;
  CHECK(cat(unscaled).weight(0, 3, 1) == doctest::Approx(0.971).epsilon(0.001));

  const Trace causal = cat(with_rules("causal"));
  CHECK(causal.weight(0, 0, 0) == 1.0f);
  CHECK(causal.weight(0, 1, 0) == 0.5f);
  CHECK(causal.weight(0, 1, 1) == 0.5f);
  CHECK(causal.weight(0, 1, 2) == 0.0f);
  CHECK(causal.masked(0, 1, 2) == -kInf);
  CHECK(causal.score(0, 1, 2) == doctest::Approx(3.6));
  CHECK(causal.scaled(0, 1, 2) == doctest::Approx(3.6 / std::sqrt(2.0)));
  CHECK_FALSE(causal.fully_masked(0, 0));
}

TEST_CASE("softcap, added mask, sink and temperature, one number each") {
  const Tensor q = tensor(1, 1, {2}), k = tensor(2, 1, {1, 3}), v = tensor(2, 1, {10, 20});
  AttentionOptions options = with_bias(1, 2, {0.5f, -1.0f});
  options.scale = 0.5f;
  options.softcap = 2.0f;
  options.temperature = 0.7f;
  options.sink = {0.25f};
  const Trace trace = attend({q.view(), k.view(), v.view(), options});
  const double a = 2 * std::tanh(1.0 / 2) + 0.5, b = 2 * std::tanh(3.0 / 2) - 1.0;
  const double top = std::max({a, b, 0.25});
  const double ea = std::exp((a - top) / 0.7), eb = std::exp((b - top) / 0.7),
               es = std::exp((0.25 - top) / 0.7);
  CHECK(trace.score(0, 0, 1) == 6.0f);
  CHECK(trace.scaled(0, 0, 1) == doctest::Approx(2 * std::tanh(1.5)));
  CHECK(trace.masked(0, 0, 1) == doctest::Approx(b));
  CHECK(std::abs(trace.weight(0, 0, 0) - ea / (ea + eb + es)) < 1e-6);
  CHECK(std::abs(trace.weight(0, 0, 1) - eb / (ea + eb + es)) < 1e-6);
  CHECK(std::abs(trace.output_row(0, 0)[0] - (10 * ea + 20 * eb) / (ea + eb + es)) < 2e-5);
}

TEST_CASE("grouped heads, cross lengths and another value width") {
  // 4 query heads share 2 key heads in order 0, 0, 1, 1: each value tells which one was used.
  const Tensor q = tensor(1, 2, {1, 0, 0, 1, 1, 1, 2, 2}, 4);
  const Tensor k = tensor(1, 2, {1, 0, 0, 1}, 2), v = tensor(1, 3, {1, 2, 3, 4, 5, 6}, 2);
  const Trace trace = attend({q.view(), k.view(), v.view(), {}});
  for (int head = 0; head < 4; ++head) {
    CAPTURE(head);
    CHECK(trace.weight(head, 0, 0) == 1.0f);
    CHECK(trace.output_row(head, 0)[2] == (head < 2 ? 3.0f : 6.0f));
  }
  CHECK(trace.score(2, 0, 0) == 1.0f);
  CHECK(trace.score(3, 0, 0) == 2.0f);
}

TEST_CASE("a NaN behind the mask reaches nothing") {
  const Tensor q = tensor(2, 1, {1, kNan}), k = tensor(3, 1, {1, kNan, 2}),
               v = tensor(3, 2, {1, 2, kNan, kInf, 3, 4});
  const Trace trace = attend({q.view(), k.view(), v.view(), with_cells(2, 3, {1, 0, 1, 0, 0, 0})});
  for (float weight : trace.weights) CHECK(std::isfinite(weight));
  for (float output : trace.output) CHECK(std::isfinite(output));
  CHECK(trace.weight(0, 0, 1) == 0.0f);
  CHECK(trace.masked(0, 0, 1) == -kInf);
  CHECK(trace.fully_masked(0, 1));
  CHECK_FALSE(trace.fully_masked(0, 0));
  CHECK(trace.output_row(0, 1)[0] == 0.0f);
  CHECK(trace.row_sum[1] == 0.0f);
}

TEST_CASE("-inf and the lowest float as an added mask both hide") {
  const Tensor one = tensor(1, 1, {1}), k = tensor(3, 1, {1, 5, 5}), v = tensor(3, 1, {1, 9, 9});
  const float lowest = std::numeric_limits<float>::lowest();
  const Trace trace = attend({one.view(), k.view(), v.view(), with_bias(1, 3, {0, -kInf, lowest})});
  CHECK(trace.weight(0, 0, 0) == 1.0f);
  CHECK(trace.weight(0, 0, 1) == 0.0f);
  CHECK(trace.weight(0, 0, 2) == 0.0f);
  const Trace none =
      attend({one.view(), k.view(), v.view(), with_bias(1, 3, {lowest, -kInf, lowest})});
  CHECK(none.fully_masked(0, 0));
}

TEST_CASE("what cannot be used is refused, with shapes and places") {
  const Tensor q = tensor(2, 2, {1, 2, 3, 4}), k = q, v = q;
  CHECK(refusal(q, tensor(2, 3, {1, 2, 3, 4, 5, 6}), v) ==
        "queries [1, 2, 2] and keys [1, 2, 3]: a query and a key must have the same width");
  CHECK(refusal(q, k, tensor(1, 2, {1, 2})) ==
        "keys [1, 2, 2] and values [1, 1, 2]: every key needs one value, with as many heads");
  CHECK(refusal(tensor(1, 1, {1, 2, 3}, 3), tensor(1, 1, {1, 2}, 2), tensor(1, 1, {1, 2}, 2)) ==
        "queries [3, 1, 1] and keys [2, 1, 1]: 3 query heads cannot share 2 key heads evenly");
  CHECK(refusal(tensor(0, 2, {}), k, v) == "queries [1, 0, 2]: every length must be at least 1");
  CHECK(refusal(q, k, v, with_cells(2, 3, {1, 1, 1, 1, 1, 1})) ==
        "mask [1, 2, 3] does not fit scores [1, 2, 2]: give one cell a query and key, for 1 or all "
        "heads");
  CHECK(refusal(q, k, v, with_bias(2, 2, {0, 0, 0})) ==
        "added mask [1, 2, 2] needs 4 cells and has 3");
  CHECK(refusal(q, tensor(2, 2, {1, 2, 3, kNan}), v) ==
        "keys: head 0, row 1, column 1 is nan and nothing hides it; mend the number or mask it");
  CHECK(refusal(q, k, tensor(2, 2, {1, -kInf, 3, 4})).substr(0, 40) ==
        "values: head 0, row 0, column 1 is -inf ");
  CHECK(
      refusal(q, k, v, with_bias(2, 2, {0, 0, kNan, 0})) ==
      "added mask: head 0, row 1, column 0 is nan; give a finite number, or -inf to hide the key");
  const Tensor huge = tensor(1, 1, {1e30f});
  CHECK(refusal(huge, huge, huge) ==
        "score: head 0, row 0, column 0 is inf; the inputs are too large for 32-bit floats, make "
        "them smaller");
  AttentionOptions options;
  options.sink = {1, 2};
  CHECK(refusal(q, k, v, options) == "sink has 2 scores for 1 heads: give one a head");
  options = {};
  options.temperature = 0;
  CHECK(refusal(q, k, v, options).substr(0, 11) == "temperature");
  options = {};
  options.softcap = -1;
  CHECK(refusal(q, k, v, options).substr(0, 7) == "softcap");
}
