#pragma once

#include "app/views/view_state.h"
#include "core/attention/attention.h"

namespace qkv {

/// Seconds after which a tooltip stands: at once for a number's arithmetic, later for a button.
constexpr double kQuantityDelay = 0.12, kHitDelay = 0.6;

/// What the window draws over the page: hover, focus, tooltip, message, help. Empty when there is
/// nothing. `hovered_for`: seconds that the mouse has rested on the same thing.
std::vector<Item> overlay(const Session& session, const Trace& trace, const Page& page,
                          const ViewState& view, double hovered_for);

/// The same while the hall's picture is frozen: pointer and pen, the presenter's strip as it is
/// now, a small mark that says so; nothing that answers.
std::vector<Item> overlay_of_frozen(const Session& session, const Trace& trace, const Page& page,
                                    const ViewState& view);

/// Seconds until the overlay changes by itself, negative: it does not.
double overlay_due(const Page& page, const ViewState& view, double hovered_for);

}  // namespace qkv
