#pragma once

#include "app/platform/events.h"
#include "app/views/view_state.h"

namespace qkv {

/// The keyboard of the window (design section 1 and 5). Pure: decides from what is there, changes
/// the view and appends intents.
void on_key(const event::KeyDown& key, const Session& session, const Page& page, ViewState& view,
            Intents& intents);
/// Letters and digits, by the keyboard's own layout.
void on_typed(char32_t code, const Session& session, ViewState& view, Intents& intents);

}  // namespace qkv
