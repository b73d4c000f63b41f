#pragma once
// The reader of [mistakes], for the table of lesson kinds; it brings toml++ in.

#include "core/document/qkv_reader.h"

namespace qkv {

void read_mistakes(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_mistakes(const Document& document, const KnobView& knobs);

}  // namespace qkv
