#pragma once

#include "core/session/session.h"

namespace qkv {

/// What edits lead to, undo leads back through and a file keeps: the walk's document and options,
/// also while a question shows others.
Edited walk_state(const Session& session);

}  // namespace qkv
