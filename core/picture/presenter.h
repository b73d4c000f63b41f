#pragma once
// What only the presenter sees: where the walk stands, what comes next, what to say.

#include "core/picture/panels.h"

namespace qkv {

PresenterPicture paint_presenter(const Session& session, const Trace& now);

/// The session as it is once Next was pressed and everything has settled; at the end of the lesson
/// the next one, at the end of the course the same again.
Session after_next(const Session& session);

}  // namespace qkv
