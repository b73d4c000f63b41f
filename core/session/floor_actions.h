#pragma once
// What keeps the Landscape's floor where it is, and what lets it go (kept_floor.h).

#include <vector>

#include "core/session/action.h"

namespace qkv {

/// A drag has ended: the floor stays that of its beginning.
void keep_floor(Session& session, const Gesture& gesture);
/// After every action: another head has a floor of its own.
void look_after_floor(Session& session);
/// The vectors that differ from the document's, as a script lays them again.
std::vector<action::LayFloor> kept_vectors(const Session& session);
void lay_floor(Session& session, const action::LayFloor& laid);

}  // namespace qkv
