#pragma once
// Undo and redo of moved vectors: they are there at once, and seen to travel there.

#include "core/document/document.h"

namespace qkv {

struct Easing {
  DocumentPtr from;
  float progress = 0;  ///< linear; ease() is applied to it
  friend bool operator==(const Easing&, const Easing&) = default;
};

}  // namespace qkv
