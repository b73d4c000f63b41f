#pragma once
// A text of several lines in a popup.

#include <string_view>

namespace qkv {

/// Broken between words alone: Dear ImGui would break "1,000,000" after a comma. `width` in pixels.
void paragraph(std::string_view said, float width);

}  // namespace qkv
