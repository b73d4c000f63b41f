#pragma once
// Predict: the walk rests before some numbers are shown, the learner says what they will be.

#include <span>

#include "core/session/action.h"

namespace qkv {

void predict(Session& session, const Trace& trace, const action::Predict& wanted);
void guess(Session& session, const action::Guess& made);
void reveal(Session& session, const Trace& trace);

/// How far the guess is from the truth (one number a key): of weights half the sum of the
/// differences, the total variation of two distributions, 0 exact .. 1 nothing in common; of scores
/// their mean.
double distance_of(const Prediction& prediction, std::span<const float> truth);

}  // namespace qkv
