#pragma once

#include "app/platform/events.h"
#include "app/platform/window.h"
#include "app/views/view_state.h"

namespace qkv {

/// The mouse of the window: hits, hover, orbit, zoom, scrolling, scrubbing; dragging is drag.h's.
void on_moved(const event::MouseMoved& moved, const Session& session, const Page& page,
              ViewState& view, Intents& intents);
/// `now` in seconds: two presses soon after each other are a double click.
void on_button(const event::Button& button, const Session& session, const Page& page,
               ViewState& view, double now, Intents& intents);
void on_wheel(const event::Wheel& wheel, const Session& session, const Page& page, ViewState& view,
              Intents& intents);

/// What lies under the mouse on this page; again after every layout, since things move by
/// themselves. `now` in seconds.
void find_hovered(const Page& page, ViewState& view, double now);
/// Keeps scrolled panels inside their content.
void clamp_scroll(const Page& page, ViewState& view);
Cursor cursor_for(const Page& page, const ViewState& view);

}  // namespace qkv
