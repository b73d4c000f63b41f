#pragma once
// Undo and redo. An edit keeps the values it replaced, never a computed inverse; moves (time, the
// chosen word, the camera) are not in here, or Ctrl+Z after Next would undo Next.

#include <string>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// All that an edit can replace. Cheap to keep: big things are shared.
struct Edited {
  DocumentPtr document;
  AttentionOptions options;
  friend bool operator==(const Edited&, const Edited&) = default;
};

/// One gesture is one edit.
struct Edit {
  std::string name;  ///< as a list of the history shows it: "mask causal"
  Edited before, after;
  friend bool operator==(const Edit&, const Edit&) = default;
};

/// A drag that is not over: all of it will be one edit. Ranges (floor, ruler, colours) stay those
/// of its beginning, and a ghost shows what was there.
struct Gesture {
  Edited before;
  Overview overview;           ///< of the trace before it
  std::string name;            ///< of its last edit
  std::vector<float> outputs;  ///< [heads, n, dv] of that trace
  friend bool operator==(const Gesture&, const Gesture&) = default;
};

struct History {
  std::vector<Edit> done;    ///< oldest first; undo takes the last
  std::vector<Edit> undone;  ///< redo takes the last
  friend bool operator==(const History&, const History&) = default;
};

/// Adds an edit and forgets what had been undone. An edit that changed nothing leaves no trace.
void record(History& history, Edit edit);
/// The edit that was taken back (done again), now on the other list; null when there is none.
const Edit* undo(History& history);
const Edit* redo(History& history);

}  // namespace qkv
