#pragma once
// Opening a number: a click on it, the other mouse button, or a key. And the code.

#include "app/views/view_state.h"

namespace qkv {

/// A click that was no drag, on `under`. A second one closes what the first opened. What else the
/// place does (a row of the table chooses its word) it does too.
void open_clicked(const Session& session, const Page& page, const Quantity& under, glm::vec2 at,
                  Intents& intents);
/// The other button or the key: whatever there is under the mouse, vectors of words too. With
/// nothing there the open number is closed, or that which the moment is about opened.
void open_or_close(const Session& session, const Quantity& under, Intents& intents);
/// Shows the code at once, over an open number's chain too; the second time takes it away, and the
/// chain is back.
action::ShowCode next_of_code(const Session& session);

}  // namespace qkv
