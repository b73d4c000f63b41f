#include "core/files/npy.h"

#include <bit>
#include <cstring>
#include <limits>

#include "core/text/input_error.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

/// The item's bits as a whole number, whichever end comes first.
std::uint64_t bits_of(const unsigned char* item, std::uint64_t size, bool big_endian) {
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < size; ++i)
    bits |= static_cast<std::uint64_t>(item[big_endian ? size - 1 - i : i]) << (8 * i);
  return bits;
}

float from_half(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 31u, fraction = bits & 1023u;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | fraction << 13);
  if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;  // subnormal: exact in float32
  return sign != 0 ? -magnitude : magnitude;
}

float number_of(const unsigned char* item, const NpyHeader& header) {
  const std::uint64_t bits = bits_of(item, header.item_size, header.big_endian);
  switch (header.kind) {
    case NpyKind::boolean:
      return bits != 0 ? 1.0f : 0.0f;
    case NpyKind::natural:
      return static_cast<float>(bits);
    case NpyKind::integer: {
      const auto unused = static_cast<int>(64 - 8 * header.item_size);
      return static_cast<float>(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    case NpyKind::bfloat:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    default:
      break;
  }
  if (header.item_size == 2) return from_half(static_cast<std::uint16_t>(bits));
  if (header.item_size == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return static_cast<float>(std::bit_cast<double>(bits));
}

std::string word_of(const unsigned char* item, const NpyHeader& header) {
  std::string word;
  if (header.kind == NpyKind::bytes) {
    word.assign(reinterpret_cast<const char*>(item), header.item_size);
    while (!word.empty() && word.back() == '\0') word.pop_back();
    return word;
  }
  std::vector<std::uint32_t> codes;
  for (std::uint64_t i = 0; i < header.item_size; i += 4)
    codes.push_back(static_cast<std::uint32_t>(bits_of(item + i, 4, header.big_endian)));
  while (!codes.empty() && codes.back() == 0) codes.pop_back();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    // Two halves of a character, as systems with 16-bit characters wrote them.
    if (codes[i] >= 0xD800 && codes[i] < 0xDC00 && i + 1 < codes.size() && codes[i + 1] >= 0xDC00 &&
        codes[i + 1] < 0xE000) {
      append_utf8(word, 0x10000 + ((codes[i] - 0xD800) << 10) + (codes[i + 1] - 0xDC00));
      ++i;
    } else {
      append_utf8(word, codes[i]);
    }
  }
  return word;
}

/// Where each item of C order lies in the file, one after the other.
struct Walk {
  std::vector<std::uint64_t> index, stride, side;
  std::uint64_t at = 0;

  explicit Walk(const NpyHeader& header) : index(header.shape.size()), stride(index), side(index) {
    const std::size_t rank = header.shape.size();
    for (std::size_t i = 0; i < rank; ++i) side[i] = static_cast<std::uint64_t>(header.shape[i]);
    std::uint64_t step = 1;
    for (std::size_t i = 0; i < rank; ++i) {
      const std::size_t axis = header.fortran_order ? i : rank - 1 - i;
      stride[axis] = step;
      step *= side[axis];
    }
  }
  void next() {
    for (std::size_t axis = index.size(); axis-- > 0;) {
      at += stride[axis];
      if (++index[axis] < side[axis]) return;
      at -= stride[axis] * side[axis];
      index[axis] = 0;
    }
  }
};

}  // namespace

Array read_npy(std::string_view bytes, const std::string& origin) {
  const NpyHeader header = parse_npy_header(bytes, origin);
  const std::uint64_t there = bytes.size() - header.data_begin;
  std::uint64_t needed = 0;
  const bool beyond = __builtin_mul_overflow(header.count, header.item_size, &needed);
  if (beyond || needed > there)
    throw InputError(origin + ": is cut off: shape " + shape_text(header.shape) + " of " +
                     header.dtype + " needs " +
                     (beyond ? std::string("more than 2^64") : std::to_string(needed)) +
                     " bytes, there are " + std::to_string(there) + "; copy or save it again");
  if (needed < there)
    throw InputError(origin + ": has " + std::to_string(there - needed) +
                     " bytes more than shape " + shape_text(header.shape) + " of " + header.dtype +
                     " needs; save one array a file");
  Array result;
  result.shape = header.shape;
  result.dtype = header.dtype;
  const bool is_text = header.kind == NpyKind::bytes || header.kind == NpyKind::text;
  // Texts of no length need no bytes, so the file's size does not bound their number.
  require_memory(header.count, is_text ? sizeof(std::string) + header.item_size : sizeof(float),
                 origin);
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data()) + header.data_begin;
  Walk walk(header);
  if (is_text) {
    if (header.item_size == 0 && header.count > bytes.size())
      throw InputError(origin + ": claims " + std::to_string(header.count) +
                       " texts of no length; save it again");
    for (std::uint64_t i = 0; i < header.count; ++i, walk.next())
      result.words.push_back(word_of(data + walk.at * header.item_size, header));
    return result;
  }
  result.numbers.resize(header.count);
  const bool as_it_is = !header.fortran_order && header.kind == NpyKind::floating &&
                        header.item_size == 4 && !header.big_endian &&
                        std::endian::native == std::endian::little;
  if (as_it_is) {
    if (needed > 0) std::memcpy(result.numbers.data(), data, needed);
    return result;
  }
  for (std::uint64_t i = 0; i < header.count; ++i, walk.next())
    result.numbers[i] = number_of(data + walk.at * header.item_size, header);
  return result;
}

}  // namespace qkv
