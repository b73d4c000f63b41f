#pragma once
// Memory for many floats: starts on a cache line, and growing it writes nothing. Large buffers ask
// for huge pages, since the first touch of fresh small pages costs more than the arithmetic.

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace qkv {

void* allocate_aligned(std::size_t bytes);  // throws std::bad_alloc
void free_aligned(void* memory, std::size_t bytes) noexcept;

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_aligned(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept {
    free_aligned(memory, count * sizeof(T));
  }
  // resize() leaves new numbers uninitialised: whoever sizes a buffer fills it.
  template <typename U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

using Floats = std::vector<float, AlignedAllocator<float>>;

/// Exactly `count` floats of unknown content. Old memory is given back before new is taken.
inline void size_for_overwrite(Floats& floats, std::size_t count) {
  if (count > floats.capacity()) Floats().swap(floats);
  floats.resize(count);
}

}  // namespace qkv
