#pragma once
// How the vectors of a document lie on the two dimensions of the Landscape's floor.

#include "core/document/decompose.h"
#include "core/document/document.h"

namespace qkv {

/// Up to two dimensions as they are, and above where all others are 0; else the plane that keeps
/// most of Q·Kᵀ, and one of its own that keeps most of V.
struct FloorAxes {
  Axes query, key, value;            ///< d, d and dv
  float share = 1, value_share = 1;  ///< of q·k and of V that the floor keeps, 0..1
};

/// Of one query head. Worked out once (about 80·d² steps above two dimensions), then kept with the
/// document; may be called from any thread. Without vectors the axes are empty.
const FloorAxes& floor_axes(const Document& document, int head);

/// n×d, m×d and m×dv of one query head; no rows where the document has none.
Rows queries_of_head(const Document& document, int head);
Rows keys_of_head(const Document& document, int head);
Rows values_of_head(const Document& document, int head);

}  // namespace qkv
