#pragma once

#include <string>

#include "core/session/history.h"

namespace qkv {

/// An edit as its reader sees it, in the chosen language: "k of “cat”: [3, 0] → [0, 3]", "5 cells
/// hidden: “its” with “the” to “fish”". What a gesture changed is one edit, told as a whole.
std::string edit_in_words(const Edit& edit);

}  // namespace qkv
