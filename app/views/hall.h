#pragma once
// What a lecturer does in Present beside the walk: cover, pointer, pen, freeze, one panel alone.

#include "app/platform/events.h"
#include "app/views/view_state.h"

namespace qkv {

/// A key in Present, before anything else hears it. True: it is done.
bool hall_key(const event::KeyDown& key, const Session& session, ViewState& view, Intents& intents);
bool hall_typed(char32_t code, const Session& session, ViewState& view, Intents& intents);
/// Escape puts down what lies on top: pointer, ink, freeze, the panel that fills the screen. False:
/// nothing does.
bool hall_escape(const Session& session, ViewState& view, Intents& intents);
/// The button went down: the pen draws. False: it is not in hand.
bool hall_press(const Session& session, const Page& page, ViewState& view, Intents& intents);
/// The mouse moved while the pen is down.
void hall_drag(const Page& page, ViewState& view, Intents& intents);
/// A double click: the panel under the mouse has the screen, or gives it back. False: it was on
/// something else that answers.
bool hall_double(const Session& session, const Page& page, const ViewState& view, Intents& intents);

/// Over a frozen picture: two small bars in the corner, and the strip with what comes now.
void add_frozen_mark(std::vector<Item>& items, const Session& session, const Page& page);
void add_live_strip(std::vector<Item>& items, const Session& session, const Trace& trace,
                    const Page& page);
/// Pointer and clock, over the page.
void add_hall(std::vector<Item>& items, const Session& session, const Page& page,
              const ViewState& view);

}  // namespace qkv
