#pragma once
// A recording of a real model laid beside a lesson whose heads were made by hand.

#include "core/session/session.h"

namespace qkv {

/// Recorded by somebody's model, not written down to show an idea.
bool can_lie_beside(const Document& document);
/// Lays it there, looked at where its file says, and shows the scene of both.
void put_beside(Session& session, const DocumentPtr& recording);
/// Does a recording that is opened now belong beside the open lesson, not in its place?
bool takes_now(const Session& session);

/// What a head does with places, whatever the words: means over the rows that have such a key.
struct PlaceHabits {
  double before = 0, itself = 0, next = 0, first = 0;  ///< weight of the word before, ... the first
};
PlaceHabits place_habits(const Trace& trace, int head);
/// The recording's head that looks at the word before more than any other.
Slice looks_one_back(const Document& recording);

}  // namespace qkv
