#include <algorithm>
#include <charconv>
#include <optional>

#include "core/attention/memory.h"
#include "core/files/npy.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr std::size_t kMostDimensions = 32;  // as NumPy

[[noreturn]] void fail(const std::string& origin, const std::string& what,
                       const std::string& mend) {
  throw InputError(origin + ": " + what + "; " + mend);
}

/// A reader of the one Python literal that a header may hold. Nothing is ever evaluated.
struct Literal {
  std::string_view text;
  const std::string& origin;
  std::size_t at = 0;

  [[noreturn]] void broken() const {
    fail(origin, "its header is no plain dictionary of descr, fortran_order and shape",
         "save the array again with numpy.save");
  }
  void skip_space() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t')) ++at;
  }
  bool take(char c) {
    skip_space();
    if (at >= text.size() || text[at] != c) return false;
    ++at;
    return true;
  }
  void expect(char c) {
    if (!take(c)) broken();
  }
  std::string quoted() {
    skip_space();
    if (at >= text.size() || (text[at] != '\'' && text[at] != '"')) broken();
    const char quote = text[at++];
    const std::size_t end = text.find(quote, at);
    if (end == text.npos) broken();
    const std::string result(text.substr(at, end - at));
    if (result.find('\\') != result.npos) broken();
    at = end + 1;
    return result;
  }
  bool boolean() {
    skip_space();
    for (const auto& [word, value] : {std::pair{"True", true}, {"False", false}})
      if (text.substr(at).starts_with(word)) {
        at += std::string_view(word).size();
        return value;
      }
    broken();
  }
  std::int64_t integer() {
    skip_space();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
      fail(origin, "its shape holds a number beyond 64 bits", "save it again");
    if (error != std::errc()) broken();
    at = static_cast<std::size_t>(end - text.data());
    if (at < text.size() && text[at] == 'L') ++at;  // long integers of Python 2
    if (at < text.size() && text[at] == '.')
      fail(origin, "its shape holds a fraction", "save the array again with numpy.save");
    if (value < 0)
      fail(origin, "its shape holds the negative number " + std::to_string(value),
           "save the array again with numpy.save");
    return value;
  }
  std::vector<std::int64_t> tuple() {
    expect('(');
    std::vector<std::int64_t> values;
    bool comma = false;
    while (!take(')')) {
      if (!values.empty() && !comma) broken();
      values.push_back(integer());
      comma = take(',');
      if (values.size() > kMostDimensions)
        fail(origin, "has more than 32 dimensions", "save fewer");
    }
    if (values.size() == 1 && !comma) broken();  // (6) is a number in brackets, no tuple
    return values;
  }
};

void read_dictionary(std::string_view text, const std::string& origin, NpyHeader& header) {
  Literal in{text, origin};
  bool has_dtype = false, has_order = false, has_shape = false;
  in.expect('{');
  while (!in.take('}')) {
    const std::string key = in.quoted();
    in.expect(':');
    if (key == "descr" && !has_dtype) {
      in.skip_space();
      if (in.at < text.size() && text[in.at] == '[')
        fail(origin, "holds records with named fields", "save each field as an array of its own");
      header.dtype = in.quoted();
      has_dtype = true;
    } else if (key == "fortran_order" && !has_order) {
      header.fortran_order = in.boolean();
      has_order = true;
    } else if (key == "shape" && !has_shape) {
      header.shape = in.tuple();
      has_shape = true;
    } else {
      in.broken();
    }
    if (!in.take(',')) {
      in.expect('}');
      break;
    }
  }
  in.skip_space();
  if (in.at != text.size() || !has_dtype || !has_order || !has_shape) in.broken();
}

std::optional<NpyKind> kind_of(char letter, std::uint64_t size) {
  const bool whole = size == 1 || size == 2 || size == 4 || size == 8;
  if (letter == 'b' && size == 1) return NpyKind::boolean;
  if (letter == 'i' && whole) return NpyKind::integer;
  if (letter == 'u' && whole) return NpyKind::natural;
  if (letter == 'f' && (size == 2 || size == 4 || size == 8)) return NpyKind::floating;
  if (letter == 'V' && size == 2) return NpyKind::bfloat;  // how bfloat16 arrays are dumped
  if (letter == 'S') return NpyKind::bytes;
  if (letter == 'U') return NpyKind::text;
  return std::nullopt;
}

