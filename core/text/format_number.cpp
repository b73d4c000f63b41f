#include "core/text/format_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace qkv {
namespace {

constexpr std::string_view kMinus = "\u2212";
constexpr double kLarge = 1e6;

std::string with_true_minus(std::string_view digits) {
  std::string result;
  for (const char c : digits) {
    if (c == '-') {
      result += kMinus;
    } else {
      result += c;
    }
  }
  return result;
}

bool only_zeros(std::string_view digits) {
  return digits.find_first_of("123456789") == std::string_view::npos;
}

// to_chars knows no locale: a decimal comma can never slip in. 400: a double has up to 309 digits
// before the point.
std::string digits_of(double value, std::chars_format format, int decimals) {
  std::array<char, 400> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format,
                                 decimals > 60 ? 60 : decimals);
  return {buffer.data(), end.ptr};
}

std::string not_finite(double value) {
  if (std::isnan(value)) return "NaN";
  return value < 0 ? "\u2212\u221e" : "\u221e";
}

std::string scientific(double value) {
  std::string digits = digits_of(value, std::chars_format::scientific, 1);
  if (const std::size_t zero = digits.find(".0e"); zero != std::string::npos) digits.erase(zero, 2);
  return with_true_minus(digits);
}

}  // namespace

std::string format_fixed(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  std::string digits = digits_of(value, std::chars_format::fixed, decimals);
  if (digits.front() == '-' && only_zeros(digits)) digits.erase(0, 1);
  return with_true_minus(digits);
}

std::string format_number(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  if (std::abs(value) >= kLarge) return scientific(value);
  std::string digits = digits_of(value, std::chars_format::fixed, decimals);
  if (only_zeros(digits)) return value == 0 ? "0" : scientific(value);
  if (digits.find('.') != std::string::npos) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  return with_true_minus(digits);
}

std::string format_vector(const float* values, int count, int decimals, int most) {
  std::string result = "[";
  for (int i = 0; i < count && i < most; ++i) {
    if (i > 0) result += ", ";
    result += format_number(static_cast<double>(values[i]), decimals);
  }
  if (count > most) result += ", \u2026";
  return result + "]";
}

std::string shortest(float value) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

}  // namespace qkv
