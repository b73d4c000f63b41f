#pragma once
// A page of assets/help, typeset: headings, paragraphs, bold, code, tables.

#include <string_view>
#include <vector>

#include "core/page/page.h"
#include "core/page/style.h"

namespace qkv {

/// From `at` down in `width` pixels; returns the height. Without its heading of the first rank.
float add_help_page(std::vector<Item>& items, const Palette& colors, std::string_view markdown,
                    glm::vec2 at, float width, float unit);

}  // namespace qkv
