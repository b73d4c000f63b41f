#pragma once
// Scenes that belong to one kind of lesson (core/document/lesson_kind.h): one row and one .cpp
// each.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/page/chart.h"
#include "core/page/page.h"
#include "core/session/session.h"

namespace qkv {

/// The numbers of a part as a table: what stands right of the scene while the lesson has no table
/// of scores to show. The first column is words, aligned left; the others are numbers.
struct SideTable {
  struct Row {
    std::vector<std::string> cells;  ///< "" or missing: not yet, a dot
    bool lit = false;                ///< what the part is about
  };
  std::string title;
  std::vector<std::string> headers;
  std::vector<std::optional<Tint>> tints;  ///< of the headers; missing: plain
  std::vector<Row> rows;
  std::vector<std::string> notes;  ///< one paragraph each
};

struct LessonScene {
  std::string_view kind;  ///< Pieces::kind
  std::string_view name;  ///< of the scene's button, a key of the table of texts
  /// Title and line under it for this moment.
  std::string (*title)(const Session&);
  std::string (*subtitle)(const Session&);
  /// Draws document->pieces->computed inside the rectangle. How far a part has happened is
  /// part_amount(session, i), 0..1.
  void (*layout)(Page&, const Session&, const Rect&);
  /// The table beside it at this moment. Without one, a lesson that has only parts leaves the whole
  /// width to its scene.
  SideTable (*side)(const Session&) = nullptr;
};
const std::vector<LessonScene>& lesson_scenes();
/// The open lesson's own scene; null where it has none.
const LessonScene* lesson_scene(const Session& session);

/// The scene whose side table stands in the place of the n×n table: of a lesson that has only
/// parts always, else while its parts are shown. Null where the n×n table stands there.
const LessonScene* side_scene(const Session& session);
/// Is there nothing to show right of the scene?
bool no_right_side(const Session& session);

/// How far part `i` of the walk has happened: 0 not yet, 1 done, eased between.
float part_amount(const Session& session, int i);
/// The same at the even pace of a clock.
float part_time(const Session& session, int i);

}  // namespace qkv
