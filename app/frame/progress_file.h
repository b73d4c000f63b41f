#pragma once
// What was seen and answered, kept between runs: one small TOML-like file, a line a lesson.

#include <string>

#include "core/session/session.h"

namespace qkv {

/// $XDG_STATE_HOME/qkv/progress, by default ~/.local/state/qkv/progress; empty: there is no home.
std::string progress_path();
/// "cat opened walked 2 3": lesson, what was done, right and answered questions. Lines that are not
/// understood are passed over: a damaged file costs progress, never the program.
Progress read_progress(const std::string& path);
void write_progress(const std::string& path, const Progress& progress);  // silently, where it can
std::string progress_text(const Progress& progress);
Progress parse_progress(const std::string& text);

}  // namespace qkv
