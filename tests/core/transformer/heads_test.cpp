#include "core/transformer/heads.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/reference.h"

using namespace qkv;
using namespace qkv::reference;

namespace {

MultiHead random_heads(int d, int heads, int kv, int dk) {
  MultiHead m;
  m.heads = heads;
  m.kv_heads = kv;
  m.w_q = random_tensor(d, heads * dk, 11);
  m.w_k = random_tensor(d, kv * dk, 12);
  m.w_v = random_tensor(d, kv * dk, 13);
  m.w_o = random_tensor(heads * dk, d, 14);
  return m;
}

/// Σ_h softmax(…) V_h W_O[rows of h]: no concatenation anywhere.
Rows summed_heads(const Rows& x, const MultiHead& m, std::size_t dk, bool causal) {
  Rows total(x.size(), std::vector<double>(static_cast<std::size_t>(m.w_o.columns), 0.0));
  const Rows w_o = rows_of(m.w_o);
  for (std::size_t h = 0; h < static_cast<std::size_t>(m.heads); ++h) {
    const std::size_t kv =
        h * static_cast<std::size_t>(m.kv_heads) / static_cast<std::size_t>(m.heads);
    const Rows q = times(x, columns(rows_of(m.w_q), h * dk, dk));
    const Rows k = times(x, columns(rows_of(m.w_k), kv * dk, dk));
    const Rows v = times(x, columns(rows_of(m.w_v), kv * dk, dk));
    const Rows w = attention_weights(q, k, causal, 1 / std::sqrt(static_cast<double>(dk)));
    const Rows part(w_o.begin() + static_cast<std::ptrdiff_t>(h * dk),
                    w_o.begin() + static_cast<std::ptrdiff_t>((h + 1) * dk));
    total = plus(total, times(times(w, v), part));
  }
  return total;
}

}  // namespace

TEST_CASE("heads: split and concat are inverse; head h takes its own columns") {
  const Tensor x = random_tensor(3, 8, 1);
  const Tensor split = split_heads(x, 4);
  CHECK(split.heads == 4);
  CHECK(split.columns == 2);
  CHECK(cell(split, 2, 1, 3) == cell(x, 2, 7));
  CHECK(concat_heads(split) == x);
  // A plain reshape would put the second row's numbers into the first head.
  CHECK(split.data != x.data);
}

TEST_CASE("heads: multi-head with W_O, grouped and single keys, against the sum over heads") {
  const Tensor x = random_tensor(5, 6, 21);
  for (const int kv : {4, 2, 1}) {
    const MultiHead m = random_heads(6, 4, kv, 3);
    for (const bool causal : {false, true}) {
      AttentionOptions options;
      if (causal) options.mask.rules = parse_mask_rules("causal");
      const MultiHeadTrace t = multi_head(x, m, options);
      CHECK(t.k.heads == kv);
      CHECK(t.weights.heads == 4);
      CHECK(off(t.outcome, summed_heads(rows_of(x), m, 3, causal)) < 5e-5);
    }
  }
}

TEST_CASE("heads: the mean of the heads is a mean, and hides what they saw") {
  const Tensor two{2, 1, 3, {1, 0, 0, 0, 0, 1}};
  CHECK(mean_of_heads(two).data == std::vector<float>{0.5f, 0, 0.5f});
}
