#pragma once
// A run of Train: the document is exchanged step by step until it is the one that the edit made.

#include <string>

#include "core/session/session.h"

namespace qkv {

inline constexpr float kTrainingStepSeconds = 0.1f;

/// Takes the walk to its last stop and to the wish's word, and sets out on `steps` steps
/// (action::Train). One edit; a notice says why where nothing can be learned.
void train(Session& session, const Trace& trace, int steps, const std::string& edit);
void untrain(Session& session, const std::string& edit);

/// The end of the run that is under way, at once.
void finish_training(Session& session);
void advance_training(Session& session, float dt);

}  // namespace qkv
