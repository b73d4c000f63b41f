#pragma once
// What tests/bench/peers.py measures, as C functions that a script can call: our attention, the
// same by OpenBLAS, and the yardsticks of this machine. One thread unless told otherwise.

#include <cstddef>

#define PEERS_API __attribute__((visibility("default")))

extern "C" {

/// q, k, v [heads, n, d]; the caller keeps them alive.
struct PeerProblem {
  const float* q;
  const float* k;
  const float* v;
  int heads, n, d;
  int causal;        ///< else every word sees all
  int visible_only;  ///< Keep::visible_scores
  int threads;
  int wall_clock;  ///< else the processor time of the calling thread
};

/// Buffers that calls reuse.
PEERS_API void* peers_new();
PEERS_API void peers_delete(void* peers);

/// Seconds for `rounds` calls, of the calling thread's processor time unless told otherwise.
/// Results stay in the buffers.
PEERS_API double peers_attend(void* peers, const PeerProblem* problem, int rounds);
PEERS_API double peers_blas(void* peers, const PeerProblem* problem,
                            int rounds);  ///< < 0: no OpenBLAS here
/// [heads, n, n] or [heads, n, d] of the last call.
PEERS_API const float* peers_weights(void* peers);
PEERS_API const float* peers_output(void* peers);

/// Multiply-adds a second in registers, exponentials a second in L1, seconds to write `bytes`.
PEERS_API double peers_fma_rate();
PEERS_API double peers_exp_rate();
PEERS_API double peers_store_seconds(void* peers, std::size_t bytes);

PEERS_API const char* peers_instruction_set();
}
