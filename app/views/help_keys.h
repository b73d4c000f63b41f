#pragma once

#include "core/page/page.h"
#include "core/page/style.h"

namespace qkv {

/// Every key and what it does, from `at` down in `width` pixels; returns the height.
float add_keys(std::vector<Item>& items, const Palette& colors, glm::vec2 at, float width,
               float unit);

}  // namespace qkv
