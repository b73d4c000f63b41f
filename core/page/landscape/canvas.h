#pragma once
// What all parts of the Landscape draw with.

#include <vector>

#include "core/page/landscape/labels.h"
#include "core/page/landscape/projection.h"
#include "core/page/page.h"
#include "core/page/style.h"
#include "core/picture/landscape.h"

namespace qkv::landscape {

struct Canvas {
  Page& page;
  const Session& session;
  const LandscapePicture& picture;
  const Palette& colors;
  Metrics m;
  Rect rect;  ///< inside the frame
  Projection view;
  float tower_x = 0, ruler_x = 0;  ///< pixels, the fixed spots beside the floor
  std::vector<Label> labels;
  LabelObstacles obstacles;
  std::vector<Item> above_labels;  ///< texts that leaders of labels pass under, on a plate

  float u(float design_pixels) const { return design_pixels * m.unit; }
  void line(std::vector<glm::vec2> points, Color color, float width, const Quantity& q = {},
            float dash = 0, float gap = 0, bool closed = false);
  void polygon(std::vector<glm::vec2> points, Color fill, Color stroke = {0, 0, 0, 0},
               float stroke_width = 0, const Quantity& q = {}, bool hatched = false);
  void disc(glm::vec2 center, float radius, Color fill, Color stroke = {0, 0, 0, 0},
            float stroke_width = 0, const Quantity& q = {});
  /// A text that stands where it must; labels stay off it. Left, middle or right (0, 0.5, 1) of
  /// `at`; left out where it would leave the scene or cover another fixed text.
  bool fixed_text(const std::string& text, glm::vec2 at, float align, Font font, float size,
                  Color color, const Quantity& q = {});
  /// Labels rather stay off this line.
  void keep_off(glm::vec2 a, glm::vec2 b, float cost = 1);
  void label(const SceneLabel& what, Role role, glm::vec2 anchor, float clear, glm::vec2 prefer,
             const Quantity& q, float alpha = 1, bool must = false);
};

/// How strongly a thing is drawn, 0..1.
float strength(Emphasis emphasis);

void draw_floor(Canvas& canvas);
void label_floor(Canvas& canvas);
void draw_carried_grid(Canvas& canvas);
void draw_arrows(Canvas& canvas);
void draw_floor_levels(Canvas& canvas);  ///< where the plane's levels lie above the floor
void draw_plane(Canvas& canvas);
/// Below the floor before it is drawn, then what stands on it.
enum class Half { below, above };
void draw_stems(Canvas& canvas, Half half);
void draw_columns(Canvas& canvas);
void draw_tower(Canvas& canvas);
void draw_ruler(Canvas& canvas);
void draw_mix(Canvas& canvas);

/// An arrow on the screen; each role has a head of its own shape.
struct ArrowLook {
  Color color;
  float width = 2;
  Role role = Role::key;
  bool cut = false;
  Quantity quantity;
};
void draw_arrow(Canvas& canvas, glm::vec2 from, glm::vec2 to, const ArrowLook& look);

}  // namespace qkv::landscape
