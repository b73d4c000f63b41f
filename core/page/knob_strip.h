#pragma once
// The sliders and switches of a lesson, drawn below its scene. Every place along a slider is a hit
// of its own for the mouse; less and more at its ends are for the keyboard too.

#include "core/page/page.h"
#include "core/session/session.h"

namespace qkv {

/// Draws the lesson's knobs at the bottom of `rect`; returns what is left above them.
Rect layout_knobs(Page& page, const Session& session, const Rect& rect);

}  // namespace qkv
