#pragma once
// Names of the stops that a document's walk can have, checked when a file is read: the session,
// which walks, knows them too (core/session/timeline.h), but it is not there yet.

#include <string>
#include <string_view>

#include "core/document/document.h"

namespace qkv {

struct StopFault {
  std::string what, mend;  ///< empty: the walk has this stop
};
/// "score", "score:cat", "softmax:exp", "part:chain". Which words a mask hides is not asked: a stop
/// of any word is one that some row has, and a word may have been edited away.
StopFault stop_fault(std::string_view name, const Document& document);

}  // namespace qkv
