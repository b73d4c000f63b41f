#pragma once
// Which stop the words and accents of a moment speak of.

#include "core/session/session.h"

namespace qkv {

/// Did the walk come here in one stride over a whole stage, and rests at its end?
bool rests_by_stage(const Session& session);

/// The playhead's stop; where all scores came in one stride, that of the highest: the last key of a
/// sentence is nothing special to whoever did not walk key by key. Not while a question is asked,
/// which it might answer.
Stop told_stop(const Session& session, const Trace& trace);

}  // namespace qkv
