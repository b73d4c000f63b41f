#pragma once

#include "core/page/page.h"

namespace qkv {

/// Draws `from` smaller (or larger) inside `place`, in its own proportions and in its middle; no
/// hits, handles or panels. Returns where it stands.
Rect add_shrunk(Page& to, const Page& from, const Rect& place);

}  // namespace qkv
