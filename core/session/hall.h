#pragma once
// What a lecturer puts over the picture in Present: black or white, one panel alone, ink, the clock
// of a poll. All of it ends with Present.

#include <vector>

#include <glm/vec2.hpp>

namespace qkv {

enum class Cover { none, black, white };
/// A panel that has the whole screen.
enum class Filled { none, story, scene, table };

inline constexpr float kPollSeconds = 30;
/// Of all strokes: nobody draws more, and a key that is stuck must not fill the memory.
inline constexpr std::size_t kMostInk = 20000;

struct Hall {
  Cover cover = Cover::none;  ///< until the next step
  Filled filled = Filled::none;
  bool strip = false;  ///< the presenter's strip: next stop and notes, below the picture
  /// Strokes of the pen, in shares of the page's width and height; the next step wipes them.
  std::vector<std::vector<glm::vec2>> ink;
  float poll_left = 0;  ///< seconds in which a hall may still answer an open question; 0: no clock
  friend bool operator==(const Hall&, const Hall&) = default;
};

}  // namespace qkv
