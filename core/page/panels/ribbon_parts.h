#pragma once
// The walk as a row of stages with a tick for every stop.

#include "core/page/panels/pen.h"

namespace qkv {

/// Names in `names`, bars from `top` on, `height` high, the knob on them.
void draw_segments(Pen& pen, const RibbonPicture& picture, const Rect& names, float top,
                   float height);

}  // namespace qkv
