#pragma once
// Where the knobs of a lesson stand: where the walk has set them, until they are turned by hand;
// the walk's next setting of a knob takes it back.

#include "core/session/session.h"

namespace qkv {

KnobPlaces knob_places(const Session& session);
/// The same at the stop from which the running beat comes.
KnobPlaces knob_places_before(const Session& session);
/// Is this knob seen where the walk stands?
bool is_seen_here(const Session& session, int knob);
/// Clamped; a knob that is not there changes nothing.
void turn_knob(Session& session, const KnobSetting& to);

/// The lesson's pieces at this instant: while a beat turns knobs, tensors of one shape travel
/// number by number. Null where the lesson has none.
std::shared_ptr<const PieceMap> shown_pieces(const Session& session);

/// The document as it stands with its knobs where they are: its pieces, and the knobs' starts. The
/// session's own where nothing can be turned.
DocumentPtr as_turned(const Session& session);

}  // namespace qkv
