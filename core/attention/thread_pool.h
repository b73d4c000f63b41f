#pragma once
// Threads that wait for work, kept from one call to the next.

namespace qkv {

/// Calls work(context, unit) for every unit in 0..units-1, each once, started in that order, on the
/// calling thread and at most threads - 1 others. Returns when all are done, and waits only for
/// threads that did start: one that wakes up late finds nothing to do. Never throws from `work`.
/// A call while another thread uses the pool runs on the calling thread alone.
void run_units(int units, int threads, void (*work)(void* context, int unit), void* context);

/// Threads that run at the same time on this machine, at least 1.
int machine_threads();

}  // namespace qkv
