#include "core/code/script.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "core/text/format_number.h"

namespace qkv::code {
namespace {

constexpr Dialect kNumpy = {"np.array", "np.inf",  "np.nan",     "axis",    "keepdims",
                            "np.exp",   "np.tanh", "np.maximum", "np.where"};
constexpr Dialect kTorch = {"torch.tensor", "torch.inf",  "torch.nan",     "dim",        "keepdim",
                            "torch.exp",    "torch.tanh", "torch.maximum", "torch.where"};

}  // namespace

Script::Script(const Document& of, const Trace& computed, Language in)
    : document(of), trace(computed), language(in), words(in == Language::numpy ? kNumpy : kTorch) {}

std::string Script::along(bool keep) const {
  const std::string axis = std::string(words.axis) + (options().variant.columns ? "=-2" : "=-1");
  return keep ? axis + ", " + std::string(words.keep) + "=True" : axis;
}

// A point in every number, or a list of whole ones would be integers.
std::string number(float value, const Dialect& words) {
  if (std::isnan(value)) return std::string(words.nan);
  if (std::isinf(value)) return (value < 0 ? "-" : "") + std::string(words.inf);
  const std::string text = shortest(value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string harmless(std::string_view text) {
  std::string result;
  for (const char c : text) result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return result;
}

namespace {

/// Characters before the decimal point and from it on: "-np.inf" has none.
struct Halves {
  std::size_t before = 0, after = 0;
};

Halves halves_of(std::string_view cell) {
  for (std::size_t at = 1; at + 1 < cell.size(); ++at)
    if (cell[at] == '.' && std::isdigit(static_cast<unsigned char>(cell[at + 1])) != 0)
      return {at, cell.size() - at};
  return {cell.size(), 0};
}

/// Every column's cells with point under point, as NumPy itself prints them.
void align(std::vector<std::string>& cells, std::size_t columns) {
  for (std::size_t c = 0; c < columns; ++c) {
    Halves most;
    for (std::size_t i = c; i < cells.size(); i += columns) {
      const Halves halves = halves_of(cells[i]);
      most = {std::max(most.before, halves.before), std::max(most.after, halves.after)};
    }
    for (std::size_t i = c; i < cells.size(); i += columns) {
      const Halves halves = halves_of(cells[i]);
      cells[i].insert(0, most.before - halves.before, ' ');
      cells[i].append(most.after - halves.after, ' ');
    }
  }
}

constexpr std::size_t kWidest = 58;  // characters of an array beside its name; else below it

}  // namespace

void write_array(Script& script, std::string_view name, int heads, int rows, int columns,
                 const std::function<std::string(std::size_t)>& cell,
                 const std::vector<std::string>& row_comments, std::string_view type) {
  std::vector<std::string> cells(static_cast<std::size_t>(heads * rows * columns));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = cell(i);
  align(cells, static_cast<std::size_t>(columns));
  const std::string begin = std::string(name) + " = " + std::string(script.words.array) + "(";
  std::size_t width = begin.size();
  for (std::size_t c = 0; c < std::min(cells.size(), static_cast<std::size_t>(columns)); ++c)
    width += cells[c].size() + 2;
  const bool below = width > kWidest;
  const std::string margin(below ? 4 : begin.size(), ' ');
  if (below) script.say(begin);
  std::size_t i = 0;
  for (int h = 0; h < heads; ++h) {
    for (int r = 0; r < rows; ++r) {
      const bool first = h == 0 && r == 0, last = r + 1 == rows;
      std::string line = first && !below ? begin : margin;
      if (heads > 1) line += first ? "[" : " ";
      line += r == 0 ? "[[" : " [";
      for (int c = 0; c < columns; ++c) line += (c > 0 ? ", " : "") + cells[i++];
      line += last ? "]]" : "],";
      if (last && heads > 1) line += h + 1 == heads ? "]" : ",";
      if (last && h + 1 == heads) line += std::string(type) + ")";
      const auto place = static_cast<std::size_t>(r);
      script.say(std::move(line),
                 place < row_comments.size() ? harmless(row_comments[place]) : std::string());
      script.lines.back().row = true;
    }
  }
}

}  // namespace qkv::code
