#pragma once
// Rows of lesson_scenes(), a .cpp file each.

#include "core/page/lesson_scene.h"

namespace qkv {

void layout_scale(Page& page, const Session& session, const Rect& rect);
void layout_heads(Page& page, const Session& session, const Rect& rect);
void layout_order(Page& page, const Session& session, const Rect& rect);
void layout_block(Page& page, const Session& session, const Rect& rect);
void layout_cost(Page& page, const Session& session, const Rect& rect);
void layout_masks(Page& page, const Session& session, const Rect& rect);
SideTable masks_side(const Session& session);
void layout_twin(Page& page, const Session& session, const Rect& rect);
std::string twin_title(const Session& session);
SideTable twin_side(const Session& session);
void layout_scratch(Page& page, const Session& session, const Rect& rect);

}  // namespace qkv
