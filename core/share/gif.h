#pragma once
// GIF89a: frames of which only what changed is written, each with the colours that it needs.

#include <string>

#include "core/share/exporter.h"

namespace qkv {

class GifWriter {
 public:
  /// Repeats for ever.
  GifWriter(int width, int height);
  /// Every frame of the writer's size; what does not differ from the one before stays.
  void add(const Pixels& frame, int milliseconds);
  std::string finish();

 private:
  std::string bytes_;
  Pixels shown_;
  std::size_t control_ = 0;  ///< where the last frame's time stands, for one that changes nothing
};

/// At most `most` colours for these pixels (RGBA, alpha unused), those of large areas to the
/// letter; and which of them each pixel is. No dithering: flat colours stay flat.
struct Indexed {
  std::vector<std::uint8_t> palette;  ///< RGB
  std::vector<std::uint8_t> indices;
};
Indexed indexed(const std::vector<std::uint32_t>& rgb, std::size_t most);

/// GIF's variable-length-code LZW of `indices`, without the blocks around it.
std::string lzw(const std::vector<std::uint8_t>& indices, int bits);

}  // namespace qkv
