#pragma once
// A transformer block: attention and a feed-forward network, each inside a residual connection.
//   pre-norm  (GPT-2):                x + attend(norm1(x)), then x + ff(norm2(x))
//   post-norm (Vaswani et al. 2017):  norm1(x + attend(x)), then norm2(x + ff(x))

#include "core/transformer/heads.h"
#include "core/transformer/layers.h"

namespace qkv {

enum class NormPlace { pre, post };

struct Block {
  NormPlace place = NormPlace::pre;
  LayerNorm norm1, norm2;
  MultiHead attention;
  FeedForward feed;
};
struct BlockTrace {
  Tensor normed1;  ///< what norm1 gave: before attention (pre) or after the first sum (post)
  MultiHeadTrace attention;
  Tensor after_attention;  ///< the residual stream between the halves
  Tensor normed2;
  FeedForwardTrace feed;
  Tensor outcome;
};
BlockTrace run_block(const Tensor& x, const Block& block, const AttentionOptions& options = {});

/// One block after another; the last one's outcome is the stack's.
std::vector<BlockTrace> run_stack(const Tensor& x, const std::vector<Block>& blocks,
                                  const AttentionOptions& options = {});

}  // namespace qkv
