#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

#include <doctest/doctest.h>

#include "core/attention/attention.h"
#include "core/system/memory.h"
#include "core/text/input_error.h"
#include "tests/support/attention_case.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

// Counts what the whole test program allocates. Every form of new is replaced, the nothrow ones
// too (std::stable_sort uses them): a delete must meet memory of its own kind.
namespace {
std::atomic<long> allocations{0};
void* counted_or_null(std::size_t bytes, std::size_t alignment) noexcept {
  ++allocations;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(bytes > 0 ? bytes : 1)
             : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void* counted(std::size_t bytes, std::size_t alignment) {
  void* const memory = counted_or_null(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes, 1); }
void* operator new[](std::size_t bytes) { return counted(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes, 1);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return counted_or_null(bytes, 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

using namespace qkv;
using namespace qkv::test;

namespace {

AttentionCase sized(int n, int d, int kv_heads = 1, int group = 1) {
  AttentionCase c;
  c.seed = 7;
  c.n = c.m = n;
  c.d = c.dv = d;
  c.kv_heads = kv_heads;
  c.group = group;
  return c;
}

}  // namespace

TEST_CASE("a warm recompute allocates nothing, small or large, threads or not") {
  std::vector<AttentionCase> cases = {sized(5, 2), sized(64, 64, 4), sized(300, 30, 2, 2)};
  AttentionCase everything = sized(200, 20, 2, 2);
  everything.rules = "causal+window:50+padding:3";
  everything.cells = everything.bias = everything.sink = everything.nan_behind_mask = true;
  everything.softcap = 5.0f;
  cases.push_back(everything);
  for (const AttentionCase& c : cases) {
    for (const Keep keep : {Keep::all_scores, Keep::visible_scores}) {
      CAPTURE(text_of(c));
      const AttentionNumbers x = numbers_of(c);
      const AttentionInput input = x.input();
      const RunOptions run{keep, 2};
      Trace trace;
      attend(input, trace, run);
      attend(input, trace, run);
      const long before = allocations;
      for (int i = 0; i < 3; ++i) attend(input, trace, run);
      CHECK(allocations == before);
    }
  }
}

TEST_CASE("more memory than the machine has is refused before it is taken") {
  REQUIRE(available_memory() > 0);
  // 3 million words are small as queries; their scores and weights are 72,000 GB.
  const int words = 3'000'000;
  const std::vector<float> numbers(static_cast<std::size_t>(words), 0.5f);
  const TensorView view{numbers.data(), 1, words, 1};
  Trace trace;
  std::string message;
  const long before = allocations;
  try {
    attend({view, view, view, {}}, trace);
  } catch (const InputError& error) {
    message = error.what();
  }
  CHECK(allocations - before < 100);
  CHECK(
      message.find("queries [1, 3000000] and keys [1, 3000000]: scores and weights need 72000.") !=
      std::string::npos);
  CHECK(message.find("GB free; take fewer words") != std::string::npos);
  CHECK(trace.scores.capacity() == 0);
}

#ifdef __linux__
TEST_CASE("beside scores and weights, a large problem needs little memory") {
  // 2,048 words keep the test quick; what stands beside the two arrays grows with n alone.
  const AttentionNumbers x = numbers_of(sized(2048, 64));
  const auto peak_bytes = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024.0;
  };
  const double before = peak_bytes();
  const Trace trace = attend(x.input());
  const double kept =
      static_cast<double>((trace.scores.size() + trace.weights.size()) * sizeof(float));
  CHECK(peak_bytes() - before <= kept + 64e6);
}
#endif
