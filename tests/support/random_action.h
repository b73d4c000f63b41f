#pragma once

#include <random>

#include "core/session/action.h"

namespace qkv {

using Random = std::mt19937;

int whole(Random& random, int low, int high);
float real(Random& random, float low, float high);

/// An edit of anything, now and then one that cannot be done.
Action random_edit(Random& random, const Session& session);
/// Steps are most of what people do, so they are most of what is tried.
Action random_action(Random& random, const Session& session);

}  // namespace qkv
