#pragma once

#include <string>

#include "core/document/document.h"
#include "core/files/npz.h"

namespace qkv {

/// Labels n queries and m keys of `document` from the array `tokens` (may be null), else from
/// NAME.tokens.json beside NAME.npz, else with numbers. With n != m the queries are the last n
/// tokens and the keys the first m. A count that fits neither is told as a remark, and numbers are
/// used: a wrong label would be worse than none. The
/// file's provenance goes to the document's note. InputError: a broken tokens file.
void read_tokens(const std::string& path, const Array* tokens, int n, int m, Document& document);

}  // namespace qkv
