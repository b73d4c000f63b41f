#pragma once
// How the playhead walks: shared by apply(), advance() and settle(), nobody else's business.

#include "core/session/session.h"

namespace qkv {

inline constexpr float kPlayWaitSeconds = 1.2f;  ///< at each stop

WalkShape walk_shape(const Document& document, const AttentionOptions& options, const Slice& slice,
                     const Trace& trace, int row);

/// Sets out from rest towards `target`, forward or back. Nothing when it stands there already.
void set_out(Playhead& playhead, const WalkShape& shape, const Stop& target);
/// Does the beat of this stop take as long as its lesson says, because it is there to be watched?
bool is_watched(const WalkShape& shape, const Stop& at);
/// Ends a running movement where it leads.
void arrive(Playhead& playhead);
/// Ends it at its later or earlier end, whichever way it was running: how Next and Back begin then.
void finish_forward(Playhead& playhead);
void finish_backward(Playhead& playhead);
/// Moves by `seconds`; returns the seconds that are left over after the arrival.
float move(Playhead& playhead, const WalkShape& shape, float seconds);

/// Where Next and Back lead from rest, by the session's step size.
Stop stop_ahead(const Session& session, const WalkShape& shape);
Stop stop_behind(const Session& session, const WalkShape& shape);

/// A tab that was clicked holds until the stage changes.
void release_tab(Session& session, const Stop& before);

}  // namespace qkv
