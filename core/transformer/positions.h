#pragma once
// Three ways to tell attention where a word stands.

#include "core/transformer/matrix.h"

namespace qkv {

/// Sinusoids (Vaswani et al. 2017, section 3.5), n×d:
///   P[t, 2i] = sin(t / base^(2i/d)),  P[t, 2i+1] = cos(t / base^(2i/d)).
/// With an odd d the last sine has no cosine.
Tensor sinusoidal_positions(int n, int d, double base = 10000);

/// Which coordinates turn together: (0,1), (2,3), … as the paper pairs them (also GPT-J), or
/// (0, d/2), (1, d/2+1), … as LLaMA's published weights are read (GPT-NeoX). The angles are the
/// same, so either is right as long as queries and keys agree.
enum class RopePairs { neighbours, halves };

/// The angle in radians by which pair `pair` of d coordinates is turned at `position`:
/// position · base^(−2·pair/d).
double rope_angle(int position, int pair, int d, double base = 10000);

/// Rotary positions (Su et al. 2021, eq. 15): row t of x (n×d, d even) has every pair turned by its
/// angle at positions `first` + t. Lengths stay; a score depends on the distance only.
Tensor with_rope(const Tensor& x, RopePairs pairs, double base = 10000, int first = 0);

/// ALiBi (Press et al. 2021, section 3): head h of `heads` has slope 2^(−8(h+1)/heads). For counts
/// that are no power of two: the slopes of the next lower power, then every second one of the next
/// higher, as the authors' code does.
std::vector<float> alibi_slopes(int heads);
/// What is added to the scores: −slope · distance, n×m with both ends counted from the start.
/// Keys after the query get the same by their distance (the mask hides them where it is causal).
Tensor alibi_bias(float slope, int n, int m);

}  // namespace qkv
