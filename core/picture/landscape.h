#pragma once
// The Landscape (design section 3): the floor is the 2-D space of the vectors, height is the value
// of the current stage for the chosen query. World units: floor in vector units, height in ruler
// units (0..1 of the ruler maps to a fixed length chosen by the layout).

#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "core/picture/panels.h"
#include "core/picture/quantity.h"
#include "core/session/session.h"

namespace qkv {

/// How far a thing stands out: one accent per moment, the rest steps back.
enum class Emphasis { faint, normal, chosen, acting };

/// The square on which everything stands, with round ticks, in vector units.
struct Floor {
  glm::vec2 low{0}, high{1};
  float tick = 1;
  std::string axis_x = "dim 1", axis_y = "dim 2";
  float share_kept = 1;   ///< of q·k, when d > 2: (σ₁² + σ₂²)/Σσ²
  bool values = false;    ///< value space (Mix)
  float from_above = 0;   ///< 0 the camera's view .. 1 straight from above
};

struct FloorArrow {
  Role role = Role::key;
  glm::vec2 from{0}, to{0};
  std::string label;
  Emphasis emphasis = Emphasis::normal;
  bool ring = false;       ///< a zero vector: a ring with its label
  bool cut = false;        ///< drawn shorter than it is, with a break mark; label says the length
  bool outline = false;    ///< a wide outline behind thin keys on the same line
  float shown = 1;         ///< 0..1 grows
  Quantity quantity;
};

/// The tilted plane h = q·(x, y), or the surface e^(h - max) (bend 1). Heights in ruler units.
struct PlanePicture {
  float amount = 0;                       ///< 0 none .. 1 there
  std::vector<glm::vec3> outline;         ///< the boundary polygon, clipped to the vectors' bounds
  struct Level { float value; bool zero; std::vector<glm::vec3> line; };
  std::vector<Level> levels;              ///< at round scores; the layout also dashes them on the floor
  std::vector<std::vector<glm::vec3>> mesh;  ///< quads of the bent surface, far to near not needed
  float upper_face = 1;                   ///< sine of the angle under which its upper face is seen
};

/// A stem from a key's tip up to its height (or down through the floor).
struct Stem {
  int key = 0;
  glm::vec2 foot{0};
  float height = 0;        ///< ruler units, negative hangs below
  float exact = 0;         ///< d > 2: the exact height; a hatched piece joins it
  float ghost = 0;         ///< where it was before the scale; equal to height: none
  float hidden = 0;        ///< 0..1 falls to the ruler's end, hatched, with a break mark and −∞
  float shown = 1;
  std::string label;       ///< "cat 6"
  Emphasis emphasis = Emphasis::normal;
  bool disc = false;       ///< too low to be seen: a disc with its number (layout decides by px too)
  glm::vec2 perpendicular{0};  ///< foot of the key's perpendicular on q's line, at `projected` > 0
  float projected = 0;
  Quantity quantity;
};

/// A column of the softmax, on the key's place or travelling to the tower.
struct Column {
  int key = 0;
  glm::vec2 foot{0};
  float bottom = 0, height = 0;  ///< ruler units at its place
  float to_tower = 0;            ///< 0 at its place .. 1 in the tower
  float tower_bottom = 0;        ///< where it stands in the tower, ruler units
  float weight = 0;              ///< colour, 0..1
  float outline = 0;             ///< its outline left behind, 0..1
  float other = -1;              ///< scale off: the height of the other setting's column; < 0 none
  std::string label, other_label;
  Emphasis emphasis = Emphasis::normal;
  Quantity quantity;
};

struct Ruler {
  float low = 0, high = 1;       ///< values at both ends
  std::vector<float> ticks;
  std::string unit;              ///< "q·k", "weight"
  float zero = 0;                ///< where the floor is on it
  bool shown = true;
};

/// Mix: each value shrunk to its weight, laid tip to tail.
struct MixPiece {
  int key = 0;
  glm::vec2 from{0}, to{0};
  float shown = 1;               ///< grows
  std::string label;             ///< "cat × 0.895"
  Emphasis emphasis = Emphasis::normal;
  Quantity quantity;
};

struct LandscapePicture {
  bool available = true;
  std::string unavailable;       ///< why not (a recording without vectors)
  std::string title, subtitle;   ///< "its asks: who owns me?" / "keys lie on the floor; height = q·k"
  std::string note;              ///< "every score is 0, attention is equal", "nothing to see: z = 0"
  Camera camera;                 ///< resolved: turned so that the plane is never edge-on
  Floor floor;
  std::array<std::vector<glm::vec2>, 2> carried_grid;  ///< Project: pairs of points (lines) before/after; empty else
  std::vector<FloorArrow> arrows;
  PlanePicture plane;
  std::vector<Stem> stems;
  std::vector<Column> columns;
  float tower_total = 1;         ///< Σ e^(…), what the tower fills
  std::vector<std::string> tower_brackets;
  Ruler ruler;
  std::vector<MixPiece> pieces;
  float z_shown = 0;
  glm::vec2 z{0};
  std::string z_label;
};

LandscapePicture paint_landscape(const Session&, const Trace& now, const Trace* before);

}  // namespace qkv
