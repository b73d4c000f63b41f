// A chain for the clipboard: as it is read, for a paper, for a script.

#include <array>
#include <utility>

#include "core/picture/chain.h"

namespace qkv {
namespace {

std::string plain(const Line& line) {
  std::string all;
  for (const Span& span : line) all += span.text;
  return all;
}

/// Signs of the mono face and what LaTeX calls them in mathematics.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kSigns = {{
    {"×", "\\times "}, {"÷", "\\div "},  {"·", "\\cdot "}, {"−", "-"},        {"∞", "\\infty "},
    {"Σ", "\\sum "},   {"…", "\\dots "}, {"√", "\\sqrt "}, {"₀", "_0"},       {"₁", "_1"},
    {"₂", "_2"},       {"₃", "_3"},      {"₄", "_4"},      {"₅", "_5"},       {"₆", "_6"},
    {"₇", "_7"},       {"₈", "_8"},      {"₉", "_9"},      {"max", "\\max "},
}};

// Words inside \text{}: what LaTeX reads as a command is said by name.
std::string escaped(std::string_view words) {
  std::string result;
  for (const char c : words) {
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '~':
        result += "\\textasciitilde{}";
        break;
      case '^':
        result += "\\textasciicircum{}";
        break;
      case '#':
      case '$':
      case '%':
      case '&':
      case '_':
      case '{':
      case '}':
        result += '\\';
        [[fallthrough]];
      default:
        result += c;
    }
  }
  return result;
}

std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i;
  }
  return text.size();
}

std::string in_math(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("e^(")) {
      const std::size_t end = closing(rest, 2);
      result += "e^{" + in_math(rest.substr(3, end - 3)) + "}";
      i += std::min(rest.size(), end + 1);
      continue;
    }
    if (rest.starts_with("e^")) {  // e^0.25: a number up to the next space
      const std::size_t end = std::min(rest.size(), rest.find(' '));
      result += "e^{" + in_math(rest.substr(2, end - 2)) + "}";
      i += end;
      continue;
    }
    if (rest.starts_with("tanh")) {
      result += "\\tanh";
      i += 4;
      continue;
    }
    bool sign = false;
    for (const auto& [from, to] : kSigns) {
      if (!rest.starts_with(from)) continue;
      if (from == "√") {
        const std::size_t end = rest.find_first_not_of("0123456789", from.size());
        const std::size_t stop = end == rest.npos ? rest.size() : end;
        result += "\\sqrt{" + std::string(rest.substr(from.size(), stop - from.size())) + "}";
        i += stop;
      } else {
        result += to;
        i += from.size();
      }
      sign = true;
      break;
    }
    if (sign) continue;
    result +=
        text[i] == '_' || text[i] == '%' ? "\\" + std::string(1, text[i]) : std::string(1, text[i]);
    ++i;
  }
  return result;
}

/// Mono spans are mathematics, all others words.
std::string latex_of(const Line& line) {
  std::string math, result;
  const auto flush = [&] { result += in_math(std::exchange(math, {})); };
  for (const Span& span : line) {
    if (span.mono) {
      math += span.text;
      continue;
    }
    flush();
    if (!span.text.empty()) result += "\\text{" + escaped(span.text) + "}";
  }
  flush();
  return result;
}

}  // namespace

std::string chain_text(const ChainPicture& chain) {
  std::string all = plain(chain.title) + ": " + chain.name + " " + chain.number + "\n";
  for (const ChainStep& step : chain.steps) {
    all += "\n" + step.name + "\n";
    for (const Line& line : step.lines) all += "  " + plain(line) + "\n";
  }
  return all;
}

std::string chain_latex(const ChainPicture& chain) {
  std::string all = "% " + escaped(plain(chain.title)) + ": " + chain.name + "\n\\begin{aligned}\n";
  bool first = true;
  for (const ChainStep& step : chain.steps) {
    bool named = false;
    for (const Line& line : step.lines) {
      if (!std::exchange(first, false)) all += " \\\\\n";
      all += (std::exchange(named, true) ? std::string() : "\\text{" + escaped(step.name) + "}") +
             " & \\quad " + latex_of(line);
    }
  }
  return all + "\n\\end{aligned}\n";
}

std::string chain_numpy(const Session& session, const Trace& now, const Quantity& quantity) {
  if (!no_code_reason(*session.document).empty()) return {};
  return code_text(number_code(*session.document, now, quantity).lines);
}

}  // namespace qkv
