#pragma once
// The masks that lesson "The causal mask" lays side by side.

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// Pieces of a case: ones_NAME and weights_NAME n×n, sees_NAME n×1, z_NAME n×dv.
struct MaskCase {
  std::string_view name;
  std::string rules;  ///< "causal+window:2"
};
/// bert, gpt, window, padding, empty: window and padding as the file's [masks] says them.
std::vector<MaskCase> mask_cases(const Document& document);
/// The case that a part is about; the first ones lay two side by side and are about gpt.
std::string_view mask_case_of(std::string_view part);

}  // namespace qkv
