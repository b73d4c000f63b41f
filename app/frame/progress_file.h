#pragma once
// What was seen and answered, kept between runs: one small file, a line a lesson.

#include <string>

#include "core/session/session.h"

namespace qkv {

/// $XDG_STATE_HOME/qkv/progress, by default ~/.local/state/qkv/progress; empty: there is no home.
std::string progress_path();
/// "cat opened walked 2 3 last at reach its score:cat": lesson, what was done, right and answered
/// questions; "last" was open last; after "at" stands the script to where it was left.
struct Kept {
  Progress progress;
  std::string last;  ///< a lesson's id; empty: none
  friend bool operator==(const Kept&, const Kept&) = default;
};
/// A damaged file costs the lines that are not understood, never the program: it is kept beside as
/// PATH~, and `fault` says so in one line.
struct ReadProgress {
  Kept kept;
  std::string fault;  ///< empty: none
};
ReadProgress read_progress(const std::string& path);
/// Silently, where it can. `before` is what this window had written or read last: what it has not
/// changed since stays as another window may have written it meanwhile.
void write_progress(const std::string& path, const Kept& kept, const Kept& before = {});
/// What two windows know together: of a lesson that changed in `ours` since `before` the most of
/// both and our place, of any other theirs.
Kept merged(const Kept& ours, const Kept& before, const Kept& theirs);
std::string progress_text(const Kept& kept);
/// `bad_line`: the first that is not understood, from 1; 0: all are.
Kept parse_progress(const std::string& text, int& bad_line);

}  // namespace qkv
