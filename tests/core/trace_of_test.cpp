#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/document/document.h"
#include "core/document/library.h"
#include "core/text/input_error.h"
#include "tests/support/test_data.h"

using namespace qkv;

namespace {

// Two layers, one batch, one head of two words; layer 1 differs so that a wrong slice shows.
Document recording(bool with_scores) {
  Document document;
  document.origin = "test.npz";
  document.query_words = document.key_words = {"a", "b"};
  Recording r;
  r.layers = 2;
  r.weights = {Tensor{1, 2, 2, {1, 0, 0.25f, 0.75f}}, Tensor{1, 2, 2, {0.5f, 0.5f, 0.1f, 0.9f}}};
  if (with_scores) {
    const float ln3 = std::log(3.0f);
    r.scaled = {Tensor{1, 2, 2, {0, ln3, 0, ln3}}, Tensor{1, 2, 2, {2, 2, 0, std::log(9.0f)}}};
  }
  document.recording = r;
  return document;
}

Trace read(const Document& document, const AttentionOptions& options, Slice slice = {}) {
  Trace trace;
  trace_of(document, options, slice, trace);
  return trace;
}

AttentionOptions with_rules(std::string_view text) {
  AttentionOptions options;
  options.mask.rules = parse_mask_rules(text);
  return options;
}

}  // namespace

TEST_CASE("a recording of weights shows them and nothing that it does not have") {
  const Document document = recording(false);
  const Trace trace = read(document, {});
  CHECK_FALSE(trace.has_scores);
  CHECK_FALSE(trace.has_scaled);
  CHECK(trace.has_weights);
  CHECK_FALSE(trace.has_output);
  CHECK(trace.weight(0, 1, 1) == 0.75f);
  CHECK(trace.heads == 1);
  CHECK(trace.n == 2);
  // A whole triangle of zeros above a diagonal that has none is a causal mask.
  CHECK(mask_rules_text(trace.options.mask.rules) == "causal");
  CHECK_FALSE(trace.visible(0, 0, 1));
  CHECK(trace.visible(0, 1, 0));
  CHECK(read(document, {}, {1, 0, 0}).options.mask == Mask{});
  // There is nothing to compute another mask from: the weights stay, and the options say so.
  const Trace same = read(document, with_rules("window:1"));
  CHECK(same.weight(0, 1, 0) == 0.25f);
  CHECK(mask_rules_text(same.options.mask.rules) == "causal");
}

TEST_CASE("recorded scores allow another mask and another temperature") {
  const Document document = recording(true);
  const Trace recorded = read(document, {});
  CHECK(recorded.has_scaled);
  CHECK(recorded.scaled(0, 0, 1) == doctest::Approx(std::log(3.0)));
  CHECK(recorded.masked(0, 0, 1) == -std::numeric_limits<float>::infinity());
  CHECK(recorded.row_max[0] == 0.0f);
  CHECK(recorded.row_sum[1] == doctest::Approx(1 + 1 / 3.0));

  const Trace window = read(document, with_rules("window:1"));
  CHECK(window.weight(0, 1, 0) == 0.0f);
  CHECK(window.weight(0, 1, 1) == 1.0f);
  const Trace nothing = read(document, with_rules("padding:2"));
  CHECK(nothing.fully_masked(0, 0));
  CHECK(nothing.weight(0, 0, 0) == 0.0f);

  AttentionOptions warm;
  warm.temperature = 2.0f;
  const double e = std::exp(std::log(3.0) / 2);
  CHECK(read(document, warm).weight(0, 1, 1) == doctest::Approx(e / (1 + e)));
}

TEST_CASE("a slice that is not there, and a document with nothing to compute from") {
  const Document document = recording(false);
  CHECK_THROWS_WITH_AS(read(document, {}, {2, 0, 0}), "layer 2 is not there: choose 0 to 1",
                       InputError);
  CHECK_THROWS_WITH_AS(read(document, {}, {0, -1, 0}), "batch -1 is not there: choose 0 to 0",
                       InputError);
  Document empty;
  empty.origin = "empty.qkv";
  CHECK_THROWS_WITH_AS(read(empty, {}),
                       "empty.qkv: there are no queries, keys and values to compute from",
                       InputError);
}

TEST_CASE("a trace that held an attention reads a recording, and back") {
  Trace trace;
  const DocumentPtr cat = load_lesson("cat");
  trace_of(*cat, cat->options, {}, trace);
  const Trace first = trace;
  trace_of(recording(false), {}, {}, trace);
  CHECK(trace.row_max.empty());
  CHECK_FALSE(trace.fully_masked(0, 0));
  trace_of(*cat, cat->options, {}, trace);
  CHECK(trace.weights == first.weights);
  CHECK(trace.has_output);
}

TEST_CASE("GPT-2's recorded weights are the softmax of its recorded scores, layer by layer") {
  const auto file = qkv::test::test_data("recorded_attention/transformer_explainer_gpt2_ex0.npz");
  if (!file) return;
  const DocumentPtr document = load_file(file->string());
  REQUIRE(document->recording);
  for (int layer = 0; layer < document->layers(); ++layer) {
    CAPTURE(layer);
    const Trace recorded = read(*document, document->options, {layer, 0, 0});
    CHECK(mask_rules_text(recorded.options.mask.rules) == "causal");
    // Naming the mask computes the weights anew from the scores.
    AttentionOptions named = document->options;
    named.mask.rules = parse_mask_rules("causal+padding:0");
    const Trace computed = read(*document, named, {layer, 0, 0});
    REQUIRE(computed.weights.size() == recorded.weights.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < recorded.weights.size(); ++i) {
      worst =
          std::max(worst, std::abs(static_cast<double>(computed.weights[i] - recorded.weights[i])));
    }
    CHECK(worst < 1e-6);
  }
}
