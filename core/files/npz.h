#pragma once
// NumPy arrays in files: .npy and .npz (NEP 1). Numbers become float32, C order.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/told.h"

namespace qkv {

struct Array {
  std::vector<std::int64_t> shape;
  std::string dtype;               ///< as the file said it, "<f4"
  std::vector<float> numbers;      ///< C order; empty for text
  std::vector<std::string> words;  ///< UTF-8, for text arrays ("<U7", "|S5")
};

/// One array of an archive as it was found.
struct NpzMember {
  std::string name;  ///< without ".npy"
  Array array;       ///< numbers and words are empty when they were not wanted
  Told fault;        ///< why it cannot be read, one line; empty: nothing is wrong
};

/// Every array in the order of the file. A fault of one member is told in it and spares the others;
/// members that are no .npy are left out. InputError: the archive itself is broken.
std::vector<NpzMember> scan_npz(const std::string& path,
                                const std::function<bool(std::string_view name)>& wanted);

/// Throws InputError: file, array, what, how to mend it (pickles are refused, never run).
std::map<std::string, Array> read_npz(const std::string& path);
Array read_npy(std::string_view bytes, const std::string& origin);
/// float32, C order, stored without compression: the same arrays give the same bytes.
std::string npz_bytes(const std::map<std::string, Array>& arrays);
/// Written beside and renamed.
void write_npz(const std::string& path, const std::map<std::string, Array>& arrays);

}  // namespace qkv
