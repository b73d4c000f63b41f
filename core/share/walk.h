#pragma once
// A walk from its beginning, for files that hold more than one moment.

#include <vector>

#include "core/session/session.h"

namespace qkv {

/// The session at every stop at which Next rests, from the start of the chosen word's walk to where
/// `session` stands; all settled. Where a question is asked: the whole walk, without the questions.
std::vector<Session> stops_until(const Session& session, TraceCache& traces);

}  // namespace qkv
