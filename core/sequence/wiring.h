#pragma once
// Who waits for whom: what a chain and attention need before they can compute, as a graph, and what
// follows from it. Nothing is claimed that is not counted here.

#include <cstdint>
#include <vector>

namespace qkv {

/// Node i < n is word i, given; node n + i is what is computed for word i.
struct Wiring {
  int n = 0;
  std::vector<std::vector<int>> needs;  ///< 2n, of each node the nodes that it is computed from
};
Wiring chain_wiring(int n);      ///< h_i from word i and h_(i−1)
Wiring attention_wiring(int n);  ///< z_i from every word

/// When each word's result is there, in steps that must wait for each other, from 1: n numbers.
std::vector<int> ready_at(const Wiring& wiring);
/// The least number of steps with as many machines as one likes.
int sequential_steps(const Wiring& wiring);
/// Hops from word to word on the shortest way from word `from` to the result of word `to`; -1: no
/// way.
int path_length(const Wiring& wiring, int from, int to);

/// Multiplications between the words. Chain: W h and U x, two d×d matrices a word, 2·n·d².
/// Attention: Q·Kᵀ and weights·V, 2·n²·d. Making q, k and v is not counted (3·n·d² more). Compare
/// Vaswani et al. 2017, table 1.
double chain_multiplications(double n, double d);
double attention_multiplications(double n, double d);
/// Numbers that must be held at once, beside weights and words: n memories, or the n×n table.
double chain_memory(double n, double d);
double attention_memory(double n);
/// The n at which both cost the same for this d, found by halving on the two counts.
double equal_cost_length(double d);

}  // namespace qkv
