#pragma once

#include "app/render/glyph_atlas.h"
#include "app/render/mesh.h"

namespace qkv {

/// Appends all that shows in `window`, a part of the page's surface, in painter's order: every
/// pixel of it is painted anew.
void tessellate(const PlacedPage& page, const PixelRect& window, GlyphAtlas& atlas, Mesh& mesh);

}  // namespace qkv
