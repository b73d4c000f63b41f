#pragma once
// Large and small amounts as people say them: "3.4 ms", "17 GB". Two digits that count;
// the line does not break before the unit.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace qkv {

/// `value` in the largest of the units (a name, and how much one is) that it fills; else the first.
std::string in_units(double value,
                     std::initializer_list<std::pair<std::string_view, double>> units);
std::string byte_text(double bytes);  ///< "1 KB" is 1,000 bytes

}  // namespace qkv
