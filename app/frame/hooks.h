#pragma once
// What tests and benchmarks ask of the window, through the environment. Unset: nothing happens.

#include <string>

#include "core/page/page.h"
#include "core/session/session.h"

namespace qkv {

struct Hooks {
  std::string
      state_file;  ///< QKV_STATE_FILE: the session as text, whenever the window comes to rest
  std::string
      screenshot;  ///< QKV_SCREENSHOT: a PNG of the last page without hover or popups, at the end
  std::string timing;      ///< QKV_TIMING: a line a measure, written when the window closes
  float play_seconds = 0;  ///< QKV_PLAY_SECONDS: plays at once and closes after so many seconds
  bool presenter = false;  ///< QKV_PRESENTER=window: the presenter's window, also on one screen
  bool one_frame = false;  ///< QKV_ONE_FRAME=1: closes after the first frame
};

Hooks hooks_from_environment();

/// Everything that decides the picture, a line each: "word its", "stop softmax:exp", ...
std::string state_text(const Session& session);
/// Where the mouse finds what can be dragged: "tip key 1 720 500", "cell 3 1 1200 300",
/// "chip 1 500 30", pixels.
std::string places_text(const Page& page);

}  // namespace qkv
