#pragma once
// The table of lessons that bring numbers of their own. A lesson that attention alone cannot tell
// adds here one row and one .cpp file beside it:
//
//   [rnn]                       in the .qkv: a table named like the row; `read` gets it, refuses
//   w = [[0.5, 0], [0, 0.5]]    what is wrong with in.fail(node, what, mend), and leaves in
//                               document.pieces what was given and what it computed
//   parts = ["chain", "fading"] (top level) stops of its own: [[step]] at = "part:chain"
//   [[knob]] ...                (top level) sliders and switches, see core/document/knobs.h
//   walk = "parts"              (top level) the walk ends there; without it the attention follows
//
// `qkv trace` prints pieces->computed as "pieces". write_qkv() writes pieces->given back as the
// same table. The scene of the lesson is a row of lesson_scenes() (core/page/lesson_scene.h): it
// draws pieces->computed at the moment of the session and is shown as Scene::lesson. A lesson may
// also have queries, keys and values; then the attention stages follow its parts.
// Only for the .cpp files that read .qkv: it brings toml++ in.

#include <string_view>
#include <vector>

#include "core/document/document.h"
#include "core/document/part_shows.h"
#include "core/document/qkv_reader.h"

namespace qkv {

struct LessonKind {
  std::string_view name;
  /// Words, vectors and options of the document are read already.
  void (*read)(const QkvReader& in, const toml::table& own, Document& document);
  /// What the lesson computes from document.pieces->given with its knobs at these places; null:
  /// `read` has computed all there is. Throws nothing: `read` has refused what cannot be computed.
  PieceMap (*compute)(const Document& document, const KnobView& knobs) = nullptr;
  /// Computed from the document's own vectors, anew when they are edited; else they stay as they
  /// are.
  bool follows_edits = false;
  /// What its parts show whatever is switched above; null: what is switched.
  PartShows (*shows)(const Document& document, const KnobView& knobs,
                     std::string_view part) = nullptr;
};
const std::vector<LessonKind>& lesson_kinds();

}  // namespace qkv
