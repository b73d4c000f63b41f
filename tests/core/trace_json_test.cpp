// `qkv trace --json` against attention computed here in float64, and what its numbers read back to.

#include "core/document/trace_json.h"

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/files/npz.h"
#include "core/learning/train.h"
#include "tests/support/scratch.h"

using namespace qkv;
using nlohmann::json;

namespace {

std::string text_of_trace(const Document& d, const AttentionOptions& options,
                          std::optional<int> word = {}) {
  Trace trace;
  trace_of(d, options, {}, trace);
  std::string text;
  write_trace_json(d, trace, word, [&](std::string_view piece) { text += piece; });
  return text;
}

using Matrix = std::vector<std::vector<double>>;

struct Wanted {
  Matrix scores, scaled, weights, output;
};

/// Plain attention of one head in float64; hidden(i, j) cells get weight 0.
template <class Hidden>
Wanted reference(const Matrix& q, const Matrix& k, const Matrix& v, double scale, Hidden hidden) {
  Wanted result;
  for (std::size_t i = 0; i < q.size(); ++i) {
    std::vector<double> scores, scaled, weights, output(v[0].size(), 0.0);
    double largest = -INFINITY, sum = 0;
    for (std::size_t j = 0; j < k.size(); ++j) {
      double dot = 0;
      for (std::size_t c = 0; c < q[i].size(); ++c) dot += q[i][c] * k[j][c];
      scores.push_back(dot);
      scaled.push_back(dot * scale);
      if (!hidden(i, j)) largest = std::max(largest, dot * scale);
    }
    for (std::size_t j = 0; j < k.size(); ++j) {
      weights.push_back(hidden(i, j) ? 0.0 : std::exp(scaled[j] - largest));
      sum += weights.back();
    }
    for (std::size_t j = 0; j < k.size(); ++j) {
      if (sum > 0) weights[j] /= sum;
      for (std::size_t c = 0; c < output.size(); ++c) output[c] += weights[j] * v[j][c];
    }
    result.scores.push_back(scores);
    result.scaled.push_back(scaled);
    result.weights.push_back(weights);
    result.output.push_back(output);
  }
  return result;
}

const Matrix kQ = {{1.5, 0}, {0, 1.2}, {1.2, 0}, {2, 0}, {0, 1.5}};
const Matrix kK = {{0, 0}, {3, 0}, {0, 3}, {0.5, 0}, {1, 0.5}};
const Matrix kV = {{0, 0}, {1, 0}, {0, 0.5}, {0.3, 0}, {0, 1}};

void compare(const json& stage, const Matrix& expected) {
  REQUIRE(stage.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    REQUIRE(stage[i].size() == expected[i].size());
    for (std::size_t j = 0; j < expected[i].size(); ++j) {
      CAPTURE(i);
      CAPTURE(j);
      CHECK(std::abs(stage[i][j].get<double>() - expected[i][j]) < 1e-6);
    }
  }
}

}  // namespace

TEST_CASE("the cat lesson's trace is the float64 reference") {
  const DocumentPtr cat = load_lesson("cat");
  const std::string text = text_of_trace(*cat, cat->options, 3);
  const json trace = json::parse(text);
  const Wanted wanted =
      reference(kQ, kK, kV, 1 / std::sqrt(2.0), [](std::size_t, std::size_t) { return false; });
  compare(trace["scores"], wanted.scores);
  compare(trace["scaled"], wanted.scaled);
  compare(trace["masked"], wanted.scaled);
  compare(trace["weights"], wanted.weights);
  compare(trace["output"], wanted.output);
  CHECK(std::abs(trace["weights"][3][1].get<double>() - 0.8952646) < 1e-6);
  CHECK(trace["word"] == 3);
  CHECK(trace["words"] == json(cat->query_words));
  CHECK(trace["fully_masked_rows"] == json::array());
  std::size_t at = 0;
  for (const char* key : {"format", "words", "scores", "scaled", "masked", "weights", "output",
                          "fully_masked_rows", "word"}) {
    const std::size_t found = text.find("\"" + std::string(key) + "\":");
    CHECK(found != text.npos);
    CHECK(found >= at);
    at = found;
  }
  CHECK(!trace.contains("key_words"));
}

TEST_CASE("the causal trace hides with null and weighs with exact zeros") {
  const DocumentPtr cat = load_lesson("cat");
  AttentionOptions options = cat->options;
  options.mask.rules = parse_mask_rules("causal");
  const json trace = json::parse(text_of_trace(*cat, options));
  const Wanted wanted =
      reference(kQ, kK, kV, 1 / std::sqrt(2.0), [](std::size_t i, std::size_t j) { return j > i; });
  compare(trace["scores"], wanted.scores);
  compare(trace["weights"], wanted.weights);
  compare(trace["output"], wanted.output);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      CHECK(trace["masked"][i][j].is_null() == (j > i));
      if (j > i) CHECK(trace["weights"][i][j] == 0);
    }
  CHECK(trace["weights"][1][0] == 0.5);
}

TEST_CASE("fully masked rows, heads, and queries that are not the keys") {
  const DocumentPtr d = parse_qkv(R"(format = 1
words = ["a", "b\"\n"]
key_words = ["x", "y", "z"]
queries = [[[1, 0], [0, 1]], [[2, 1], [1, 2]]]
keys = [[0, 0], [3, 0], [0, 3]]
values = [[1], [2], [4]]
[options]
mask = "causal"
visible = [[true, true, true], [false, false, false]]
)",
                                  "x.qkv", "x");
  const json trace = json::parse(text_of_trace(*d, d->options));
  CHECK(trace["words"][1] == "b\"\n");
  CHECK(trace["key_words"] == json({"x", "y", "z"}));
  CHECK(trace["causal_align"] == "start");
  CHECK(trace["fully_masked_rows"] == json::parse("[[1], [1]]"));
  REQUIRE(trace["weights"].size() == 2);
  REQUIRE(trace["weights"][1].size() == 2);
  REQUIRE(trace["weights"][1][0].size() == 3);
  CHECK(trace["weights"][1][1] == json::array({0, 0, 0}));
  CHECK(trace["output"][0][1] == json::array({0}));
  CHECK(trace["output"][1][0] == json::array({1}));
  CHECK(!trace.contains("word"));
}

