#include "app/views/typed_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "core/document/edit_vectors.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

float number_in(std::string_view piece) {
  double value = 0;
  const auto [end, error] = std::from_chars(piece.data(), piece.data() + piece.size(), value);
  // Too near to zero is zero.
  const bool tiny = piece.find("e-") != piece.npos || piece.find("E-") != piece.npos;
  const bool out_of_range = error == std::errc::result_out_of_range;
  if (out_of_range && !tiny) throw InputError(std::string(text("edit.too_large")));
  if ((error != std::errc() && !out_of_range) || end != piece.data() + piece.size() ||
      std::isnan(value))
    throw InputError(
        filled(text("editor.no_number"), {{"text", std::string(piece.substr(0, 20))}}));
  if (std::abs(value) > static_cast<double>(kLargestNumber))
    throw InputError(std::string(text("edit.too_large")));
  return static_cast<float>(value);
}

/// The pieces between spaces.
std::vector<std::string_view> pieces_of(std::string_view typed) {
  std::vector<std::string_view> pieces;
  for (std::size_t end = 0, begin = 0; (begin = typed.find_first_not_of(' ', end)) != typed.npos;) {
    end = std::min(typed.find(' ', begin), typed.size());
    pieces.push_back(typed.substr(begin, end - begin));
  }
  return pieces;
}

std::string with_commas_as(char sign, std::string typed) {
  std::replace(typed.begin(), typed.end(), ',', sign);
  return typed;
}

/// The first "1,000,000" in it: it may be one number or three, and no guess is the right one. In
/// brackets commas part. Empty: there is none.
std::string thousands_in(std::string_view typed) {
  if (typed.find('[') != typed.npos) return {};
  const auto digits_at = [&](std::size_t at) {
    std::size_t count = 0;
    while (at + count < typed.size() && typed[at + count] >= '0' && typed[at + count] <= '9')
      ++count;
    return count;
  };
  for (std::size_t at = 0; at < typed.size(); ++at) {
    const std::size_t first = digits_at(at);
    if (first == 0) continue;
    std::size_t end = at + first;
    while (end < typed.size() && typed[end] == ',' && digits_at(end + 1) == 3) end += 4;
    const bool grouped = end > at + first && first <= 3 && typed[at] != '0';
    const bool whole = end == typed.size() ||
                       std::string_view(" ;\t\n").find(typed[end]) != std::string_view::npos;
    if (grouped && whole) return std::string(typed.substr(at, end - at));
    while (at < typed.size() && typed[at] != ' ' && typed[at] != ';') ++at;
  }
  return {};
}

std::string without_commas(std::string typed) {
  std::erase(typed, ',');
  return typed;
}

}  // namespace

bool read_numbers(const std::string& typed, std::size_t wanted, std::vector<float>& numbers,
                  std::string& fault) {
  numbers.clear();
  // A true minus sign is what this program writes itself.
  std::string plain;
  for (std::size_t i = 0; i < std::min<std::size_t>(typed.size(), 4096); ++i) {
    if (typed.compare(i, 3, "\u2212") == 0) {
      plain += '-';
      i += 2;
    } else {
      const char c = typed[i];
      plain += c == ';' || c == '[' || c == ']' || c == '\t' || c == '\n' ? ' ' : c;
    }
  }
  try {
    if (const std::string one = thousands_in(typed); !one.empty())
      throw InputError(
          filled(text("editor.thousands"), {{"text", one}, {"number", without_commas(one)}}));
    // A comma parts numbers; where that gives too many, it is the decimal comma of many languages.
    const std::string parted = with_commas_as(' ', plain), decimal = with_commas_as('.', plain);
    std::vector<std::string_view> pieces = pieces_of(parted);
    if (pieces.size() != wanted && pieces_of(decimal).size() == wanted) pieces = pieces_of(decimal);
    for (const std::string_view piece : pieces) numbers.push_back(number_in(piece));
    if (numbers.size() != wanted)
      throw InputError(filled(text("edit.count"), {{"given", std::to_string(numbers.size())},
                                                   {"wanted", std::to_string(wanted)}}));
  } catch (const InputError& error) {
    fault = error.what();
    return false;
  }
  return true;
}

}  // namespace qkv
