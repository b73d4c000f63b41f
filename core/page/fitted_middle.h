#pragma once
// Texts that are told apart by their ends: "word12", "word13".

#include <string>
#include <string_view>

#include "core/page/page.h"

namespace qkv {

/// Cut in the middle so that it fits: "wo…12". The last two characters are the last to go.
std::string fitted_middle(Font font, float size, std::string_view text, float width);

}  // namespace qkv
