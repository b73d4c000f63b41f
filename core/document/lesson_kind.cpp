#include "core/document/lesson_kind.h"

#include <algorithm>

#include "core/document/edit_vectors.h"
#include "core/document/kinds/kinds.h"
#include "core/document/kinds/mistakes_lesson.h"
#include "core/document/kinds/rnn.h"

namespace qkv {

const std::vector<LessonKind>& lesson_kinds() {
  static const std::vector<LessonKind> kKinds = {
      {"rnn", read_rnn},
      {"scale", read_scale, compute_scale},
      {"heads", read_heads, compute_heads},
      {"order", read_order, compute_order},
      {"block", read_block, compute_block},
      {"cost", read_cost, compute_cost},
      {"masks", read_masks, compute_masks, true, masks_shown},
      {"scratch", read_scratch},
      {"twin", read_twin, compute_twin, false, twin_shown},
      {"mistakes", read_mistakes, compute_mistakes},
  };
  return kKinds;
}

bool pieces_follow_edits(const Document& document) {
  if (!document.pieces) return true;
  return std::any_of(lesson_kinds().begin(), lesson_kinds().end(), [&](const LessonKind& kind) {
    return kind.name == document.pieces->kind && kind.follows_edits;
  });
}

PartShows part_shows(const Document& document, const KnobPlaces& places, std::string_view part) {
  if (!document.pieces) return {};
  for (const LessonKind& kind : lesson_kinds())
    if (kind.name == document.pieces->kind && kind.shows != nullptr)
      return kind.shows(document, {document.knobs, places}, part);
  return {};
}

}  // namespace qkv
