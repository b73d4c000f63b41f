#pragma once

#include "core/page/panels/pen.h"

namespace qkv {

/// word | key | q·k | ÷√d | weight, from `place`'s top on; returns its height.
float draw_key_table(Pen& pen, const StoryPicture& story, const Rect& place, float air);
/// The arithmetic in one row, for Present.
Line one_line(const StoryPicture& story);

}  // namespace qkv
