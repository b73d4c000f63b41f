#pragma once
// What finding and lighting the things of a page share.

#include <vector>

#include "core/page/page.h"

namespace qkv {

/// The clip in force at each item; the whole page where there is none.
std::vector<Rect> clips_of(const Page& page);
/// What a text covers, from the font's ascent to its descent.
Rect line_rect(const Text& text);

}  // namespace qkv
