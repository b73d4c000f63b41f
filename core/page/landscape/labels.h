#pragma once
// Labels that never collide: the important ones are placed first, each at the best free spot
// around what it names; one that finds no spot stays away (its thing keeps a dot).

#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "core/page/page.h"

namespace qkv {

struct LabelRun {
  std::string text;
  Font font = Font::semibold;
  Color color;
};

struct Label {
  std::vector<LabelRun> runs;  ///< set side by side with a small gap
  float size = 13;             ///< em, pixels
  glm::vec2 anchor{0};         ///< what it names
  float clear = 6;             ///< pixels from the anchor to the label
  glm::vec2 prefer{0, -1};     ///< direction it would like best, unit length or 0
  int priority = 100;          ///< small first
  bool pill = true;            ///< with a ground and a border
  bool must = false;           ///< searches the whole rectangle before it gives up
  float reach = 90;            ///< farthest distance from the anchor, pixels
  Color fill, stroke;
  float alpha = 1;
  Quantity quantity;
};

/// What labels stay off: never over `solid`, rather not over lines and discs.
struct LabelObstacles {
  struct Line {
    glm::vec2 a, b;
    float cost = 1;
  };
  std::vector<Rect> solid;
  std::vector<Line> lines;
};

struct LabelPlace {
  bool placed = false;
  Rect rect;
  float distance = 0;  ///< from the anchor to the rectangle, pixels
};

glm::vec2 label_size(const Label& label);
std::vector<LabelPlace> place_labels(const std::vector<Label>& labels,
                                     const LabelObstacles& obstacles, const Rect& bounds);
/// Appends leader lines, grounds and texts of the placed labels.
void draw_labels(Page& page, const std::vector<Label>& labels,
                 const std::vector<LabelPlace>& places);

bool overlap(const Rect& a, const Rect& b);
/// Rectangle that a text covers, from ascent to descent.
Rect text_rect(const Text& text);

}  // namespace qkv
