// From a mouse event that drags a vector to the new trace and the new Picture: 64 words, d = 8.
//   bench_edit [rounds]      exits 1 where the median is above 2 ms, or where rest allocates

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

#include "core/document/document.h"
#include "core/picture/picture.h"
#include "core/session/action.h"

namespace {
long allocations = 0;
}
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace qkv;

namespace {

DocumentPtr scene(int n, int d) {
  auto document = std::make_shared<Document>();
  document->id = document->origin = document->title = "bench";
  int seed = 1;
  const auto numbers = [&] {
    Tensor tensor{1, n, d, {}};
    for (int i = 0; i < n * d; ++i)
      tensor.data.push_back(2 * std::sin(static_cast<float>(seed++) * 1.7f));
    return tensor;
  };
  for (int i = 0; i < n; ++i) document->query_words.push_back("word" + std::to_string(i));
  document->key_words = document->query_words;
  document->queries = numbers();
  document->keys = numbers();
  document->values = numbers();
  return document;
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Median milliseconds of a drag's step at this stop: of a second drag, on the floor that the first
/// one left standing.
double median_of_drag(const char* script, int rounds) {
  constexpr int kWords = 64, kWidth = 8;
  Session session = open_session(scene(kWords, kWidth));
  TraceCache traces;
  run_script(session, traces, script);
  run_script(session, traces, "grab; key 5 0.1 0.2 0.3 0.4 0.3 0.2 0.1 0; release; grab");
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    action::SetKey edit;
    edit.row = 5;
    for (int k = 0; k < kWidth; ++k)
      edit.numbers.push_back(std::sin(static_cast<float>(i * kWidth + k)));
    const double start = seconds();
    apply(session, traces.now(session), edit);
    const Picture picture = paint(session, traces.now(session), traces.before(session));
    times.push_back(1000 * (seconds() - start));
    if (picture.table.cells.size() != kWords * kWords) std::abort();
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[static_cast<std::size_t>(rounds / 2)];
}

long allocations_at_rest() {
  Session session = open_session(scene(64, 8));
  TraceCache traces;
  run_script(session, traces, "end");
  traces.now(session);
  const long before = allocations;
  for (int i = 0; i < 100; ++i) {
    advance(session, traces.now(session), 0.016f);
    if (moving(session) || traces.before(session)) std::abort();
  }
  return allocations - before;
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::max(1, std::atoi(arguments[1])) : 200;
  bool good = true;
  for (const char* script :
       {"scene landscape; goto score", "scene landscape; goto softmax", "scene landscape; end",
        "scene sentence; goto softmax", "scene sentence; end"}) {
    const double median = median_of_drag(script, rounds);
    std::printf("%-32s %6.3f ms\n", script, median);
    good = good && median <= 2;
  }
  const long at_rest = allocations_at_rest();
  std::printf("%-32s %6ld\n", "allocations at rest", at_rest);
  return good && at_rest == 0 ? 0 : 1;
}
