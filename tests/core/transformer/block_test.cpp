// The block against formulas written out, and against a trained model that PyTorch ran.

#include "core/transformer/block.h"

#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/files/npz.h"
#include "tests/core/transformer/reference.h"
#include "tests/support/test_data.h"

using namespace qkv;
using namespace qkv::reference;

namespace {

Block random_block(NormPlace place) {
  const int d = 4;
  Block b;
  b.place = place;
  b.norm1 = {random_row(d, 1), random_row(d, 2), 1e-5f};
  b.norm2 = {random_row(d, 3), random_row(d, 4), 1e-5f};
  b.attention.heads = b.attention.kv_heads = 2;
  b.attention.w_q = random_tensor(d, d, 5);
  b.attention.w_k = random_tensor(d, d, 6);
  b.attention.w_v = random_tensor(d, d, 7);
  b.attention.w_o = random_tensor(d, d, 8);
  b.feed.w1 = random_tensor(d, 4 * d, 9);
  b.feed.w2 = random_tensor(4 * d, d, 10);
  b.feed.activation = Activation::relu;
  return b;
}

Rows attended(const Rows& x, const MultiHead& m) {
  Rows out(x.size(), std::vector<double>(x.front().size(), 0.0));
  for (std::size_t h = 0; h < 2; ++h) {
    const Rows w =
        attention_weights(times(x, columns(rows_of(m.w_q), 2 * h, 2)),
                          times(x, columns(rows_of(m.w_k), 2 * h, 2)), false, 1 / std::sqrt(2.0));
    const Rows w_o = rows_of(m.w_o);
    out = plus(out, times(times(w, times(x, columns(rows_of(m.w_v), 2 * h, 2))),
                          {w_o[2 * h], w_o[2 * h + 1]}));
  }
  return out;
}

Rows fed(const Rows& x, const FeedForward& f) {
  return times(each(times(x, rows_of(f.w1)), [](double v) { return v > 0 ? v : 0; }),
               rows_of(f.w2));
}

Rows by_hand(const Rows& x, const Block& b) {
  const auto norm1 = [&](const Rows& r) { return layer_norm(r, b.norm1.gain, b.norm1.bias, 1e-5); };
  const auto norm2 = [&](const Rows& r) { return layer_norm(r, b.norm2.gain, b.norm2.bias, 1e-5); };
  if (b.place == NormPlace::pre) {
    const Rows middle = plus(x, attended(norm1(x), b.attention));
    return plus(middle, fed(norm2(middle), b.feed));
  }
  const Rows middle = norm1(plus(x, attended(x, b.attention)));
  return norm2(plus(middle, fed(middle, b.feed)));
}

/// A safetensors file: the length of a JSON header (8 bytes), the header, the numbers.
std::map<std::string, Array> read_safetensors(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(bytes.size() > 8);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  const auto header = nlohmann::json::parse(bytes.substr(8, length));
  std::map<std::string, Array> arrays;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") continue;
    REQUIRE(entry["dtype"] == "F32");
    const auto begin = entry["data_offsets"][0].get<std::size_t>();
    const auto end = entry["data_offsets"][1].get<std::size_t>();
    Array a;
    a.shape = entry["shape"].get<std::vector<std::int64_t>>();
    a.numbers.resize((end - begin) / sizeof(float));
    std::memcpy(a.numbers.data(), bytes.data() + 8 + length + begin, end - begin);
    arrays[name] = std::move(a);
  }
  return arrays;
}

/// A Linear of PyTorch, stored out×in, rows [from, from + count) → in×count.
Tensor linear(const Array& a, std::size_t from, std::size_t count) {
  const auto in = static_cast<std::size_t>(a.shape[1]);
  Tensor t = zeros(static_cast<int>(in), static_cast<int>(count));
  for (std::size_t o = 0; o < count; ++o)
    for (std::size_t i = 0; i < in; ++i) t.data[i * count + o] = a.numbers[(from + o) * in + i];
  return t;
}
Tensor linear(const Array& a) { return linear(a, 0, static_cast<std::size_t>(a.shape[0])); }

