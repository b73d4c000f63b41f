#pragma once
// A whole mask in one line: "causal+padding:2", and where they differ from the mask in force also
// the alignment, the cells and the added bias: "full align:end cells:101/111 bias:none".

#include <string>
#include <string_view>

#include "core/attention/mask.h"
#include "core/document/document.h"

namespace qkv {

/// What the text does not name stays as it is in `present`. Throws InputError.
Mask parse_mask(std::string_view text, const Mask& present);
/// The inverse: parse_mask(mask_text(m, p), p) == m.
std::string mask_text(const Mask& mask, const Mask& present);

/// Have its cells and bias the document's own shape, [heads or 1, n, m]?
bool fits(const Mask& mask, const Document& document);

}  // namespace qkv
