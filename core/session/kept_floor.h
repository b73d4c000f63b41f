#pragma once
// The floor of the Landscape when a drag is over: it holds still, so that the tip stays under the
// mouse. A saved scene says it, as every other thing that decides the picture.

#include "core/attention/attention.h"
#include "core/document/document.h"

namespace qkv {

/// Floor, axes and camera are measured by the vectors as they were before the drag.
struct KeptFloor {
  DocumentPtr measured;  ///< with those vectors
  DocumentPtr of;        ///< what stands on it; any other document has a floor of its own
  int head = 0;
  Overview overview;  ///< of the scores of `measured`
  friend bool operator==(const KeptFloor&, const KeptFloor&) = default;
};

}  // namespace qkv
