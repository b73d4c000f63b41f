// Files of real models as documents: what is opened, what is told, what is refused.

#include "core/document/tensor_file.h"

#include <cmath>
#include <filesystem>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/files/npz.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"
#include "tests/support/scratch.h"
#include "tests/support/test_data.h"

using namespace qkv;

namespace {

Array filled(std::vector<std::int64_t> shape, float value) {
  std::size_t count = 1;
  for (const auto side : shape) count *= static_cast<std::size_t>(side);
  return {std::move(shape), "<f4", std::vector<float>(count, value), {}};
}

Array counted(std::vector<std::int64_t> shape) {
  Array array = filled(std::move(shape), 0);
  for (std::size_t i = 0; i < array.numbers.size(); ++i)
    array.numbers[i] = static_cast<float>(i % 17) / 8 - 1;
  return array;
}

std::string refusal(const std::string& path) {
  try {
    load_file(path);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string refusal_of(const std::map<std::string, Array>& arrays) {
  const test::Scratch scratch;
  const std::string path = scratch.file("x.npz");
  write_npz(path, arrays);
  const std::string said = refusal(path);
  CHECK((said.empty() || said.starts_with(path + ": ")));
  CHECK(said.find('\n') == said.npos);
  return said;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("recordings of real models open with layers, heads and tokens") {
  const auto folder = test::test_data("recorded_attention");
  if (!folder) return;
  struct Wanted {
    const char* name;
    int layers, heads, n;
    const char* word;
  };
  for (const Wanted& w : {Wanted{"bertviz_bert_head_view", 12, 12, 11, "[CLS]"},
                          Wanted{"bertviz_distilbert_head_view", 6, 12, 8, "[CLS]"},
                          Wanted{"bertviz_gpt2_head_view", 12, 12, 10, "The"},
                          Wanted{"transformer_explainer_gpt2_ex0", 12, 12, 6, "Data"}}) {
    CAPTURE(std::string(w.name));
    const DocumentPtr d = load_file((*folder / (std::string(w.name) + ".npz")).string());
    CHECK(d->provenance == Provenance::recorded);
    CHECK(d->layers() == w.layers);
    CHECK(d->heads() == w.heads);
    CHECK(d->n() == w.n);
    CHECK(d->m() == w.n);
    CHECK(d->query_words.front() == w.word);
    CHECK(d->remarks.empty());
    Trace trace;
    for (int layer = 0; layer < d->layers(); ++layer) {
      trace_of(*d, d->options, {layer, 0, 0}, trace);
      for (int h = 0; h < trace.heads; ++h)
        for (int r = 0; r < trace.n; ++r) {
          double sum = 0;
          for (int c = 0; c < trace.m; ++c) sum += static_cast<double>(trace.weight(h, r, c));
          CHECK(std::abs(sum - 1) < 1e-6);
        }
    }
  }
}

TEST_CASE("a defective recording is told as such") {
  const auto folder = test::test_data("recorded_attention");
  if (!folder) return;
  const std::string said = refusal((*folder / "t2t_translate_dirty.npz").string());
  CHECK(contains(said, "rows do not sum to 1"));
  CHECK(contains(said, "normalised over heads"));
  CHECK(contains(said, "NaN"));
}

TEST_CASE("inputs from public bug reports") {
  const auto folder = test::test_data("issue_cases");
  if (!folder) return;
  const auto path = [&](const char* name) { return (*folder / name).string(); };
  CHECK(contains(refusal(path("rank1_weights.npz")), "[n, m]"));
  const DocumentPtr masked = load_file(path("fully_masked_row.npz"));
  Trace trace;
  trace_of(*masked, masked->options, {}, trace);
  CHECK(trace.fully_masked(0, 1));
  CHECK(trace.weight(0, 0, 0) == doctest::Approx(0.669761546650009).epsilon(1e-6));
  CHECK(trace.weight(0, 2, 0) == 1.0f);
  const DocumentPtr nan_key = load_file(path("masked_nan_key.npz"));
  trace_of(*nan_key, nan_key->options, {}, trace);
  CHECK(trace.weight(0, 1, 0) == 1.0f);
  CHECK(trace.output_row(0, 1)[3] == 3.0f);
  CHECK(load_file(path("long_512.npz"))->n() == 512);
}

TEST_CASE("q, k, v with heads, batches, fewer key heads and a mask") {
  const test::Scratch scratch;
  const std::string path = scratch.file("x.npz");
  write_npz(path, {{"Q", counted({2, 4, 3, 2})},
                   {"K", counted({2, 2, 5, 2})},
                   {"V", counted({2, 2, 5, 3})},
                   {"attn_mask", filled({2, 1, 1, 5}, 0.5f)}});
  const DocumentPtr first = load_tensor_file(path, 0), second = load_tensor_file(path, 1);
  CHECK(first->heads() == 4);
  CHECK(first->n() == 3);
  CHECK(first->m() == 5);
  CHECK(first->values.columns == 3);
  CHECK(first->queries.data[0] == -1.0f);
  CHECK(second->queries.data[0] == counted({2, 4, 3, 2}).numbers[24]);
  CHECK(second->keys.data[0] == counted({2, 2, 5, 2}).numbers[20]);
  REQUIRE(first->options.mask.bias);
  CHECK(first->options.mask.bias->rows == 3);
  CHECK(first->options.mask.bias->added.size() == 15);
  CHECK_THROWS_AS(load_tensor_file(path, 2), InputError);
  CHECK(first->query_words == std::vector<std::string>{"0", "1", "2"});
}

TEST_CASE("axes of a recording: layers, batches, heads") {
  const test::Scratch scratch;
  const std::string path = scratch.file("x.npz");
  Array a = filled({3, 2, 4, 1, 2}, 0.5f);
  const std::size_t last = (2 * 2 + 1) * 8;  // layer 2, batch 1
  a.numbers[last] = 0.25f, a.numbers[last + 1] = 0.75f;
  write_npz(path, {{"attentions", a}});
  const DocumentPtr d = load_file(path);
  CHECK(d->layers() == 3);
  CHECK(d->batches() == 2);
  CHECK(d->heads() == 4);
  Trace trace;
  trace_of(*d, d->options, {2, 1, 0}, trace);
  CHECK(trace.weight(0, 0, 1) == 0.75f);
  write_npz(path, {{"attention", filled({6, 4, 1, 2}, 0.5f)}});
  CHECK(load_file(path)->layers() == 6);
  CHECK(load_file(path)->batches() == 1);
}

TEST_CASE("tokens label positions, and a count that does not fit is told") {
  const test::Scratch scratch;
  const std::string path = scratch.file("x.npz"), beside = scratch.file("x.tokens.json");
  write_npz(path, {{"attention", filled({2, 5}, 0.2f)}});
  CHECK(load_file(path)->query_words == std::vector<std::string>{"0", "1"});
  write_file(beside, R"({"tokens": ["a", "b", "c", "d", "X", "Y"]})");
  CHECK(load_file(path)->query_words == std::vector<std::string>{"X", "Y"});
  CHECK(load_file(path)->key_words == std::vector<std::string>{"a", "b", "c", "d", "X"});
  write_file(beside, R"(["a", "b", "c"])");
  const DocumentPtr d = load_file(path);
  CHECK(d->query_words.front() == "0");
  REQUIRE(d->remarks.size() == 1);
  CHECK(contains(d->remarks[0], "3 tokens for 2 queries and 5 keys"));
  for (const char* bad : {"", "{", "{\"tokens\": 3}", "[1, 2]", "{\"tokens\": [\"a\", NaN]}"}) {
    CAPTURE(bad);
    write_file(beside, bad);
    CHECK(refusal(path).starts_with(beside + ": "));
  }
  write_file(beside, std::string(100'000, '['));
  CHECK(refusal(path).starts_with(beside + ": "));
}

TEST_CASE("tensors that do not fit are refused with their shapes") {
  const Array q = counted({4, 3, 2}), k = counted({2, 5, 2}), v = counted({2, 5, 2});
  CHECK(refusal_of({{"q", q}, {"k", k}, {"v", v}}) == "");
  CHECK(contains(refusal_of({{"q", q}, {"k", k}}), "v is missing"));
  CHECK(contains(refusal_of({{"q", q}, {"Q", q}, {"k", k}, {"v", v}}), "both"));
  CHECK(contains(refusal_of({{"q", q}, {"k", counted({2, 5, 3})}, {"v", v}}), "[4, 3, 2]"));
  CHECK(contains(refusal_of({{"q", q}, {"k", k}, {"v", counted({2, 4, 2})}}), "4 rows, keys 5"));
  CHECK(contains(refusal_of({{"q", q}, {"k", counted({3, 5, 2})}, {"v", counted({3, 5, 2})}}),
                 "divide"));
  CHECK(contains(refusal_of({{"q", counted({4})}, {"k", k}, {"v", v}}), "[4]"));
  CHECK(contains(refusal_of({{"q", counted({0, 2})}, {"k", k}, {"v", v}}), "empty"));
  CHECK(
      contains(refusal_of({{"q", q}, {"k", k}, {"v", v}, {"mask", filled({3, 4}, 0)}}), "[3, 4]"));
  CHECK(contains(refusal_of({{"q", q}, {"k", k}, {"v", v}, {"mask", filled({5}, NAN)}}), "NaN"));
  CHECK(contains(refusal_of({{"hello", q}}), "hello [4, 3, 2]"));
  CHECK(contains(refusal_of({}), "no arrays"));
}

TEST_CASE("what is called attention must be attention") {
  Array a = filled({2, 3, 4}, 0.25f);
  CHECK(refusal_of({{"attention", a}}) == "");
  a.numbers[13] = NAN;
  CHECK(contains(refusal_of({{"attention", a}}), "head 1, row 0, column 1 is NaN"));
  a.numbers[13] = -2;
  CHECK(contains(refusal_of({{"attention", a}}), "no weight is negative"));
  a.numbers[13] = 0.75f;
  CHECK(contains(refusal_of({{"attention", a}}), "head 1, row 0 sums to 1.5"));
  Array turned = filled({2, 2}, 0);
  turned.numbers = {0.9f, 0.2f, 0.1f, 0.8f};
  CHECK(contains(refusal_of({{"attention", turned}}), "swap"));
  CHECK(contains(refusal_of({{"attention", filled({4, 3, 3}, 0.25f)}}), "over heads"));
  Array nothing = filled({1, 2}, 0);
  CHECK(refusal_of({{"attention", nothing}}) == "");
}

TEST_CASE("scaled scores alone give their weights") {
  const test::Scratch scratch;
  const std::string path = scratch.file("x.npz");
  Array s = filled({2, 2}, 0);
  s.numbers = {1.0f, 2.0f, 3.0f, -INFINITY};
  write_npz(path, {{"scores_scaled", s}});
  const DocumentPtr d = load_file(path);
  Trace trace;
  trace_of(*d, d->options, {}, trace);
  CHECK(trace.weight(0, 0, 1) == doctest::Approx(1 / (1 + std::exp(-1.0))).epsilon(1e-6));
  CHECK(trace.weight(0, 1, 0) == 1.0f);
  CHECK(trace.scaled(0, 0, 1) == 2.0f);
}
