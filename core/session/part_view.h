#pragma once
// A part of a lesson may be about a mask and a word of its own: what is shown of it says these,
// whatever is switched and chosen in the walk around it.

#include <string>
#include <vector>

#include "core/document/part_shows.h"
#include "core/session/session.h"

namespace qkv {

/// What the part on the screen shows of its own; nothing at the stops of attention.
PartShows shown_part(const Session& session);

/// The masks that are seen: the part's own, one or two side by side, else the one that is switched.
std::vector<Mask> shown_masks(const Session& session);

/// The word that asks on the screen: the chosen one; in a part about another word that one, unless
/// somebody has chosen a word that is not the walk's own.
int shown_row(const Session& session);

/// That word as it is shown; of a part's own sentence the one that asks there.
std::string shown_word(const Session& session);

}  // namespace qkv
