#pragma once

#include "core/page/style.h"

namespace qkv {

/// The theme's colours; in Present with stronger inks, so that a text keeps 7:1 over the tints, the
/// planes and the thin lines that it may stand on, and in a room that is not dark.
const Palette& palette_of(const Session& session);

}  // namespace qkv
