#pragma once
// One array in NumPy's own format (NEP 1): header and numbers apart, so that a claim of the header
// is weighed before memory is taken for it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/npz.h"

namespace qkv {

enum class NpyKind { boolean, integer, natural, floating, bfloat, bytes, text };

struct NpyHeader {
  std::string dtype;  ///< "<f4"
  NpyKind kind = NpyKind::floating;
  std::uint64_t item_size = 0;  ///< bytes
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::uint64_t count = 0;       ///< items
  std::uint64_t data_begin = 0;  ///< offset of the first number
};

/// The longest header that is read; NumPy itself stops at 10,000.
inline constexpr std::size_t kLongestNpyHeader = 65'536;

/// `start`: the first bytes, at least the whole header. Throws InputError: wrong magic, a header
/// that is no plain dictionary, dtypes that are no numbers, shapes that cannot be.
NpyHeader parse_npy_header(std::string_view start, const std::string& origin);

/// "[2, 3]"
std::string shape_text(const std::vector<std::int64_t>& shape);

/// Throws InputError when the machine has not the memory for so many items.
void require_memory(std::uint64_t items, std::uint64_t item_size, const std::string& origin);

}  // namespace qkv
