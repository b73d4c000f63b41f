#pragma once
// Attention that looks at less, or at everything in another order.

#include "core/transformer/matrix.h"

namespace qkv {

/// Block-sparse causal mask: a query sees its own block of `size` keys (up to itself) and the last
/// key of every block before it, a summary of that block (in the manner of Child et al. 2019,
/// "fixed" pattern). True = may look, n×n.
BoolCells block_sparse(int n, int size);

/// How many cells of n×n each manner of looking computes. The causal ones count what is visible.
double causal_cells(double n);                     // n (n + 1) / 2
double window_cells(double n, double window);      // min(i + 1, window) over the rows
double block_sparse_cells(double n, double size);  // as block_sparse() lets through

/// Linear attention (Katharopoulos et al. 2020, eq. 8 to 11) with φ(x) = elu(x) + 1:
///   z_i = φ(q_i)ᵀ S_i / φ(q_i)ᵀ u_i,  S_i = Σ_j φ(k_j) v_jᵀ,  u_i = Σ_j φ(k_j)
/// over j ≤ i when causal, else over all j. q, k n×d, v n×dv → n×dv. Never builds n×n.
Tensor linear_attention(const Tensor& q, const Tensor& k, const Tensor& v, bool causal);
/// The weights that it amounts to, n×n: φ(q_i)·φ(k_j) divided by the sum of its row.
Tensor linear_attention_weights(const Tensor& q, const Tensor& k, bool causal);

}  // namespace qkv
