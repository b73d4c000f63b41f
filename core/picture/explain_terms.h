#pragma once
// Sums as people write them, for explain(): terms, the largest of many, and what is left out.

#include <string>
#include <vector>

#include "core/picture/panels.h"

namespace qkv {

struct Term {
  double value = 0;  ///< what it adds to the sum
  std::string text;  ///< "2 × 3"
};

Span said(std::string text, Role role = Role::dim);  ///< words
Span number(std::string text, bool bold = false);    ///< set in the mono face
std::string as_number(double value);                 ///< format_number: three decimals
std::string as_factor(double value);                 ///< the same, negative in brackets

/// Appends "terms + terms = result" to `lines`, the first behind `head`, wrapped. Of more than
/// eight terms the largest eight stand, in their order, and "… 29 more = 0.013".
void explain_sum(std::vector<Line>& lines, Line head, const std::vector<Term>& terms,
                 const Span& result);

}  // namespace qkv
