#include "tests/bench/peers/peers.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <dlfcn.h>
#include <time.h>

#include "core/attention/attention.h"
#include "tests/bench/peers/yardsticks.h"

namespace {

// Time that this thread had a processor: what other programs take does not count.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Peers {
  qkv::Trace trace;
  qkv::Floats scores, weights, output;
  bool last_is_blas = false;
};

// cblas_sgemm, found at run time: the benchmark needs no OpenBLAS to be built.
using Sgemm = void (*)(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                       const float* a, int lda, const float* b, int ldb, float beta, float* c,
                       int ldc);

Sgemm find_sgemm() {
  for (const char* name : {"libopenblas.so.0", "libopenblas.so"}) {
    void* const library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) continue;
    if (auto* const set_threads =
            reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads"))) {
      set_threads(1);
    }
    if (auto* const sgemm = reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm"))) return sgemm;
  }
  return nullptr;
}

void attend_by_blas(Sgemm sgemm, const PeerProblem& p, Peers& peers) {
  constexpr int kRowMajor = 101, kNoTrans = 111, kTrans = 112;
  const auto n = static_cast<std::size_t>(p.n), d = static_cast<std::size_t>(p.d);
  const float scale = 1.0f / std::sqrt(static_cast<float>(p.d));
  for (std::size_t h = 0; h < static_cast<std::size_t>(p.heads); ++h) {
    float* const scores = peers.scores.data() + h * n * n;
    float* const weights = peers.weights.data() + h * n * n;
    sgemm(kRowMajor, kNoTrans, kTrans, p.n, p.n, p.d, 1.0f, p.q + h * n * d, p.d, p.k + h * n * d,
          p.d, 0.0f, scores, p.n);
    qkv::bench::softmax_rows(scores, weights, n, scale, p.causal != 0);
    sgemm(kRowMajor, kNoTrans, kNoTrans, p.n, p.d, p.n, 1.0f, weights, p.n, p.v + h * n * d, p.d,
          0.0f, peers.output.data() + h * n * d, p.d);
  }
}

}  // namespace

void* peers_new() { return new Peers; }
void peers_delete(void* peers) { delete static_cast<Peers*>(peers); }

double peers_attend(void* handle, const PeerProblem* p, int rounds) {
  Peers& peers = *static_cast<Peers*>(handle);
  peers.last_is_blas = false;
  qkv::AttentionInput input;
  input.queries = {p->q, p->heads, p->n, p->d};
  input.keys = {p->k, p->heads, p->n, p->d};
  input.values = {p->v, p->heads, p->n, p->d};
  if (p->causal != 0) input.options.mask.rules = qkv::parse_mask_rules("causal");
  qkv::RunOptions run;
  run.keep = p->visible_only != 0 ? qkv::Keep::visible_scores : qkv::Keep::all_scores;
  run.threads = p->threads;
  const auto clock = p->wall_clock != 0 ? wall_seconds : thread_seconds;
  const double start = clock();
  for (int round = 0; round < rounds; ++round) qkv::attend(input, peers.trace, run);
  return clock() - start;
}

double peers_blas(void* handle, const PeerProblem* p, int rounds) {
  static const Sgemm sgemm = find_sgemm();
  if (sgemm == nullptr) return -1.0;
  Peers& peers = *static_cast<Peers*>(handle);
  peers.last_is_blas = true;
  const std::size_t rows = static_cast<std::size_t>(p->heads) * static_cast<std::size_t>(p->n);
  qkv::size_for_overwrite(peers.scores, rows * static_cast<std::size_t>(p->n));
  qkv::size_for_overwrite(peers.weights, rows * static_cast<std::size_t>(p->n));
  qkv::size_for_overwrite(peers.output, rows * static_cast<std::size_t>(p->d));
  const double start = thread_seconds();
  for (int round = 0; round < rounds; ++round) attend_by_blas(sgemm, *p, peers);
  return thread_seconds() - start;
}

const float* peers_weights(void* handle) {
  Peers& peers = *static_cast<Peers*>(handle);
  return peers.last_is_blas ? peers.weights.data() : peers.trace.weights.data();
}

const float* peers_output(void* handle) {
  Peers& peers = *static_cast<Peers*>(handle);
  return peers.last_is_blas ? peers.output.data() : peers.trace.output.data();
}

double peers_fma_rate() {
  float chains[12];
  std::generate(chains, chains + 12, [x = 0.1f]() mutable { return x += 0.01f; });
  const double start = thread_seconds();
  const double done = qkv::bench::fused_multiply_adds(std::size_t{1} << 18, chains);
  return done / (thread_seconds() - start);
}

double peers_exp_rate() {
  constexpr std::size_t kCount = 2048;
  qkv::Floats numbers(2 * kCount);
  for (std::size_t i = 0; i < kCount; ++i) numbers[i] = -0.004f * static_cast<float>(i);
  const double start = thread_seconds();
  const double done = qkv::bench::exponentials(512, numbers.data(), kCount);
  return done / (thread_seconds() - start);
}

double peers_store_seconds(void* handle, std::size_t bytes) {
  Peers& peers = *static_cast<Peers*>(handle);
  if (peers.weights.size() * sizeof(float) < bytes) {
    qkv::size_for_overwrite(peers.weights, bytes / sizeof(float));
  }
  const double start = thread_seconds();
  std::fill_n(peers.weights.data(), bytes / sizeof(float), 0.5f);
  return thread_seconds() - start;
}

const char* peers_instruction_set() { return qkv::bench::instruction_set(); }
