#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qkv {

/// The known name with the fewest changed letters, empty when none is near: for "did you mean".
std::string nearest(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace qkv
