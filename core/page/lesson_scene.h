#pragma once
// Scenes that belong to one kind of lesson (core/document/lesson_kind.h): one row and one .cpp
// each.

#include <string>
#include <string_view>
#include <vector>

#include "core/page/page.h"
#include "core/session/session.h"

namespace qkv {

struct LessonScene {
  std::string_view kind;  ///< Pieces::kind
  std::string_view name;  ///< of the scene's button, a key of the table of texts
  /// Title and line under it for this moment.
  std::string (*title)(const Session&);
  std::string (*subtitle)(const Session&);
  /// Draws document->pieces->computed inside the rectangle. How far a part has happened is
  /// part_amount(session, i), 0..1.
  void (*layout)(Page&, const Session&, const Rect&);
};
const std::vector<LessonScene>& lesson_scenes();
/// The open lesson's own scene; null where it has none.
const LessonScene* lesson_scene(const Session& session);

/// How far part `i` of the walk has happened: 0 not yet, 1 done, eased between.
float part_amount(const Session& session, int i);

}  // namespace qkv
