#pragma once
// Pictures without a window and without a display.

#include <memory>
#include <string>

#include "app/render/image.h"
#include "core/page/page.h"
#include "core/share/exporter.h"

namespace qkv {

/// A context and a renderer that outlive one picture: for many pictures in a row.
class HeadlessRenderer {
 public:
  HeadlessRenderer();  ///< InputError when no GL 3.3 can be had
  ~HeadlessRenderer();

  /// InputError when the driver cannot draw as large as that.
  Image render(const Page& page, int width, int height);
  /// In the page's own size; where it has no background, with alpha.
  Pixels pixels(const Page& page);
  /// "surfaceless EGL, OpenGL …" or "hidden window, OpenGL …"
  const std::string& how() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qkv
