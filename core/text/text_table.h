#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace qkv {

using TextTable = std::map<std::string, std::string, std::less<>>;

/// What `own` says, key by key; what it lacks is taken from `english`.
std::string_view text_among(const TextTable& own, const TextTable& english, std::string_view key);

}  // namespace qkv
