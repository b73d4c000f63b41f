#include "core/document/reference_parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/nearest.h"
#include "core/text/thousands.h"

namespace qkv {
namespace {

/// Where a piece is counted: a number from 1, a word where there is one a place, or ?.
int piece_index(std::string_view text, int count, const std::vector<std::string>& words,
                const std::string& what) {
  int number = 0;
  if (whole(text, number)) {
    if (number >= 1 && number <= count) return number - 1;
  } else if (text == "?" || static_cast<int>(words.size()) == count) {
    return word_index(text, words);
  }
  throw InputError("\"" + std::string(text) + "\" is no place of " + what + "; count from 1 to " +
                   std::to_string(count));
}

}  // namespace

bool whole(std::string_view text, int& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

int word_index(std::string_view text, const std::vector<std::string>& words) {
  if (text == "?") return Reference::kAny;
  int number = 1;
  if (text.size() > 2 && text.front() == '[' && text.back() == ']' &&
      whole(text.substr(1, text.size() - 2), number) && number >= 0 &&
      number < static_cast<int>(words.size()))
    return number;
  number = 1;
  std::string_view word = text;
  if (std::find(words.begin(), words.end(), text) == words.end()) {
    const std::size_t hash = text.rfind('#');
    if (hash != text.npos && whole(text.substr(hash + 1), number)) word = text.substr(0, hash);
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word && --number == 0) return static_cast<int>(i);
  std::vector<std::string_view> known(words.begin(), words.end());
  const std::string near = nearest(text, known);
  std::string all;
  for (const std::string& w : words) all += (all.empty() ? "" : ", ") + w;
  throw InputError("no word \"" + std::string(text) + "\"; " +
                   (near.empty() ? "the words are: " + all : "did you mean " + near + "?"));
}

const Tensor* piece_named(const PieceMap* computed, const Document& document,
                          const std::string& name) {
  const PieceMap* const given = document.pieces ? &document.pieces->given : nullptr;
  for (const PieceMap* const numbers : {computed, given})
    if (numbers != nullptr)
      if (const auto found = numbers->find(name); found != numbers->end()) return &found->second;
  return nullptr;
}

double piece_number(const Tensor& piece, int row, int column) {
  if (row < 0 || column < 0 || row >= piece.heads * piece.rows || column >= piece.columns)
    return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(
      piece.data[static_cast<std::size_t>(row) * static_cast<std::size_t>(piece.columns) +
                 static_cast<std::size_t>(column)]);
}

void read_piece(const std::vector<std::string_view>& parts, const Document& document,
                Reference& result) {
  std::vector<std::string_view> names;
  std::string all;
  const PieceMap* const computed = document.pieces ? &document.pieces->computed : nullptr;
  if (computed != nullptr)
    for (const auto& [name, tensor] : *computed) {
      names.push_back(name);
      all += (all.empty() ? "" : ", ") + name;
    }
  result.piece = parts[1];
  const Tensor* const piece = piece_named(computed, document, result.piece);
  if (piece == nullptr) {
    const std::string near = nearest(result.piece, names);
    throw InputError("no piece \"" + result.piece + "\"; " +
                     (names.empty()  ? "this lesson computes none"
                      : near.empty() ? "there are " + all
                                     : "did you mean " + near + "?"));
  }
  const int rows = piece->heads * piece->rows;
  const auto index = [&](std::size_t part, int count) {
    return piece_index(parts[part], count, document.query_words,
                       result.piece + ", which has " + std::to_string(rows) + " rows and " +
                           std::to_string(piece->columns) + " columns");
  };
  result.row = result.column = 0;
  if (parts.size() == 4) {
    result.row = index(2, rows);
    result.column = index(3, piece->columns);
  } else if (parts.size() == 3) {
    // One place: in a single row it counts the columns.
    (rows == 1 ? result.column : result.row) = index(2, rows == 1 ? piece->columns : rows);
  }
}

std::string piece_places(const Reference& r) {
  const auto place = [](int i) {
    return i == Reference::kAny ? std::string(" ?") : " " + std::to_string(i + 1);
  };
  return place(r.row) + place(r.column);
}

std::string with_figures(double value, int figures) {
  const double size = std::abs(value);
  if (!std::isfinite(value) || size == 0 || size >= 1e15) return format_number(value, 3);
  const int digits = figures - 1 - static_cast<int>(std::floor(std::log10(size)));
  if (digits >= 0) return digits > 12 ? format_number(value, 3) : format_number(value, digits);
  const double unit = std::pow(10.0, -digits);
  const bool all_count = size < 1e9 && std::abs(value - std::round(value)) < 1e-6;
  return with_thousands(format_fixed(all_count ? value : std::round(value / unit) * unit, 0));
}

}  // namespace qkv
