#pragma once

#include "core/session/session.h"

namespace qkv {

struct Page;

/// A moment for a sheet of A4, landscape, light: story, scene and table under a line that says
/// whose walk this is, and where in it. No text is cut: a long story makes the whole page finer.
Page handout_page(const Session& moment, TraceCache& traces, int number, int of);

/// Points of A4's long side.
inline constexpr float kSheetWidth = 841.89f, kSheetHeight = 595.28f;

}  // namespace qkv
