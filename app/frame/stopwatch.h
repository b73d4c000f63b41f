#pragma once
// Measures what a lesson asks for beside the drawing thread: how long attention takes for so many
// words.

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace qkv {

class Stopwatch {
 public:
  Stopwatch() = default;
  ~Stopwatch() { stop(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  /// One head of `width` random numbers, one thread, for each number of words. One that still runs
  /// is stopped first.
  void start(std::vector<int> words, int width, void (*wake)());
  /// Ends after the run that is on: a second at most.
  void stop();
  bool busy() const { return running_.valid(); }

  /// Seconds of the first so many numbers of words, whenever more are known. 0: they did not fit
  /// into this computer's memory.
  std::optional<std::vector<float>> take();

 private:
  struct Shared {
    std::mutex mutex;
    std::vector<float> seconds;
    std::size_t asked = 0, taken = 0;
    std::atomic<bool> stopped{false};
  };
  static void measure(Shared& shared, const std::vector<int>& words, int width, void (*wake)());

  std::shared_ptr<Shared> shared_;
  std::future<void> running_;
};

}  // namespace qkv
