#pragma once
// Many heads at once (Vaswani et al. 2017, section 3.2.2): project, split, attend, concat, W_O.

#include "core/transformer/matrix.h"

namespace qkv {

/// Columns of x as heads: n×(h·d) → [h, n, d]; head h takes columns h·d … h·d + d − 1.
Tensor split_heads(const Tensor& x, int heads);
/// The inverse: [h, n, d] → n×(h·d).
Tensor concat_heads(const Tensor& heads);
/// The mean over the heads: [h, n, m] → n×m.
Tensor mean_of_heads(const Tensor& heads);

struct MultiHead {
  Tensor w_q, w_k, w_v, w_o;  ///< d×(h·dk), d×(kv·dk), d×(kv·dv), (h·dv)×d
  std::vector<float> b_q, b_k, b_v, b_o;
  int heads = 1;
  int kv_heads = 1;  ///< divides heads: query head i reads key head i ÷ (heads ÷ kv_heads)
};
struct MultiHeadTrace {
  Tensor q, k, v;  ///< [h, n, dk], [kv, n, dk], [kv, n, dv]
  Trace attention;
  Tensor weights;  ///< [h, n, n]
  Tensor mixed;    ///< [h, n, dv]
  Tensor joined;   ///< n×(h·dv)
  Tensor outcome;  ///< n×d
};
/// x n×d → n×d; scores are divided by √dk unless the options say otherwise.
MultiHeadTrace multi_head(const Tensor& x, const MultiHead& weights,
                          const AttentionOptions& options = {});

}  // namespace qkv
