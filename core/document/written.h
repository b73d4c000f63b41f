#pragma once
// Weights that a lesson wrote down, to show an idea before there are any vectors.

#include "core/document/document.h"

namespace qkv {

/// Nothing was computed or recorded: mask, scale, scores and floor have nothing to say here.
inline bool is_written(const Document& document) {
  return document.recording && document.provenance == Provenance::hand_made;
}

}  // namespace qkv
