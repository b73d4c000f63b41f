#pragma once
// What is written beside the tower.

#include "core/page/landscape/canvas.h"

namespace qkv::landscape {

float tower_half_width(const Projection& view);

/// A text beside the tower: one slice, or a bracket over a run of thin ones.
struct TowerText {
  int first = 0, last = 0;  ///< columns
  float from = 0, to = 0;   ///< ruler units
  std::string words, number;
  std::string tooltip;  ///< every word of a bracket
};
/// Slices under `thin` ruler units share brackets, so that texts of `line` ruler units fit.
std::vector<TowerText> tower_texts(const LandscapePicture& picture, float thin, float line);

void label_tower(Canvas& canvas);

}  // namespace qkv::landscape
