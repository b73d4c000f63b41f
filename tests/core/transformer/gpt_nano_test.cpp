// The block against a trained GPT-2-style model that PyTorch ran: every intermediate of layer 0,
// what every layer leaves, the attention of all layers and the logits of another sequence.
//
// The file of weights has no biases of c_attn, the model had. Layer 0's are read off its recorded
// q, k, v. Of layers 1 and 2 only what goes in and what comes out is recorded: b_q and b_v are
// fitted to that (Gauss-Newton, the formulas in float64) and then checked on sequences that the fit
// has not seen. b_k need not be known: it adds the same q·b_k to every score of a row, and softmax
// does not see that.

#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/files/npz.h"
#include "core/transformer/block.h"
#include "tests/core/transformer/reference.h"
#include "tests/support/test_data.h"

using namespace qkv;
using namespace qkv::reference;

namespace {

constexpr int kWidth = 48, kHeads = 3, kLayers = 3, kWords = 11;

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

/// Layer 0: what q, k, v of the first word of the first sequence hold beyond W·norm1(x).
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

/// One layer in float64, with the biases that are sought.
struct Layer {
  const Block& block;
  Rows w_q = rows_of(block.attention.w_q), w_k = rows_of(block.attention.w_k),
       w_v = rows_of(block.attention.w_v), w_o = rows_of(block.attention.w_o),
       w1 = rows_of(block.feed.w1), w2 = rows_of(block.feed.w2);

  template <class Bias>
  static Rows with(Rows rows, const Bias& bias, std::size_t from = 0) {
    for (auto& row : rows)
      for (std::size_t c = 0; c < row.size(); ++c) row[c] += static_cast<double>(bias[from + c]);
    return rows;
  }
  /// bias: b_q, then b_v.
  Rows outcome(const Rows& x, const std::vector<double>& bias) const {
    const Rows normed = layer_norm(x, block.norm1.gain, block.norm1.bias, 1e-5);
    const Rows q = with(times(normed, w_q), bias), k = times(normed, w_k);
    const Rows v = with(times(normed, w_v), bias, kWidth);
    Rows joined(x.size());
    for (std::size_t h = 0; h < kHeads; ++h) {
      const Rows w = attention_weights(columns(q, 16 * h, 16), columns(k, 16 * h, 16), true, 0.25);
      const Rows z = times(w, columns(v, 16 * h, 16));
      for (std::size_t r = 0; r < z.size(); ++r)
        joined[r].insert(joined[r].end(), z[r].begin(), z[r].end());
    }
    const Rows middle = plus(x, with(times(joined, w_o), block.attention.b_o));
    const Rows normed2 = layer_norm(middle, block.norm2.gain, block.norm2.bias, 1e-5);
    const Rows bent = each(with(times(normed2, w1), block.feed.b1), [](double u) {
      const double e =
          std::exp(2 * std::sqrt(2 / 3.14159265358979323846) * (u + 0.044715 * u * u * u));
      return u * e / (e + 1);
    });
    return plus(middle, with(times(bent, w2), block.feed.b2));
  }
};

std::vector<double> flat(const Rows& rows) {
  std::vector<double> all;
  for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
  return all;
}

Rows recorded(const Array& a, int s) { return rows_of({1, kWords, kWidth, sequence(a, s)}); }

/// x of A·x = b by elimination with pivots.
std::vector<double> solved(Rows a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t best = i;
    for (std::size_t r = i + 1; r < n; ++r)
      if (std::abs(a[r][i]) > std::abs(a[best][i])) best = r;
    std::swap(a[i], a[best]);
    std::swap(b[i], b[best]);
    for (std::size_t r = i + 1; r < n; ++r) {
      const double by = a[r][i] / a[i][i];
      for (std::size_t c = i; c < n; ++c) a[r][c] -= by * a[i][c];
      b[r] -= by * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t c = i + 1; c < n; ++c) b[i] -= a[i][c] * b[c];
    b[i] /= a[i][i];
  }
  return b;
}

/// b_q and b_v so that `outcomes` follow from `inputs`, least squares over these sequences.
std::vector<double> fitted_bias(const Block& block, const Array& inputs, const Array& outcomes,
                                int sequences) {
  const Layer layer{block};
  std::vector<double> bias(2 * kWidth);
  const auto misses = [&](const std::vector<double>& at) {
    std::vector<double> all;
    for (int s = 0; s < sequences; ++s) {
      const std::vector<double> ours = flat(layer.outcome(recorded(inputs, s), at));
      const std::vector<double> theirs = flat(recorded(outcomes, s));
      for (std::size_t i = 0; i < ours.size(); ++i) all.push_back(ours[i] - theirs[i]);
    }
    return all;
  };
  for (int step = 0; step < 4; ++step) {
    const std::vector<double> now = misses(bias);
    Rows slopes;  // of every bias: what a small change does to all misses
    for (std::size_t i = 0; i < bias.size(); ++i) {
      constexpr double kStep = 1e-5;
      std::vector<double> moved = bias;
      moved[i] += kStep;
      slopes.push_back(misses(moved));
      for (std::size_t m = 0; m < now.size(); ++m) slopes[i][m] = (slopes[i][m] - now[m]) / kStep;
    }
    Rows normal(bias.size(), std::vector<double>(bias.size()));
    std::vector<double> right(bias.size());
    for (std::size_t i = 0; i < bias.size(); ++i)
      for (std::size_t m = 0; m < now.size(); ++m) {
        right[i] -= slopes[i][m] * now[m];
        for (std::size_t j = 0; j < bias.size(); ++j) normal[i][j] += slopes[i][m] * slopes[j][m];
      }
    // Some directions hardly show in what comes out.
    for (std::size_t i = 0; i < bias.size(); ++i) normal[i][i] += 1e-14;
    const std::vector<double> by = solved(std::move(normal), std::move(right));
    for (std::size_t i = 0; i < bias.size(); ++i) bias[i] += by[i];
  }
  return bias;
}

