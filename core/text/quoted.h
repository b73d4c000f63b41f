#pragma once

#include <string>
#include <string_view>

namespace qkv {

/// The text in quotes, as both JSON and TOML read it back; a broken byte becomes U+FFFD.
std::string quoted_text(std::string_view text);

}  // namespace qkv
