#pragma once
// What every part of the Landscape is painted from: one row at one instant, on its floor.

#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "core/document/floor_axes.h"
#include "core/picture/landscape.h"
#include "core/picture/row_values.h"
#include "core/session/session.h"

namespace qkv::landscape {

/// Where the vectors of a document lie on the floor.
struct Space {
  bool has_keys = false, has_values = false;
  int d = 0, dv = 0;
  Axes query_axes, key_axes, value_axes;
  std::vector<glm::vec2> queries, keys, values;
  std::vector<glm::vec2>
      embeddings;  ///< only where x, q, k and v are all 2-D: Project carries them
  float share = 1, value_share = 1;
};
/// With the axes of `ranging`: during a drag the floor stays that of its beginning. Keys stand for
/// the values where the variant mixes them.
Space space_of(const Document& document, const Document& ranging, const AttentionOptions& options,
               const Slice& slice);

/// How far each step of the walk has happened, 0..1.
struct Amounts {
  float project_q = 1, project_k = 1, project_v = 1;
  float plane = 0, scale = 0, mask = 0, maximum = 0, exp = 0, stack = 0, divide = 0;
  float turn = 0;  ///< the floor turns into value space, with the first piece of Mix
  float z = 0, all_z = 0;
  float train = 0;  ///< back to key space, seen from above, where the matrices are learned
};

struct Bounds {
  glm::vec2 low{0}, high{0};
};

struct Walk {
  const Session& session;
  const Trace& now;
  Space space;
  bool editable = false;        ///< may tips be dragged?
  std::optional<Space> before;  ///< during a drag: where the vectors lay
  std::optional<Space> floor;   ///< what the floor is measured by, where that is not `space`
  std::optional<Space> frozen;  ///< compared: where those of A lie, on this floor, by B's words
  Floor key_edge, value_edge;   ///< and the floors that no tip leaves
  RowValues values;             ///< of the chosen row, blended
  WalkShape shape;
  Moment moment;
  ShownWalk shown;
  std::vector<Stop> stops;
  Amounts amounts;
  glm::vec2 query{0};                      ///< the chosen query on the floor, blended
  float scale = 1;                         ///< on its way while the scale is switched
  float floor_limit = 1;                   ///< the same when the floor was measured
  float limit = 1;                         ///< max abs q·k of the lesson: 1 ruler unit
  bool negative = false, positive = true;  ///< does the lesson have such scores?
  float key_fade = 1;                      ///< key space fades before value space comes
  float value_fade = 0;
  Bounds reach{};  ///< of queries and keys over a whole run of Train, so that the floor holds still

  /// What floor, ruler and camera are measured by.
  const Space& range() const { return floor ? *floor : space; }
  int keys() const { return now.m; }
  const std::string& key_word(int j) const {
    return session.document->key_words[static_cast<std::size_t>(j)];
  }
  const std::string& query_word(int i) const {
    return session.document->query_words[static_cast<std::size_t>(i)];
  }
  float at(const std::vector<float>& numbers, int j) const {
    const auto i = static_cast<std::size_t>(j);
    return i < numbers.size() ? numbers[i] : 0.0f;
  }
  float hidden(int j) const { return at(values.hidden, j); }
  bool acting(int j) const;
  /// How far key j has been scored (Stage::score) or mixed (Stage::mix).
  float key_amount(Stage stage, int j) const;
  Quantity quantity(Quantity::Kind kind, int column) const;
};

float between(float a, float b, float t);
glm::vec2 between(glm::vec2 a, glm::vec2 b, float t);
/// 0 before `from`, 1 after `to`, a straight line between.
float part(float t, float from, float to);

/// 1, 2, 2.5 or 5 times a power of ten: the smallest that is at least `raw`.
float round_step(float raw);
/// A round number of `step`, as many decimals as the step needs.
std::string tick_text(double value, float step);

/// A query more than 3× as long as the longest key is shown shorter.
glm::vec2 shown_query(const Space& space, glm::vec2 query, bool& cut);

Bounds reach_of_training(const Session& session);
/// Where that vector lay when the drag began, if it moved: behind `arrow`.
void add_ghost(const Walk& walk, const FloorArrow& arrow, bool values, int index,
               LandscapePicture& picture);
/// During a drag a tip may leave the floor: it is shown at its edge, `cut`.
glm::vec2 kept_on_floor(const Walk& walk, bool values, glm::vec2 tip, bool& cut);
Bounds key_bounds(const Space& range, const Bounds& reach = {});
Bounds value_bounds(const Space& range);
Floor floor_around(const Bounds& bounds);
Floor paint_floor(const Walk& walk);

/// Ruler units of the plane over a floor point at this moment, and the flat one of the raw scores.
float height_of_score(const Walk& walk, double score);
void paint_plane(const Walk& walk, LandscapePicture& picture);
void paint_arrows(const Walk& walk, LandscapePicture& picture);
void paint_stems(const Walk& walk, LandscapePicture& picture);
void paint_columns(const Walk& walk, LandscapePicture& picture);
void paint_ruler(const Walk& walk, LandscapePicture& picture);
void paint_mix(const Walk& walk, LandscapePicture& picture);
void paint_project(const Walk& walk, LandscapePicture& picture);
void paint_words(const Walk& walk, LandscapePicture& picture);

/// Height of the risen zero while the maximum is subtracted, ruler units.
float zero_height(const Walk& walk);
/// 0 for the largest of numbers[visible], 1 for the next ...; hidden keys last.
std::vector<int> ranks(const Walk& walk, const std::vector<float>& numbers);
int label_priority(const Walk& walk, int key, int rank);
/// Labels beyond the acting, the chosen and the six largest stay dots.
bool may_speak(const Walk& walk, int key, int rank);

}  // namespace qkv::landscape
