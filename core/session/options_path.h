#pragma once
// The switches of a walk as the actions that turn them.

#include <string>
#include <vector>

#include "core/session/action.h"

namespace qkv {

/// What leads from one state of mask and scale to another.
std::vector<Action> lead_mask_and_scale(const AttentionOptions& from, const AttentionOptions& to);

/// The same as a script, from the document's own state to where the walk's switches stand; empty
/// where nothing was switched.
std::string mask_and_scale_script(const Session& session);

}  // namespace qkv
