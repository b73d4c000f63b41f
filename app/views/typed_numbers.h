#pragma once
// Numbers in a field, as people write them.

#include <cstddef>
#include <string>
#include <vector>

namespace qkv {

/// Numbers as somebody typed them: "2 0.5", "[2, −0.5]", "3,6" where one number is wanted. False:
/// `fault` says in words why not.
bool read_numbers(const std::string& typed, std::size_t wanted, std::vector<float>& numbers,
                  std::string& fault);

}  // namespace qkv
