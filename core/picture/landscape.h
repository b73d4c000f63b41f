#pragma once
// The Landscape (design section 3): the floor is the 2-D space of the vectors, height is the value
// of the current stage for the chosen query. World units: floor in vector units, height in ruler
// units (0..1 of the ruler maps to `ruler_length` sides of the floor).

#include <string>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "core/picture/panels.h"
#include "core/session/quantity.h"
#include "core/session/session.h"

namespace qkv {

/// How far a thing stands out: one accent per moment, the rest steps back.
enum class Emphasis { faint, normal, chosen, acting };

/// The square on which everything stands, with round ticks, in vector units.
struct Floor {
  glm::vec2 low{0}, high{1};
  float tick = 1;
  std::string axis_x = "dim 1", axis_y = "dim 2";
  float share_kept = 1;  ///< of q·k, when d > 2: (σ₁² + σ₂²)/Σσ²; of V in value space
  std::string share;     ///< "floor keeps 87 % of q·k"; empty when nothing is lost
  bool values = false;   ///< value space (Mix)
  float from_above = 0;  ///< 0 the camera's view .. 1 straight from above
  float shown = 1;       ///< fades while key space becomes value space
  float side() const { return high.x - low.x; }
};

/// What is written beside a thing: a role's letter, a word, a number.
struct SceneLabel {
  std::string letter;  ///< "q", "k", "v", "z" or nothing
  std::string word;    ///< "cat"
  std::string number;  ///< "6", "[2, 0]", "× 0.895"
  int priority = 100;  ///< 0 acting, 1 chosen, then by size; the layout places small ones first
  bool empty() const { return word.empty() && number.empty() && letter.empty(); }
};

struct FloorArrow {
  Role role = Role::key;
  glm::vec2 from{0}, to{0};
  SceneLabel label;
  Emphasis emphasis = Emphasis::normal;
  bool ring = false;       ///< a zero vector: a ring with its label
  bool cut = false;        ///< drawn shorter than it is, with a break mark; label says the length
  bool outline = false;    ///< a wide outline behind thin keys on the same line
  bool announced = false;  ///< the mask will hide it: a dashed ring says so before its stage
  bool ghost = false;      ///< where it was before the drag: dashed, without a label
  bool draggable = false;  ///< its tip answers the mouse
  float shown = 1;         ///< 0..1 fades
  Quantity quantity;
};

/// The tilted plane h = q·(x, y), or the surface e^(h - max). Heights in ruler units.
struct PlanePicture {
  float amount = 0;                ///< 0 none .. 1 there
  float bend = 0;                  ///< 0 flat: outline; > 0: mesh
  std::vector<glm::vec3> outline;  ///< the boundary polygon, clipped to the vectors' bounds
  struct Level {
    float value;
    bool zero;
    std::string label;
    std::vector<glm::vec3> line;
  };
  std::vector<Level> levels;  ///< at round scores; the layout also dashes them on the floor
  std::vector<std::vector<glm::vec3>> mesh;  ///< quads of the bent surface, in no order
  std::vector<glm::vec3> ghost;              ///< where it was before the scale
  float ghost_shown = 0;
  bool announces =
      false;  ///< the ghost is where a changed scale will bring, or would have brought it
  float upper_face = 1;  ///< sine of the angle under which its upper face is seen
};

/// A stem from a key's tip up to its height (or down through the floor).
struct Stem {
  int key = 0;
  glm::vec2 foot{0};
  float base = 0;    ///< where zero is, ruler units; rises when the maximum is subtracted
  float height = 0;  ///< ruler units, on the plane; negative hangs below
  float exact = 0;   ///< d > 2: the exact height; a hatched piece joins it
  float ghost = 0;   ///< where it was before the scale
  float ghost_shown = 0;
  float hidden = 0;  ///< 0..1 falls to the ruler's end, hatched, with a break mark and −∞
  float shown = 1;
  float value = 0;   ///< the score itself, for its colour
  SceneLabel label;  ///< "cat 6"
  Emphasis emphasis = Emphasis::normal;
  glm::vec2 perpendicular{0};  ///< foot of the key's perpendicular on q's line, at `projected` > 0
  float projected = 0;
  bool beyond = false;  ///< dragged past the ruler's end: it stops there with a break mark
  Quantity quantity;
};

/// A column of the softmax, on the key's place or travelling to the tower.
struct Column {
  int key = 0;
  glm::vec2 foot{0};
  float bottom = 0, height = 0;  ///< ruler units at its place; height is the top above bottom
  float grown = 1;               ///< 0 a stem's width .. 1 a column's
  float to_tower = 0;            ///< 0 at its place .. 1 in the tower
  float tower_bottom = 0;        ///< where it stands in the tower, ruler units
  float tower_height = 0;        ///< its weight: the ruler reads 0..Σ, then 0..1
  float weight = 0;              ///< colour, 0..1
  float outline = 0;             ///< the outline left behind at its place, 0..1
  float outline_height = 0;      ///< follows the ruler, so it can be read there too
  float other = -1;              ///< scale off: the height of the other setting's column; < 0 none
  float shown = 1;
  SceneLabel label;
  std::string other_label;  ///< "0.895 with ÷√d"
  float other_weight = 0;   ///< of the other setting
  float other_bottom = 0;   ///< where the other setting's slice stands in its tower
  int neighbour = 0;        ///< how many columns stand on the same spot already
  bool speaks = true;       ///< may have a label of its own; else a dot, or the tower's bracket
  Emphasis emphasis = Emphasis::normal;
  Quantity quantity;
};

struct Ruler {
  struct Tick {
    float height;
    std::string label;
    float shown;
  };
  float low = 0, high = 1;  ///< both ends, ruler units
  std::vector<Tick> ticks;
  std::string unit;    ///< "q·k", "weight"
  float zero = 0;      ///< where zero is, ruler units; a pale square stands there if > 0
  float infinity = 0;  ///< 0..1: an end with a break mark and −∞ below `low`
  float shown = 1;
};
/// How far below the ruler's low end −∞ stands, ruler units.
inline constexpr float kInfinityDrop = 0.2f;

/// Mix: each value shrunk to its weight, laid tip to tail.
struct MixPiece {
  int key = 0;
  glm::vec2 value{0};        ///< the whole value, from the origin
  glm::vec2 from{0}, to{0};  ///< where the piece lies when it has arrived
  float shown = 1;           ///< 0 the whole value at the origin .. 1 shrunk and laid down
  SceneLabel label;          ///< "cat × 0.895"
  Emphasis emphasis = Emphasis::normal;
  Quantity quantity;
};

struct LandscapePicture {
  bool available = true;
  std::string unavailable;  ///< why not (a recording without vectors)
  std::string title,
      subtitle;          ///< "its asks: who owns me?" / "keys lie on the floor; height = q·k"
  std::string note;      ///< "every score is 0, attention is equal", "nothing to see: z = 0"
  float note_shown = 0;  ///< 0..1: the view makes room for it
  Camera camera;         ///< resolved: turned so that the plane is never edge-on
  float ruler_length = 0.85f;  ///< floor sides of one ruler unit
  float height_low = 0,
        height_high = 1;  ///< the heights that are needed now: the view is fitted to them
  Floor floor;
  /// Ends of lines, two by two, as a matrix carries them; Train shows two at once.
  struct CarriedGrid {
    Role role = Role::query;
    std::vector<glm::vec2> lines;
    SceneLabel label;  ///< "W_Q", where it needs a name
    glm::vec2 corner{0};
  };
  std::vector<CarriedGrid> carried_grids;
  float carried = 0;  ///< 0..1 shown
  std::vector<FloorArrow> arrows;
  PlanePicture plane;
  std::vector<Stem> stems;
  std::vector<Column> columns;
  float tower = 0;        ///< 0 none .. 1 it stands: how far the spot beside the floor is open
  float tower_total = 1;  ///< Σ e^(…), what the tower fills
  Ruler ruler;
  std::vector<MixPiece> pieces;
  float z_shown = 0;
  glm::vec2 z{0};
  SceneLabel z_label;
  Quantity z_quantity;
  float score_limit = 1;  ///< colours of the stems, as in the table
};

LandscapePicture paint_landscape(const Session&, const Trace& now, const Trace* before);

}  // namespace qkv
