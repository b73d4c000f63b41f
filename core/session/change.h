#pragma once
// How a session takes over another document or other options: shared by edits, undo and the moves
// that lead there.

#include <string>

#include "core/session/session.h"

namespace qkv {

/// Remembers what is shown now, so that what comes next can travel from there.
void blend_from_here(Session& session, Blend::Property property);

/// Where mask, slice or sentence took away a stop that the playhead needs, it rests at the nearest
/// earlier. `trace` is that of the session before the change.
void keep_on_the_walk(Session& session, const Trace& trace);

/// What undo and redo do: `value` is in force. Other options travel there; another document is
/// there at once, and what belongs to a word (the chosen one, how far each got) goes along with it.
void put_back(Session& session, const Trace& trace, const Edited& value);

/// An edit that leads to `value`: one entry of the history, or a part of the running gesture.
/// `notice` is told unless the new state has something to tell itself.
void change(Session& session, const Trace& trace, const std::string& name, const Edited& value,
            const std::string& notice = {});

/// The vectors of the document are seen to travel from where they lay in `from`, where nothing but
/// numbers differs; progress goes from 0 to 1.
void ease_from(Session& session, const DocumentPtr& from);
void advance_easing(Session& session, float progress);
/// The session as it is seen on that way.
Session eased(const Session& session);

void grab(Session& session, const Trace& trace);
void release(Session& session);
void cancel(Session& session, const Trace& trace);

}  // namespace qkv
