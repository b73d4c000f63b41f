#pragma once
// The one place where a number becomes text on a screen or a picture.

#include <string>

namespace qkv {

/// Fixed decimals with a true minus sign (U+2212), "-0.00" never, "−∞", "∞", "NaN".
std::string format_fixed(double value, int decimals);
/// As a person writes it: up to `decimals`, trailing zeros dropped: 2, 0.5, 4.24; large and tiny
/// magnitudes as 1.2e+06.
std::string format_number(double value, int decimals = 3);
/// "[0.903, 0.059]" with format_number, the first `most` numbers and "…" beyond.
std::string format_vector(const float* values, int count, int decimals = 3, int most = 8);
/// Shortest text that reads back to the same float (files, JSON).
std::string shortest(float value);

}  // namespace qkv
