#pragma once
// A page's items as the surface sees them: each with its clip and the pixels it may touch.

#include <memory>
#include <vector>

#include "core/page/page.h"

namespace qkv {

/// Whole pixels, y down; what a scissor test takes.
struct PixelRect {
  int x = 0, y = 0, w = 0, h = 0;
  int right() const { return x + w; }
  int bottom() const { return y + h; }
  bool empty() const { return w == 0 || h == 0; }
  friend bool operator==(const PixelRect&, const PixelRect&) = default;
};
PixelRect intersection(const PixelRect& a, const PixelRect& b);
PixelRect hull(const PixelRect& a, const PixelRect& b);
bool meet(const PixelRect& a, const PixelRect& b);

struct PlacedShape {
  const Shape* shape = nullptr;  ///< of a page that outlives this; never a clip
  PixelRect clip;
  PixelRect bounds;  ///< inside the clip; every pixel that the shape may touch
};

struct PlacedPage {
  int width = 0, height = 0;
  float unit = 1;
  Color background;
  std::vector<PlacedShape> shapes;  ///< in painter's order
};

/// `over` comes on top of the page's own items.
PlacedPage place(const Page& page, const std::vector<Item>& over, int width, int height);

/// The index of the last shape whose opaque inside fills the whole window: what is below it cannot
/// be seen there. shapes.size() when there is none.
std::size_t ground_of(const PlacedPage& page, const PixelRect& window);

}  // namespace qkv
