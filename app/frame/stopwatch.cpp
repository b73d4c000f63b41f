#include "app/frame/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "core/attention/attention.h"
#include "core/transformer/random.h"

namespace qkv {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The fastest of several runs: whatever else the computer does only adds.
float fastest(int words, int width) {
  constexpr double kEnough = 0.25;  // seconds, of all runs together
  SeededNormal numbers(1);
  const Tensor q = numbers.matrix(words, width), k = numbers.matrix(words, width);
  const Tensor v = numbers.matrix(words, width);
  const AttentionInput input{q.view(), k.view(), v.view(), {}};
  Trace trace;
  RunOptions run;
  run.threads = 1;
  attend(input, trace, run);  // takes the memory
  double best = 1e9;
  const Clock::time_point start = Clock::now();
  int runs = 0;
  while (runs < 2 || seconds_since(start) < kEnough) {
    const Clock::time_point one = Clock::now();
    attend(input, trace, run);
    best = std::min(best, seconds_since(one));
    ++runs;
  }
  return static_cast<float>(best);
}

std::vector<float> measured(const std::vector<int>& words, int width) {
  std::vector<float> result;
  try {
    for (const int n : words) result.push_back(fastest(n, width));
  } catch (const std::exception&) {
    result.clear();  // not enough memory for the largest
  }
  return result;
}

}  // namespace

void Stopwatch::start(std::vector<int> words, int width, void (*wake)()) {
  pending_ = std::async(std::launch::async, [words = std::move(words), width, wake] {
    std::vector<float> result = measured(words, width);
    wake();
    return result;
  });
}

std::optional<std::vector<float>> Stopwatch::take() {
  if (!pending_.valid()) return std::nullopt;
  // The thread wakes us a moment before its result can be had.
  pending_.wait_for(std::chrono::milliseconds(2));
  if (pending_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return pending_.get();
}

}  // namespace qkv
