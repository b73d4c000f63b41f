#pragma once

#include <string>

namespace qkv {

/// A written number with its thousands apart, by commas in English: "1,024", "−13,300", "0.5".
/// Where a comma is what parts the decimals, by a narrow space at which no line breaks.
std::string with_thousands(std::string number);

}  // namespace qkv
