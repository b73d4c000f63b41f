#pragma once

#include <memory>
#include <string>

namespace qkv {

/// A GL 3.3 context without a window, current on this thread for as long as it lives: an EGL
/// surfaceless context, or a hidden window where that fails. InputError when neither is there.
class HeadlessContext {
 public:
  HeadlessContext();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  /// "surfaceless EGL, OpenGL 4.5 …": which way was taken.
  const std::string& how() const { return how_; }

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
  std::string how_;
};

}  // namespace qkv
