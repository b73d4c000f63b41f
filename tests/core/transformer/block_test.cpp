// The block against formulas written out. Against a trained model: gpt_nano_test.cpp.

#include "core/transformer/block.h"

#include <doctest/doctest.h>

#include "tests/core/transformer/reference.h"

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
