#pragma once
// What was seen and answered, kept between runs: one small file, a line a lesson.

#include <string>

#include "core/session/session.h"

namespace qkv {

/// $XDG_STATE_HOME/qkv/progress, by default ~/.local/state/qkv/progress; empty: there is no home.
std::string progress_path();
/// "cat opened walked 2 3": lesson, what was done, right and answered questions. Lines that are not
/// understood are passed over: a damaged file costs progress, never the program.
/// The lesson that was open last has "last" at its line's end.
struct Kept {
  Progress progress;
  std::string last;  ///< a lesson's id; empty: none
  friend bool operator==(const Kept&, const Kept&) = default;
};
Kept read_progress(const std::string& path);
void write_progress(const std::string& path, const Kept& kept);  // silently, where it can
std::string progress_text(const Kept& kept);
Kept parse_progress(const std::string& text);

}  // namespace qkv
