#pragma once
// A recording of a real model laid beside a lesson whose heads were made by hand.

#include "core/session/session.h"

namespace qkv {

/// Recorded by somebody's model, not written down to show an idea.
bool can_lie_beside(const Document& document);
/// Lays it there and shows the scene of both; looked at where its file says, else at its telling
/// head.
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

/// What the made head says of the chosen word, to be looked for in the recording.
struct Sought {
  std::string word, wanted;  ///< the word that asks, and the one that it listens to most
  int row = -1, key = -1;    ///< where both stand in the recording; -1: they do not
  bool both() const { return row >= 0 && key >= 0; }
};
Sought sought_in(const Document& recording, const Session& session);
/// The head that says most about words: where both words stand in the recording, the one whose
/// weight from the one to the other is largest; else the one whose weights are explained least by
/// distances alone or by one key that all look at. Its start where there is too much to read.
Slice telling_head(const Document& recording, const Session& session);

}  // namespace qkv
