#pragma once
// Rows of lesson_kinds(), a .cpp file each: what a lesson's table must hold, and what is computed.

#include "core/document/lesson_kind.h"

namespace qkv {

void read_scale(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_scale(const Document& document, const KnobView& knobs);
void read_heads(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_heads(const Document& document, const KnobView& knobs);
void read_order(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_order(const Document& document, const KnobView& knobs);
void read_block(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_block(const Document& document, const KnobView& knobs);
void read_cost(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_cost(const Document& document, const KnobView& knobs);
void read_masks(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_masks(const Document& document, const KnobView& knobs);
PartShows masks_shown(const Document& document, const KnobView& knobs, std::string_view part);
void read_twin(const QkvReader& in, const toml::table& own, Document& document);
PieceMap compute_twin(const Document& document, const KnobView& knobs);
PartShows twin_shown(const Document& document, const KnobView& knobs, std::string_view part);
/// Makes the document's vectors; computes no pieces.
void read_scratch(const QkvReader& in, const toml::table& own, Document& document);

}  // namespace qkv
