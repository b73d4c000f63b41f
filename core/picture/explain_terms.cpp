#include "core/picture/explain_terms.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr std::size_t kMostTerms = 8;
constexpr std::size_t kLineLength = 46;  // characters of terms that a hover holds side by side

// UTF-8 characters, near enough to columns of a mono face.
std::size_t length(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::vector<std::size_t> largest(const std::vector<Term>& terms) {
  std::vector<std::size_t> order(terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (terms.size() <= kMostTerms) return order;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(terms[a].value) > std::abs(terms[b].value);
  });
  order.resize(kMostTerms);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

Span said(std::string text, Role role) { return {std::move(text), role, false, false, 0, {}}; }

Span number(std::string text, bool bold) {
  return {std::move(text), Role::plain, bold, true, 0, {}};
}

std::string as_number(double value) { return format_number(value); }

std::string as_factor(double value) {
  const std::string text = format_number(value);
  return value < 0 ? "(" + text + ")" : text;
}

void explain_sum(std::vector<Line>& lines, Line head, const std::vector<Term>& terms,
                 const Span& result) {
  Line line = std::move(head);
  std::size_t filled_columns = 0;
  double shown = 0, all = 0;
  for (const Term& term : terms) all += term.value;
  const std::vector<std::size_t> kept = largest(terms);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const Term& term = terms[kept[i]];
    shown += term.value;
    const std::size_t columns = length(term.text) + 3;
    if (filled_columns > 0 && filled_columns + columns > kLineLength) {
      lines.push_back(std::move(line));
      line = {number("    ")};
      filled_columns = 4;
    }
    line.push_back(number((i == 0 ? "" : " + ") + term.text));
    filled_columns += columns;
  }
  if (kept.empty()) line.push_back(number("0"));
  if (kept.size() < terms.size()) {
    lines.push_back(std::move(line));
    line = {
        number("    + "),
        said(filled(text("explain.more"), {{"count", std::to_string(terms.size() - kept.size())}})),
        number(" = " + as_number(all - shown))};
    lines.push_back(std::move(line));
    line = {number("   ")};
  }
  line.push_back(number(" = "));
  line.push_back(result);
  lines.push_back(std::move(line));
}

}  // namespace qkv
