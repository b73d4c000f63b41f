#pragma once
// The presenter's own screen: notes, what the hall sees, what comes next, clock and time gone.

#include <string>

#include "core/page/layout.h"

namespace qkv {

/// What the session does not know.
struct PresenterClock {
  std::string time;     ///< "09:41"
  std::string elapsed;  ///< "12:05", since Present began
  bool frozen = false;  ///< the hall still sees an earlier picture
};

/// "0:00", "12:05", "1:02:05".
std::string clock_text(double seconds);

/// `hall`: the page that the hall sees now.
Page layout_presenter(const Session& session, const Page& hall, const PresenterClock& clock,
                      const PageSize& size);

/// Where the strip leaves room for the window's clock.
Rect strip_clock(const Rect& strip);

}  // namespace qkv
