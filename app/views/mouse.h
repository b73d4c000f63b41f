#pragma once

#include "app/platform/events.h"
#include "app/platform/window.h"
#include "app/views/view_state.h"

namespace qkv {

/// Two presses so soon after each other are a double click.
constexpr double kDoubleSeconds = 0.4;

/// The mouse of the window: hits, hover, orbit, zoom, scrolling, scrubbing; dragging is drag.h's.
/// `now` in seconds.
void on_moved(const event::MouseMoved& moved, const Session& session, const Page& page,
              ViewState& view, double now, Intents& intents);
void on_button(const event::Button& button, const Session& session, const Page& page,
               ViewState& view, double now, Intents& intents);
void on_wheel(const event::Wheel& wheel, const Session& session, const Page& page, ViewState& view,
              Intents& intents);

/// What lies under the mouse on this page; again after every layout, since things move by
/// themselves. `now` in seconds.
void find_hovered(const Page& page, ViewState& view, double now);
/// Another thing in the story's place begins at its own top, and the code at the line of the stage
/// that begins: what was scrolled by hand holds until then.
void follow_panels(const Session& session, ViewState& view);
/// Keeps scrolled panels inside their content.
void clamp_scroll(const Page& page, ViewState& view);
Cursor cursor_for(const Page& page, const ViewState& view);

}  // namespace qkv
