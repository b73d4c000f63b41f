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
/// Would a double click here fill the screen with a panel, or give it back? Not on a button.
bool fills_on_double(const Session& session, const Page& page, glm::vec2 at);
/// A double click: the panel under the mouse has the screen, or gives it back. False: it was on
/// something else that answers.
bool hall_double(const Session& session, const Page& page, const ViewState& view, Intents& intents);
/// What a click that waited does.
void take_late(ViewState& view, Intents& intents);

/// A mouse that lies still no longer points at anything in Present, and a click that waited acts.
/// `now` in seconds. True: the overlay is another.
bool pass_hall_time(const Session& session, ViewState& view, double now, Intents& intents);
/// Seconds until that does something, negative: it does not.
double hall_due(const Session& session, const ViewState& view, double now);

/// Over a frozen picture: two small bars in the corner, and the strip with what comes now.
void add_frozen_mark(std::vector<Item>& items, const Session& session, const Page& page);
void add_live_strip(std::vector<Item>& items, const Session& session, const Trace& trace,
                    const Page& page);
/// Pointer and clock, over the page.
void add_hall(std::vector<Item>& items, const Session& session, const Page& page,
              const ViewState& view);

}  // namespace qkv
