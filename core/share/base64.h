#pragma once

#include <string>
#include <string_view>

namespace qkv {

/// RFC 4648, padded.
std::string base64(std::string_view bytes);

}  // namespace qkv
