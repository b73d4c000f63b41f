#pragma once
// Attention broken on purpose: the mistakes that people make when they write it, each a switch.

#include <string>
#include <string_view>
#include <vector>

namespace qkv {

/// All false: attention as it is. What each does to the stages stands in attention.h.
struct Variant {
  bool columns = false;         ///< softmax down the columns (queries), not along the rows (keys)
  bool mask_after = false;      ///< weights are struck out after softmax, scores are not hidden
  bool zero_fill = false;       ///< a hidden score becomes 0 instead of -inf
  bool inverted = false;        ///< the mask is read upside down: hidden and visible are swapped
  bool keys_as_values = false;  ///< output = weights K
  bool twice = false;           ///< softmax of the softmax
  friend bool operator==(const Variant&, const Variant&) = default;
};

inline bool is_broken(const Variant& variant) { return variant != Variant{}; }
/// Is a weight still e^((masked - max) / temperature) over the sum of its row?
inline bool by_row_once(const Variant& variant) {
  return !variant.columns && !variant.mask_after && !variant.twice;
}

/// One row of the table of variants: a new one is a field above, a row here, its texts under
/// "variant.NAME", and its line in attend_plain.cpp.
struct VariantKind {
  std::string_view name;           ///< "axis"
  std::string_view right, broken;  ///< its two values: "rows", "columns"
  std::string_view help;           ///< one line, for --help
  bool Variant::*field;
};
const std::vector<VariantKind>& variant_kinds();

/// "axis=columns+softmax=twice"; what is not named is right; "none" or "" is all right. Throws
/// InputError naming the variant and its values.
Variant parse_variant(std::string_view text);
std::string variant_text(const Variant& variant);  // the inverse; "none" when nothing is broken

}  // namespace qkv
