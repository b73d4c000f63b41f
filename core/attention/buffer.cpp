#include "core/attention/buffer.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace qkv {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kWorthHugePages = 2 * kHugePage;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= kWorthHugePages ? kHugePage : kCacheLine};
}

}  // namespace

void* allocate_aligned(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
#ifdef MADV_HUGEPAGE
  // A hint: where the kernel refuses, small pages do.
  if (bytes >= kWorthHugePages) madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_aligned(void* memory, std::size_t bytes) noexcept {
  ::operator delete(memory, alignment_of(bytes));
}

}  // namespace qkv
