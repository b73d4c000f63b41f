#include "core/transformer/heads.h"

#include <cassert>

namespace qkv {

Tensor split_heads(const Tensor& x, int heads) {
  assert(x.columns % heads == 0);
  const int d = x.columns / heads;
  Tensor result = zeros(x.rows, d, heads);
  for (int h = 0; h < heads; ++h)
    for (int r = 0; r < x.rows; ++r)
      for (int c = 0; c < d; ++c) cell(result, r, c, h) = cell(x, r, h * d + c);
  return result;
}

Tensor concat_heads(const Tensor& heads) {
  Tensor result = zeros(heads.rows, heads.heads * heads.columns);
  for (int h = 0; h < heads.heads; ++h)
    for (int r = 0; r < heads.rows; ++r)
      for (int c = 0; c < heads.columns; ++c)
        cell(result, r, h * heads.columns + c) = cell(heads, r, c, h);
  return result;
}

Tensor mean_of_heads(const Tensor& heads) {
  Tensor result = zeros(heads.rows, heads.columns);
  for (int r = 0; r < heads.rows; ++r)
    for (int c = 0; c < heads.columns; ++c) {
      double total = 0;
      for (int h = 0; h < heads.heads; ++h) total += static_cast<double>(cell(heads, r, c, h));
      cell(result, r, c) = static_cast<float>(total / heads.heads);
    }
  return result;
}

MultiHeadTrace multi_head(const Tensor& x, const MultiHead& w, const AttentionOptions& options) {
  const auto projected_by = [&](const Tensor& matrix, const std::vector<float>& bias, int heads) {
    Tensor all = product(x, matrix);
    add_to_rows(all, bias);
    return split_heads(all, heads);
  };
  MultiHeadTrace t;
  t.q = projected_by(w.w_q, w.b_q, w.heads);
  t.k = projected_by(w.w_k, w.b_k, w.kv_heads);
  t.v = projected_by(w.w_v, w.b_v, w.kv_heads);
  t.attention = attend({t.q.view(), t.k.view(), t.v.view(), options});
  const Trace& a = t.attention;
  t.weights = {a.heads, a.n, a.m, {a.weights.begin(), a.weights.end()}};
  t.mixed = {a.heads, a.n, a.dv, {a.output.begin(), a.output.end()}};
  t.joined = concat_heads(t.mixed);
  t.outcome = product(t.joined, w.w_o);
  add_to_rows(t.outcome, w.b_o);
  return t;
}

}  // namespace qkv
