#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace qkv {

/// Paths are UTF-8 on every system. One file a system: write_file_posix.cpp,
/// write_file_windows.cpp.
///
/// Writes beside `path`, syncs, renames over it. InputError: path, what the system said, a hint.
/// A path that is no plain file (/dev/full, /dev/stdout) is written to directly.
void write_file(const std::string& path, std::string_view bytes);
/// Says before long work what write_file would say after it. Leaves nothing behind.
void require_writable(const std::string& path);
/// The first bytes only, fewer when the file is shorter. InputError.
std::string read_start(const std::string& path, std::size_t most);
inline std::string read_file(const std::string& path) {  // InputError
  return read_start(path, std::numeric_limits<std::size_t>::max() / 2);
}

}  // namespace qkv
