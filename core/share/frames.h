#pragma once
// The walk in motion, frame by frame, as the window plays it.

#include <memory>
#include <optional>
#include <vector>

#include "core/share/exporter.h"

namespace qkv {

struct Frame {
  Pixels pixels;
  int milliseconds = 0;  ///< how long it is shown
};

class WalkFrames {
 public:
  /// `per_second` frames while something moves; a stop is one frame that stays.
  WalkFrames(ExportSource source, int per_second);
  /// The next frame; none when the walk has ended.
  std::optional<Frame> next();
  float done() const;  ///< 0 .. 1, by stops

 private:
  Frame drawn(int milliseconds);

  ExportSource source_;
  std::vector<Session> stops_;
  std::size_t at_ = 0;  ///< of the stop that is left
  std::optional<Session> moving_;
  float left_over_ = 0;  ///< milliseconds that whole hundredths have not shown yet
  int per_second_;
};

}  // namespace qkv
