#pragma once
// Pictures without a window and without a display.

#include <memory>
#include <string>

#include "app/render/image.h"
#include "core/page/page.h"

namespace qkv {

/// A context and a renderer that outlive one picture: for many pictures in a row.
class HeadlessRenderer {
 public:
  HeadlessRenderer();  ///< InputError when no GL 3.3 can be had
  ~HeadlessRenderer();

  /// InputError when the driver cannot draw as large as that.
  Image render(const Page& page, int width, int height);
  /// "surfaceless EGL, OpenGL …" or "hidden window, OpenGL …"
  const std::string& how() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One picture; the same page and size give the same bytes on the same driver. `how` may be null.
Image render_image(const Page& page, int width, int height, std::string* how = nullptr);
/// The bytes of a PNG file.
std::string render_png(const Page& page, int width, int height, std::string* how = nullptr);

}  // namespace qkv
