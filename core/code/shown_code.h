#pragma once
// The script of what a session looks at: code_of(), with the knobs where they stand and, at a stop
// that breaks a rule on purpose, with the rule broken.

#include "core/code/code.h"
#include "core/session/session.h"

namespace qkv {

/// The script of the walk's numbers, which `qkv trace` prints. `trace` is the session's. Throws
/// like code_of.
std::vector<CodeLine> state_code(const Session& session, const Trace& trace, Language language);
/// The script of what is seen: the same, but at a stop that shows one mask of its own, of that mask
/// with nothing else switched.
std::vector<CodeLine> shown_code(const Session& session, const Trace& trace, Language language);

/// PyTorch where it is asked for, or where the lesson's own switch stands at it.
Language shown_language(const Session& session, bool pytorch);

}  // namespace qkv
