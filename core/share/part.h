#pragma once

#include "core/page/page.h"

namespace qkv {

/// One panel of the page as a page of its own: what stands in it, and no more.
Page part_of(const Page& page, PanelId panel);
/// What only a window has a use for: the grips that fold a panel and the scene's switch are left
/// out.
void drop_controls(Page& page);

/// A point by which to tell where a shape belongs; of a clip the middle of its rectangle.
glm::vec2 anchor_of(const Shape& shape);

}  // namespace qkv
