#pragma once

#include <string>

namespace qkv {

/// A written number with commas between its thousands: "1,024", "−13,300", "0.5".
std::string with_thousands(std::string number);

}  // namespace qkv
