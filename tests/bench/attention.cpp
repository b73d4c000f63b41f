// Our own curves: time and bytes of attend() as words, width, heads and threads grow, with the
// exponent of the growth (2 is quadratic). The peers are in peers.py.
//   bench_attention --benchmark_enable_random_interleaving=true --benchmark_repetitions=5

#include "core/attention/attention.h"

#include <cmath>
#include <random>
#include <string>
#include <time.h>
#include <vector>

#include <benchmark/benchmark.h>

using namespace qkv;

namespace {

// Standard-normal [heads, n, d].
Tensor normal(int heads, int n, int d, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> value;
  Tensor t{heads, n, d, {}};
  t.data.resize(static_cast<std::size_t>(heads) * static_cast<std::size_t>(n) *
                static_cast<std::size_t>(d));
  for (float& number : t.data) number = value(random);
  return t;
}

double bytes_kept(const Trace& trace) {
  const std::size_t floats = trace.scores.size() + trace.weights.size() + trace.output.size() +
                             trace.row_max.size() + trace.row_sum.size() +
                             trace.scratch.packed_keys.size() + trace.scratch.packed_values.size();
  return static_cast<double>(floats * sizeof(float));
}

// Arguments: n, d, heads, threads.
void attend_causal(benchmark::State& state, Keep keep) {
  const auto n = static_cast<int>(state.range(0)), d = static_cast<int>(state.range(1));
  const auto heads = static_cast<int>(state.range(2)), threads = static_cast<int>(state.range(3));
  const Tensor q = normal(heads, n, d, 1), k = normal(heads, n, d, 2), v = normal(heads, n, d, 3);
  AttentionInput input{q.view(), k.view(), v.view(), {}};
  input.options.mask.rules = parse_mask_rules("causal");
  const RunOptions run{keep, threads};
  Trace trace;
  attend(input, trace, run);  // buffers are warm from here on
  for (auto _ : state) {
    attend(input, trace, run);
    benchmark::DoNotOptimize(trace.output.data());
  }
  state.counters["bytes"] = benchmark::Counter(bytes_kept(trace), benchmark::Counter::kDefaults,
                                               benchmark::Counter::OneK::kIs1024);
  state.SetComplexityN(n);
}

void all_scores(benchmark::State& state) { attend_causal(state, Keep::all_scores); }
void visible_scores(benchmark::State& state) { attend_causal(state, Keep::visible_scores); }

// Each curve is a benchmark of its own, so that its exponent is fitted over its own points.
void add_curve(const char* name, void (*run)(benchmark::State&), int d, int heads, int threads,
               int largest) {
  auto* const curve = benchmark::RegisterBenchmark(
      (std::string(name) + "/d:" + std::to_string(d) + "/heads:" + std::to_string(heads) +
       "/threads:" + std::to_string(threads))
          .c_str(),
      run);
  for (int n = 4; n <= largest; n *= 2) curve->Args({n, d, heads, threads});
  curve->UseRealTime()->Unit(benchmark::kMicrosecond);
  // Small sizes are ruled by what a call costs at all; the exponent is fitted by the large ones.
  curve->Complexity([](benchmark::IterationCount words) -> double {
    return static_cast<double>(words) * static_cast<double>(words);
  });
}

// Time that this thread had a processor, so that other programs do not bend the exponent.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The slope of log time over log n from n to 2n.
void growth(benchmark::State& state) {
  const auto small = static_cast<int>(state.range(0)), d = static_cast<int>(state.range(1));
  std::vector<Tensor> tensors;
  for (int n : {small, 2 * small}) {
    for (unsigned seed : {1u, 2u, 3u}) tensors.push_back(normal(1, n, d, seed));
  }
  double seconds[2] = {0.0, 0.0};
  Trace traces[2];
  const auto once = [&](std::size_t i) {
    AttentionInput input{
        tensors[3 * i].view(), tensors[3 * i + 1].view(), tensors[3 * i + 2].view(), {}};
    attend(input, traces[i], {Keep::all_scores, 1});
  };
  once(0);
  once(1);
  for (auto _ : state) {
    for (std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const double start = thread_seconds();
      once(i);
      seconds[i] += thread_seconds() - start;
    }
  }
  state.counters["exponent"] = std::log2(seconds[1] / seconds[0]);
}

}  // namespace

int main(int argc, char** argv) {
  for (int threads : {1, 2}) {
    add_curve("all_scores", all_scores, 2, 1, threads, 1024);
    add_curve("all_scores", all_scores, 64, 1, threads, 8192);
    add_curve("all_scores", all_scores, 64, 12, threads, 2048);
    add_curve("all_scores", all_scores, 128, 4, threads, 2048);
    add_curve("visible_scores", visible_scores, 64, 1, threads, 8192);
  }
  auto* const exponents = benchmark::RegisterBenchmark("growth", growth);
  for (int n = 32; n <= 4096; n *= 2) exponents->Args({n, 64});
  exponents->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
