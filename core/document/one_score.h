#pragma once

#include "core/document/document.h"

namespace qkv {

/// q · k of one query and one key of a head, from the document's own vectors: what a person who
/// edits a score starts from, in whatever stage the trace is shown. Both places must be there.
double one_score(const Document& document, int head, int query, int key);

}  // namespace qkv
