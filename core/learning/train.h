#pragma once
// Plain gradient descent on W_Q and W_K for one wish: that `query` gives its attention to `key`.
// The loss is the cross-entropy −ln w of the key's softmax weight (Bishop 2006, section 4.3.4):
//   g_j = ∂loss/∂score_j = (w_j − [j = key]) / temperature × scale × (1 − (scaled_j / softcap)²)
//   ∂loss/∂W_Q = x_query ⊗ Σ_j g_j k_j        ∂loss/∂W_K = Σ_j g_j x_j ⊗ q_query
// The weights are the trace's: nothing here computes attention.

#include <vector>

#include "core/document/document.h"

namespace qkv {

/// The wish's loss where the document stands, and its gradient, each e×d and row-major.
struct Descent {
  double weight = 0;  ///< of the key, 0..1
  double loss = 0;    ///< nats; infinite where the weight is 0
  std::vector<double> w_q, w_k;
};
/// `trace` is of this document, which has a training whose words are there.
Descent descent(const Document& document, const Trace& trace);

/// Has the document a training, and are both its words still there?
bool has_wish(const Document& document);
/// ... and a mask that lets the query see the key?
bool can_train(const Document& document, const AttentionOptions& options);

/// The document `steps` gradient steps further, at most to the end of its run; where it was off,
/// from the start of the run (0 steps: the start itself). Stops early where the numbers run away.
DocumentPtr trained(const Document& document, const AttentionOptions& options, int steps);
/// The document at the end of a whole run, from its start; null where it cannot be trained.
DocumentPtr end_of_run(const Document& document, const AttentionOptions& options);
/// With the file's own W_Q and W_K.
DocumentPtr untrained(const Document& document);

}  // namespace qkv
