#pragma once

#include <string_view>

namespace qkv {

/// Writes to stdout; InputError when it cannot (a full disk, a closed pipe).
void print(std::string_view text);
/// What was printed has left the program; InputError when it could not.
void flush_output();
/// One line on stderr, "qkv: ...": line breaks and other control characters are made visible.
void complain(std::string_view message);

}  // namespace qkv
