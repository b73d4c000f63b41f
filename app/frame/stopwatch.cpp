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

/// The fastest of several runs: whatever else the computer does only adds. 0 when it was stopped.
float fastest(int words, int width, const std::atomic<bool>& stopped) {
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
  for (int runs = 0; runs < 2 || seconds_since(start) < kEnough; ++runs) {
    if (stopped) return 0;
    const Clock::time_point one = Clock::now();
    attend(input, trace, run);
    best = std::min(best, seconds_since(one));
  }
  return static_cast<float>(best);
}

}  // namespace

void Stopwatch::measure(Shared& shared, const std::vector<int>& words, int width, void (*wake)()) {
  const auto tell = [&](std::size_t count, float seconds) {
    const std::lock_guard lock(shared.mutex);
    shared.seconds.resize(count, seconds);
  };
  try {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const float seconds = fastest(words[i], width, shared.stopped);
      if (shared.stopped) return;
      tell(i + 1, seconds);
      wake();
    }
  } catch (const std::exception&) {
    tell(words.size(), 0);  // not enough memory for this many words, nor for more
    wake();
  }
}

void Stopwatch::start(std::vector<int> words, int width, void (*wake)()) {
  stop();
  shared_ = std::make_shared<Shared>();
  shared_->asked = words.size();
  running_ = std::async(std::launch::async, [shared = shared_, words = std::move(words), width,
                                             wake] { measure(*shared, words, width, wake); });
}

void Stopwatch::stop() {
  if (!running_.valid()) return;
  shared_->stopped = true;
  running_.get();
}

std::optional<std::vector<float>> Stopwatch::take() {
  if (!running_.valid()) return std::nullopt;
  std::unique_lock lock(shared_->mutex);
  if (shared_->taken == shared_->seconds.size()) return std::nullopt;
  std::vector<float> seconds = shared_->seconds;
  shared_->taken = seconds.size();
  lock.unlock();
  if (seconds.size() == shared_->asked) running_.get();
  return seconds;
}

}  // namespace qkv
