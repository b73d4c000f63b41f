#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace qkv {

// Files that travel inside the program: "shaders/page.vert", "lessons/cat.qkv", "text/en.toml",
// "fonts/Inter-Regular". They live as long as the program does.

// The bytes of an asset, followed in memory by a zero. Throws std::out_of_range naming an unknown
// asset.
std::span<const std::byte> asset(std::string_view name);

// The same as text; data() is a C string.
std::string_view asset_text(std::string_view name);

// The names that begin with prefix ("lessons/"), sorted.
std::vector<std::string_view> assets_under(std::string_view prefix);

}  // namespace qkv
