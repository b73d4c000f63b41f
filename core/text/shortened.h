#pragma once

#include <string>

namespace qkv {

/// A pasted book is not said again: of a long message its beginning, where it stands what is wrong,
/// and its end, how to mend it. Whole characters, at most 600 bytes.
std::string shortened(const std::string& message);

}  // namespace qkv
