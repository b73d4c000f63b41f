#pragma once
// What the mouse can take hold of and change: tips of vectors, cells of the table, chips of words.
// Each drag is a gesture of the session (grab … release): one entry of the history.

#include "app/views/view_state.h"
#include "core/picture/explain.h"

namespace qkv {

/// Modifiers of a drag.
struct Held {
  bool shift = false;  ///< snaps to tenths
  bool alt = false;    ///< of a cell: the query moves
};

/// The tip under a point, the nearest of them; null: none, or something else lies over it.
const Handle* handle_at(const Page& page, glm::vec2 point);

/// The button went down: takes hold of a tip or begins to paint mask cells; true when it did. A
/// cell or a chip may become a drag later: it is remembered.
bool take_hold(const Session& session, const Page& page, ViewState& view, Intents& intents);
/// The mouse moved while the button is down.
void drag_on(const Session& session, const Page& page, const Held& held, ViewState& view,
             Intents& intents);
/// The button went up, or Escape was pressed: `keep` or cancel. False when nothing was dragged.
bool let_go(ViewState& view, bool keep, Intents& intents);

/// What is told beside the mouse: where a dragged cell's q·k was and is; where a tip is on a floor
/// whose two coordinates are mixtures.
std::vector<Line> drag_lines(const Session& session, const ViewState& view);

bool is_drag(Grip grip);
/// Does a press in this cell of the table paint the mask?
bool paints_mask(const Session& session, const Quantity& quantity);

}  // namespace qkv
