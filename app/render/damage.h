#pragma once
// What of a surface has to be drawn again, told from what each shape looked like the last time.

#include <cstdint>
#include <memory>
#include <vector>

#include "app/render/placed.h"

namespace qkv {

/// One shape as it was drawn.
struct Footprint {
  std::uint64_t look = 0;  ///< a digest of all that decides its pixels
  PixelRect bounds;
  /// A heatmap's cells are told apart by where they are, so nothing else may move in there.
  std::shared_ptr<const std::vector<Color>> cells;
};
std::vector<Footprint> footprints(const PlacedPage& page);

/// A few rectangles, outside which both paint the same. They may overlap.
std::vector<PixelRect> damage(const std::vector<Footprint>& before,
                              const std::vector<Footprint>& now);

/// Fewer rectangles that cover the same, where one more costs as much as so many pixels.
std::vector<PixelRect> gathered(const std::vector<PixelRect>& rects, std::int64_t pixels);

}  // namespace qkv
