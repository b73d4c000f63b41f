#pragma once

#include "app/render/glyph_atlas.h"
#include "app/render/mesh.h"

namespace qkv {

/// Appends items in painter's order, clipped to a surface of width × height pixels. `unit` is the
/// page's: hatching keeps its look at any scale.
void tessellate(const std::vector<Item>& items, float unit, int width, int height,
                GlyphAtlas& atlas, Mesh& mesh);

}  // namespace qkv