Block block_of(const std::map<std::string, Array>& model, int layer) {
  const std::string at = "transformer.h." + std::to_string(layer) + ".";
  const auto& w = [&](const char* name) -> const Array& { return model.at(at + name); };
  Block b;
  b.norm1 = {w("ln_1.weight").numbers, w("ln_1.bias").numbers, 1e-5f};
  b.norm2 = {w("ln_2.weight").numbers, w("ln_2.bias").numbers, 1e-5f};
  b.attention.heads = b.attention.kv_heads = 3;
  b.attention.w_q = linear(w("attn.c_attn.weight"), 0, 48);
  b.attention.w_k = linear(w("attn.c_attn.weight"), 48, 48);
  b.attention.w_v = linear(w("attn.c_attn.weight"), 96, 48);
  b.attention.w_o = linear(w("attn.c_proj.weight"));
  b.attention.b_o = w("attn.c_proj.bias").numbers;
  b.feed.w1 = linear(w("mlp.c_fc.weight"));
  b.feed.b1 = w("mlp.c_fc.bias").numbers;
  b.feed.w2 = linear(w("mlp.c_proj.weight"));
  b.feed.b2 = w("mlp.c_proj.bias").numbers;
  b.feed.activation = Activation::gelu_tanh;
  return b;
}

/// Sequence `s` of an array [3, …], flat.
std::vector<float> sequence(const Array& a, int s) {
  const std::size_t size = a.numbers.size() / 3;
  const auto begin = a.numbers.begin() + static_cast<std::ptrdiff_t>(size) * s;
  return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

float off(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  float most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

/// The file of weights has no biases of c_attn, the model had: what its q, k, v of the first word
/// of the first sequence hold beyond W·norm1(x). All other words and sequences then check it.
std::vector<float> attention_bias(const Block& b, const std::map<std::string, Array>& partials) {
  const Tensor normed{
      1, 1, 48, {partials.at("ln1").numbers.begin(), partials.at("ln1").numbers.begin() + 48}};
  std::vector<float> bias;
  for (const Tensor* w : {&b.attention.w_q, &b.attention.w_k, &b.attention.w_v}) {
    const Rows plain = times(rows_of(normed), rows_of(*w));
    for (const double value : plain.front())
      bias.push_back(
          static_cast<float>(static_cast<double>(partials.at("qkv").numbers[bias.size()]) - value));
  }
  return bias;
}

}  // namespace

TEST_CASE("block: pre- and post-norm against the formulas in float64") {
  const Tensor x = random_tensor(5, 4, 30);
  for (const NormPlace place : {NormPlace::pre, NormPlace::post}) {
    const Block b = random_block(place);
    CHECK(reference::off(run_block(x, b).outcome, by_hand(rows_of(x), b)) < 1e-4);
    const auto stack = run_stack(x, {b, b, b});
    REQUIRE(stack.size() == 3);
    CHECK(stack[1].outcome == run_block(stack[0].outcome, b).outcome);
  }
  // Post-norm leaves every row with the moments that its gain and bias say; pre-norm does not.
  Block b = random_block(NormPlace::post);
  b.norm2 = {};
  for (int r = 0; r < 5; ++r)
    CHECK(moments(run_block(x, b).outcome, r).variance == doctest::Approx(1).epsilon(1e-3));
}

TEST_CASE("block: a trained GPT-2-style model, every intermediate of PyTorch") {
  const auto folder = test::test_data("models/gpt_nano_sort");
  if (!folder) return;
  const auto model = read_safetensors(*folder / "model.safetensors");
  const auto partials = read_npz((*folder / "partials.npz").string());
  AttentionOptions causal;
  causal.mask.rules = parse_mask_rules("causal");
  Block block = block_of(model, 0);
  const std::vector<float> bias = attention_bias(block, partials);
  block.attention.b_q = {bias.begin(), bias.begin() + 48};
  block.attention.b_k = {bias.begin() + 48, bias.begin() + 96};
  block.attention.b_v = {bias.begin() + 96, bias.end()};
  for (int s = 0; s < 3; ++s) {
    const Tensor x{1, 11, 48, sequence(partials.at("x"), s)};
    const BlockTrace t = run_block(x, block, causal);
    const auto differs = [&](const std::string& name, const std::vector<float>& ours) {
      CAPTURE(name);
      CAPTURE(s);
      CHECK(off(ours, sequence(partials.at(name), s)) < 1e-5f);
    };
    differs("ln1", t.normed1.data);
    differs("q", t.attention.q.data);
    differs("k", t.attention.k.data);
    differs("v", t.attention.v.data);
    differs("attSm", t.attention.weights.data);
    differs("y", t.attention.joined.data);
    differs("yProj", t.attention.outcome.data);
    differs("attnResid", t.after_attention.data);
    differs("ln2", t.normed2.data);
    differs("fc", t.feed.inner.data);
    differs("gelu", t.feed.active.data);
    differs("mlp", t.feed.outcome.data);
    differs("block0", t.outcome.data);
  }
}
