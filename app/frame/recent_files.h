#pragma once

#include <string>
#include <vector>

namespace qkv {

inline constexpr std::size_t kMostRecent = 12;

/// What was opened or saved, the newest first; empty where there is no such file, or it cannot be
/// read. A line a path.
std::vector<std::string> read_recent(const std::string& list);
/// Puts a path first. Read anew each time: another window may have added its own.
std::vector<std::string> add_recent(const std::string& list, const std::string& path);

}  // namespace qkv
