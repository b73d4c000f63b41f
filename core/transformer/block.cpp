#include "core/transformer/block.h"

namespace qkv {

BlockTrace run_block(const Tensor& x, const Block& block, const AttentionOptions& options) {
  BlockTrace t;
  if (block.place == NormPlace::pre) {
    t.normed1 = normalised(x, block.norm1);
    t.attention = multi_head(t.normed1, block.attention, options);
    t.after_attention = sum(x, t.attention.outcome);
    t.normed2 = normalised(t.after_attention, block.norm2);
    t.feed = feed_forward(t.normed2, block.feed);
    t.outcome = sum(t.after_attention, t.feed.outcome);
  } else {
    t.attention = multi_head(x, block.attention, options);
    t.normed1 = normalised(sum(x, t.attention.outcome), block.norm1);
    t.after_attention = t.normed1;
    t.feed = feed_forward(t.after_attention, block.feed);
    t.normed2 = normalised(sum(t.after_attention, t.feed.outcome), block.norm2);
    t.outcome = t.normed2;
  }
  return t;
}

std::vector<BlockTrace> run_stack(const Tensor& x, const std::vector<Block>& blocks,
                                  const AttentionOptions& options) {
  std::vector<BlockTrace> result;
  for (const Block& block : blocks)
    result.push_back(run_block(result.empty() ? x : result.back().outcome, block, options));
  return result;
}

}  // namespace qkv
