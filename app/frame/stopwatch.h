#pragma once
// Measures what a lesson asks for beside the drawing thread: how long attention takes for so many
// words.

#include <future>
#include <optional>
#include <vector>

namespace qkv {

class Stopwatch {
 public:
  /// One head of `width` random numbers, one thread, for each number of words. One that still runs
  /// is waited for.
  void start(std::vector<int> words, int width, void (*wake)());
  bool busy() const { return pending_.valid(); }
  /// Seconds for each, once, when it is done; empty where it could not be measured.
  std::optional<std::vector<float>> take();

 private:
  std::future<std::vector<float>> pending_;
};

}  // namespace qkv
