#pragma once

#include "core/page/panels/pen.h"

namespace qkv {

/// The ground and the edge of the panel at the right, whatever it shows. True where it is folded:
/// then only its grip is there, and nothing more is to be drawn.
bool folded_right_panel(Pen& pen, const Session& session, const Rect& rect);

}  // namespace qkv
