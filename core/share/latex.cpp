#include "core/share/latex.h"

#include <algorithm>
#include <cctype>

#include "core/page/fonts.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

struct Sign {
  char32_t code;
  std::string_view math;
};
constexpr Sign kSigns[] = {
    {U'·', "\\cdot "},   {U'−', "-"},         {U'÷', "\\div "},     {U'×', "\\times "},
    {U'∞', "\\infty "},  {U'Σ', "\\Sigma "},  {U'∂', "\\partial "}, {U'←', "\\leftarrow "},
    {U'→', "\\to "},     {U'…', "\\ldots "},  {U'≈', "\\approx "},  {U'≤', "\\le "},
    {U'≥', "\\ge "},     {U'⊙', "\\odot "},   {U'⊕', "\\oplus "},   {U'∈', "\\in "},
    {U'ᵀ', "^{T}"},      {U'²', "^{2}"},      {U'³', "^{3}"},       {U'½', "\\tfrac{1}{2}"},
    {U'ₖ', "_{k}"},      {U'₁', "_{1}"},      {U'₂', "_{2}"},       {U'₃', "_{3}"},
    {U'σ', "\\sigma "},  {U'α', "\\alpha "},  {U'β', "\\beta "},    {U'γ', "\\gamma "},
    {U'θ', "\\theta "},  {U'π', "\\pi "},     {U'μ', "\\mu "},      {U'ε', "\\varepsilon "},
    {U'∑', "\\sum "},    {U'≠', "\\ne "},     {U'±', "\\pm "},      {U'√', "\\surd "},
    {U'⌊', "\\lfloor "}, {U'⌋', "\\rfloor "}, {U'ϕ', "\\phi "},     {U'φ', "\\varphi "},
    {U'ω', "\\omega "},  {U'λ', "\\lambda "}, {U'′', "'"},          {U'∘', "\\circ "},
    {U'‖', "\\| "},      {U'∇', "\\nabla "},  {U'δ', "\\delta "},   {U'ᵢ', "_{i}"},
    {U'ⱼ', "_{j}"},      {U'ₜ', "_{t}"},      {U'₀', "_{0}"},       {U'∝', "\\propto "},
    {U'▁', "\\_"},       {U'Δ', "\\Delta "},  {U'τ', "\\tau "},     {U'η', "\\eta "},
};

const Sign* sign_of(char32_t code) {
  const auto* found = std::find_if(std::begin(kSigns), std::end(kSigns),
                                   [&](const Sign& sign) { return sign.code == code; });
  return found == std::end(kSigns) ? nullptr : found;
}

bool is_letter(char32_t code) { return code < 128 && std::isalpha(static_cast<int>(code)) != 0; }
bool is_name_part(char32_t code) {
  return is_letter(code) || (code >= U'0' && code <= U'9') || code == U'.';
}

std::string escaped(char32_t code) {
  switch (code) {
    case U'\\':
      return "\\textbackslash{}";
    case U'~':
      return "\\textasciitilde{}";
    case U'^':
      return "\\textasciicircum{}";
    case U'<':
      return "\\textless{}";
    case U'>':
      return "\\textgreater{}";
    case U'|':
      return "\\textbar{}";
    case U'"':
      return "\\textquotedbl{}";
    case U'#':
    case U'$':
    case U'%':
    case U'&':
    case U'_':
    case U'{':
    case U'}':
      return std::string("\\") + static_cast<char>(code);
    default:
      break;
  }
  std::string text;
  append_utf8(text, code < 0x20 || code == 0x7F ? U' ' : code);
  return text;
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string out;
  for (const Glyph& glyph : glyphs(Font::text, text)) out += escaped(glyph.code);
  return out;
}

std::string latex_for(char32_t code, const std::string& hex) {
  const Sign* const sign = sign_of(code);
  return sign != nullptr ? "\\ensuremath{{}" + std::string(sign->math) + "}"
                         : "\\fbox{\\tiny " + hex + "}";
}

std::string latex_math_text(std::string_view text) {
  const std::vector<Glyph> signs = glyphs(Font::math, text);
  const auto name_end = [&](std::size_t from, bool (*is)(char32_t)) {
    std::size_t end = from;
    while (end < signs.size() && is(signs[end].code)) ++end;
    return end;
  };
  const auto plain = [&](std::size_t from, std::size_t end) {
    std::string name;
    for (; from < end; ++from) append_utf8(name, signs[from].code);
    return name;
  };
  std::string out;
  for (std::size_t i = 0; i < signs.size();) {
    const char32_t code = signs[i].code;
    if (code == U'√' && name_end(i + 1, is_name_part) > i + 1) {
      const std::size_t end = name_end(i + 1, is_name_part);
      out += "\\sqrt{" + plain(i + 1, end) + "}";
      i = end;
    } else if (is_letter(code)) {
      const std::size_t end = name_end(i, is_letter);
      const std::string name = plain(i, end);
      const bool is_word =
          end - i > 1 && std::any_of(name.begin(), name.end(),
                                     [](unsigned char c) { return std::islower(c) != 0; });
      out += is_word ? "\\operatorname{" + name + "}" : name;
      i = end;
    } else {
      const Sign* const sign = sign_of(code);
      if (sign != nullptr)
        out += sign->math;
      else if (code == U' ')
        out += "\\;";
      else if (code == U'^')
        out += "\\hat{\\ }";
      else if (code == U'<' || code == U'>' || code == U'|')
        out += static_cast<char>(code);
      else
        out += code < 128 ? escaped(code) : "\\text{" + escaped(code) + "}";
      ++i;
    }
  }
  return out;
}

std::string latex_formula(const Line& line) {
  std::string out;
  for (const Span& span : line) {
    std::string piece = latex_math_text(span.text);
    if (piece.empty()) continue;
    if (span.role == Role::dim) piece = "\\textcolor{black!50}{" + piece + "}";
    if (span.script != 0) piece = (span.script > 0 ? "^{" : "_{") + piece + "}";
    out += piece;
  }
  return out;
}

}  // namespace qkv
