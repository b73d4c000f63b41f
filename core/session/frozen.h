#pragma once
// A state that was frozen, with its numbers, so that what comes after it can be compared with it.

#include <memory>

#include "core/attention/attention.h"
#include "core/document/document.h"

namespace qkv {

struct Frozen {
  DocumentPtr document;
  AttentionOptions options;
  Slice slice;
  std::shared_ptr<const Trace> trace;  ///< that the three above lead to
  friend bool operator==(const Frozen& a, const Frozen& b) {
    return a.document == b.document && a.options == b.options && a.slice == b.slice;
  }
};

/// Numbers of a table's stage, all heads, that a comparison still copies.
inline constexpr std::size_t kMostFrozen = std::size_t{1} << 24;

}  // namespace qkv