void set_bias(Block& block, const std::vector<double>& bias) {
  block.attention.b_q.assign(bias.begin(), bias.begin() + kWidth);
  block.attention.b_v.assign(bias.begin() + kWidth, bias.end());
}

AttentionOptions causal() {
  AttentionOptions options;
  options.mask.rules = parse_mask_rules("causal");
  return options;
}

/// Layer 0 with its own biases.
Block first_block(const std::map<std::string, Array>& model,
                  const std::map<std::string, Array>& partials) {
  Block block = block_of(model, 0);
  const std::vector<float> bias = attention_bias(block, partials);
  block.attention.b_q = {bias.begin(), bias.begin() + kWidth};
  block.attention.b_k = {bias.begin() + kWidth, bias.begin() + 2 * kWidth};
  block.attention.b_v = {bias.begin() + 2 * kWidth, bias.end()};
  return block;
}

std::string block_name(int layer) { return "block" + std::to_string(layer); }

}  // namespace

TEST_CASE("block: a trained GPT-2-style model, every intermediate of layer 0") {
  const auto folder = test::test_data("models/gpt_nano_sort");
  if (!folder) return;
  const auto model = read_safetensors(*folder / "model.safetensors");
  const auto partials = read_npz((*folder / "partials.npz").string());
  const Block block = first_block(model, partials);
  for (int s = 0; s < 3; ++s) {
    const Tensor x{1, 11, 48, sequence(partials.at("x"), s)};
    const BlockTrace t = run_block(x, block, causal());
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

TEST_CASE("block: layers 1 and 2 of the trained model, on a sequence that the fit has not seen") {
  const auto folder = test::test_data("models/gpt_nano_sort");
  if (!folder) return;
  const auto model = read_safetensors(*folder / "model.safetensors");
  const auto partials = read_npz((*folder / "partials.npz").string());
  for (int layer = 1; layer < kLayers; ++layer) {
    CAPTURE(layer);
    const Array& in = partials.at(block_name(layer - 1));
    const Array& out = partials.at(block_name(layer));
    Block block = block_of(model, layer);
    const Tensor unseen{1, kWords, kWidth, sequence(in, 2)};
    const std::vector<float> theirs = sequence(out, 2);
    CHECK(off(run_block(unseen, block, causal()).outcome.data, theirs) > 1e-3f);  // biases count
    set_bias(block, fitted_bias(block, in, out, 2));
    CHECK(off(run_block(unseen, block, causal()).outcome.data, theirs) < 1e-5f);
  }
}

TEST_CASE("block: the whole trained model gives PyTorch's attention and logits") {
  const auto folder = test::test_data("models/gpt_nano_sort");
  if (!folder) return;
  const auto model = read_safetensors(*folder / "model.safetensors");
  const auto partials = read_npz((*folder / "partials.npz").string());
  const auto expected = read_npz((*folder / "expected_201102.npz").string());
  Tensor x = zeros(kWords, kWidth);
  const Array &words = model.at("transformer.wte.weight"),
              &places = model.at("transformer.wpe.weight");
  for (int t = 0; t < kWords; ++t)
    for (int c = 0; c < kWidth; ++c) {
      const auto id = static_cast<int>(expected.at("ids").numbers[static_cast<std::size_t>(t)]);
      cell(x, t, c) = words.numbers[static_cast<std::size_t>(id * kWidth + c)] +
                      places.numbers[static_cast<std::size_t>(t * kWidth + c)];
    }
  const std::vector<float>& attention = expected.at("attention").numbers;
  for (int layer = 0; layer < kLayers; ++layer) {
    CAPTURE(layer);
    Block block = layer == 0 ? first_block(model, partials) : block_of(model, layer);
    if (layer > 0)
      set_bias(block, fitted_bias(block, partials.at(block_name(layer - 1)),
                                  partials.at(block_name(layer)), 3));
    const BlockTrace t = run_block(x, block, causal());
    const auto size = static_cast<std::ptrdiff_t>(t.attention.weights.data.size());
    // Looser than elsewhere: the biases come from numbers that were rounded to float.
    CHECK(off(t.attention.weights.data,
              {attention.begin() + layer * size, attention.begin() + (layer + 1) * size}) < 2e-5f);
    x = t.outcome;
  }
  const LayerNorm last{model.at("transformer.ln_f.weight").numbers,
                       model.at("transformer.ln_f.bias").numbers, 1e-5f};
  const Tensor logits = product(normalised(x, last), linear(model.at("lm_head.weight")));
  CHECK(off(logits.data, expected.at("logits").numbers) < 2e-5f);
}