TEST_CASE("every number of a trace reads back to the same float") {
  Document d;
  d.query_words = d.key_words = {"a", "b"};
  d.queries = {1, 2, 1, {1, 1}};
  d.keys = {1, 2, 1, {0.1f, 1e-30f}};
  d.values = {1, 2, 1, {1.0f / 3, 16777217.0f}};
  Trace trace;
  trace_of(d, {}, {}, trace);
  const json read = json::parse(text_of_trace(d, {}));
  for (int c = 0; c < 2; ++c)
    CHECK(read["scores"][0][static_cast<std::size_t>(c)].get<float>() == trace.score(0, 0, c));
  CHECK(read["output"][0][0].get<float>() == trace.output_row(0, 0)[0]);
}

TEST_CASE("stages that a recording has no data for are absent; NaN is a text") {
  Document d;
  d.query_words = d.key_words = {"a"};
  d.recording = Recording{1, 1, {{1, 1, 1, {1}}}, {}};
  const json weights_only = json::parse(text_of_trace(d, {}));
  CHECK(weights_only.contains("weights"));
  for (const char* stage : {"scores", "scaled", "masked", "output"})
    CHECK(!weights_only.contains(stage));
  d.recording->scaled = {{1, 1, 1, {NAN}}};
  const json scaled = json::parse(text_of_trace(d, {}));
  CHECK(scaled["scaled"][0][0] == "nan");
  CHECK(!scaled.contains("scores"));
}

TEST_CASE("--out writes the stages as arrays that read back") {
  const DocumentPtr cat = load_lesson("cat");
  AttentionOptions options = cat->options;
  options.mask.rules = parse_mask_rules("causal");
  Trace trace;
  trace_of(*cat, options, {}, trace);
  const test::Scratch scratch;
  write_npz(scratch.file("x.npz"), trace_arrays(trace));
  const auto arrays = read_npz(scratch.file("x.npz"));
  CHECK(arrays.size() == 5);
  CHECK(arrays.at("weights").shape == std::vector<std::int64_t>{5, 5});
  CHECK(arrays.at("output").shape == std::vector<std::int64_t>{5, 2});
  CHECK(arrays.at("masked").numbers[1] == -INFINITY);
  CHECK(arrays.at("scores").numbers[16] == 6.0f);
  CHECK(arrays.at("weights").numbers[5] == 0.5f);
}

TEST_CASE("the trace has the vectors, what they are projected from, and the run of training") {
  const DocumentPtr lesson = load_lesson("qkv");
  REQUIRE(can_train(*lesson, lesson->options));
  const DocumentPtr end = end_of_run(*lesson, lesson->options);
  Trace trace;
  trace_of(*lesson, lesson->options, {}, trace);
  std::string text;
  write_trace_json(
      *lesson, trace, std::nullopt, [&](std::string_view piece) { text += piece; }, {}, end.get());
  const json all = json::parse(text);
  const auto matrix = [&](const json& from) { return from.get<Matrix>(); };
  const Matrix x = matrix(all["x"]);
  for (const auto& [vector, weights] : {std::pair{"q", "w_q"}, {"k", "w_k"}, {"v", "w_v"}}) {
    const Matrix w = matrix(all[weights]);
    Matrix product(x.size(), std::vector<double>(w[0].size(), 0.0));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t e = 0; e < w.size(); ++e)
        for (std::size_t c = 0; c < w[e].size(); ++c) product[i][c] += x[i][e] * w[e][c];
    CAPTURE(vector);
    compare(all[vector], product);
  }
  const json& run = all["train"];
  CHECK(run["steps"] == lesson->training->steps);
  CHECK(run["done"] == 0);
  REQUIRE(run["weights"].size() == static_cast<std::size_t>(lesson->training->steps) + 1);
  CHECK(run["weights"].back() > run["weights"].front());
  // The first weight is that of plain attention with the matrices of the start.
  Document first = *lesson;
  const Matrix start_q = matrix(run["start_w_q"]), start_k = matrix(run["start_w_k"]);
  const auto times = [&](const Matrix& w) {
    Matrix product(x.size(), std::vector<double>(w[0].size(), 0.0));
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t e = 0; e < w.size(); ++e)
        for (std::size_t c = 0; c < w[e].size(); ++c) product[i][c] += x[i][e] * w[e][c];
    return product;
  };
  const Wanted wanted = reference(times(start_q), times(start_k), matrix(all["v"]),
                                  1 / std::sqrt(static_cast<double>(start_q[0].size())),
                                  [](std::size_t, std::size_t) { return false; });
  const auto q = static_cast<std::size_t>(lesson->training->query);
  const auto k = static_cast<std::size_t>(lesson->training->key);
  CHECK(run["weights"][0].get<double>() == doctest::Approx(wanted.weights[q][k]).epsilon(1e-5));

  const json cat = json::parse(text_of_trace(*load_lesson("cat"), load_lesson("cat")->options));
  compare(cat["q"], kQ);
  compare(cat["k"], kK);
  compare(cat["v"], kV);
  CHECK_FALSE(cat.contains("x"));
  CHECK_FALSE(cat.contains("train"));
}
