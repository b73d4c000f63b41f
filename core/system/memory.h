#pragma once

#include <cstdint>

namespace qkv {

/// Bytes that this machine could still give to a program, or the largest number when it does not
/// tell.
std::uint64_t available_memory();

}  // namespace qkv
