#pragma once
// Words and formulas for LaTeX.

#include <string>
#include <string_view>

#include "core/picture/panels.h"

namespace qkv {

/// Text in a paragraph: what TeX would take as a command is escaped.
std::string latex_text(std::string_view text);
/// A number or a piece of a formula inside $…$: signs become their commands, names stand upright.
std::string latex_math_text(std::string_view text);
/// The story's formula; what does not act is grey.
std::string latex_formula(const Line& line);
/// How pdfTeX writes a character beyond Latin, given its number in hexadecimal.
std::string latex_for(char32_t code, const std::string& hex);

}  // namespace qkv
