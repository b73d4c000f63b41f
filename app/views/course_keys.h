#pragma once

#include "app/platform/events.h"
#include "app/views/view_state.h"

namespace qkv {

/// On the page of the course the arrows choose a lesson, from the one at which one goes on. At the
/// end of a column, or of the pictures' row, the next one of the course follows. False for any
/// other key.
bool among_lessons(Key key, const Session& session, const Page& page, ViewState& view);

}  // namespace qkv
