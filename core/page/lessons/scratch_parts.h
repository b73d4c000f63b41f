#pragma once
// The lower half of lesson "From scratch": what the lit line of code makes.

#include "core/code/scratch_code.h"
#include "core/page/lessons/scene_parts.h"

namespace qkv::scratch {

void draw_one_head(SceneView& v, const Trace& trace, const Rect& rect);
/// The same for the module of two heads; how far it has got is told by the walk of `walk`, the one
/// head's.
void draw_two_heads(SceneView& v, const Trace& walk, const Rect& rect);

}  // namespace qkv::scratch