[[noreturn]] void refuse_dtype(const std::string& dtype, char letter, const std::string& origin) {
  if (letter == 'O')
    fail(origin, "holds Python objects (a pickle), which are never run",
         "save plain numbers: numpy.save(file, numpy.asarray(x, dtype='float32'))");
  if (letter == 'c') fail(origin, "holds complex numbers (" + dtype + ")", "save the real part");
  if (letter == 'M' || letter == 'm')
    fail(origin, "holds dates (" + dtype + ")", "save numbers instead");
  fail(origin, "holds numbers of the kind \"" + dtype + "\", which is not read",
       "save them as float32");
}

void read_dtype(const std::string& origin, NpyHeader& header) {
  std::string_view text = header.dtype;
  char order = '|';
  if (!text.empty() && std::string_view("<>=|").find(text.front()) != text.npos) {
    order = text.front();
    text.remove_prefix(1);
  }
  const char letter = text.empty() ? ' ' : text.front();
  if (letter == 'O') refuse_dtype(header.dtype, letter, origin);
  std::uint64_t size = 0;
  const auto [end, error] = text.empty()
                                ? std::from_chars_result{text.data(), std::errc::invalid_argument}
                                : std::from_chars(text.data() + 1, text.data() + text.size(), size);
  if (error != std::errc() || end != text.data() + text.size())
    refuse_dtype(header.dtype, letter, origin);
  const std::optional<NpyKind> kind = kind_of(letter, size);
  if (!kind) refuse_dtype(header.dtype, letter, origin);
  header.kind = *kind;
  header.big_endian = order == '>';  // '=' is the order of the machine that wrote it: all but none
  header.item_size = size;
  if (header.kind == NpyKind::text && __builtin_mul_overflow(size, 4u, &header.item_size))
    refuse_dtype(header.dtype, letter, origin);
}

}  // namespace

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

void require_memory(std::uint64_t items, std::uint64_t item_size, const std::string& origin) {
  const std::uint64_t available = available_memory();
  std::uint64_t bytes = 0;
  if (!__builtin_mul_overflow(items, item_size, &bytes) && bytes < available) return;
  fail(origin,
       "needs " + (bytes == 0 ? "more than 2^64 bytes" : std::to_string(bytes >> 20) + " MB") +
           ", this machine has " + std::to_string(available >> 20) + " MB",
       "save fewer layers or positions");
}

NpyHeader parse_npy_header(std::string_view start, const std::string& origin) {
  const std::string again = "save the array again with numpy.save";
  if (start.empty()) fail(origin, "is empty", again);
  if (!start.starts_with("\x93NUMPY"))
    fail(origin, "does not begin like a NumPy array", "save it with numpy.save or numpy.savez");
  if (start.size() < 10) fail(origin, "is cut off in its first bytes", again);
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(start[i]));
  };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3)
    fail(origin, "is of version " + std::to_string(version) + ", versions 1 to 3 are known",
         "save it with a NumPy of today");
  const std::size_t before = version == 1 ? 10 : 12;
  if (start.size() < before) fail(origin, "is cut off in its first bytes", again);
  std::size_t length = byte(8) | byte(9) << 8;
  if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
  if (length > kLongestNpyHeader)
    fail(origin, "its header claims " + std::to_string(length) + " bytes, far too many", again);
  if (start.size() - before < length) fail(origin, "is cut off in its header", again);

  NpyHeader header;
  read_dictionary(start.substr(before, length), origin, header);
  read_dtype(origin, header);
  header.data_begin = before + length;
  header.count = 1;
  bool too_many = false, none = false;
  for (const std::int64_t side : header.shape) {
    none = none || side == 0;
    too_many = too_many || __builtin_mul_overflow(header.count, static_cast<std::uint64_t>(side),
                                                  &header.count);
  }
  if (none) {
    header.count = 0;
  } else if (too_many) {
    fail(origin, "claims the shape " + shape_text(header.shape) + ", more than any machine holds",
         again);
  }
  return header;
}

}  // namespace qkv
