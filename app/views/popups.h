#pragma once

#include "app/platform/imgui_compat.h"
#include "app/views/view_state.h"
#include "core/attention/attention.h"
#include "core/page/style.h"

namespace qkv {

/// Draws the open popup of the view, between Gui::begin_frame and end_frame; empties its name when
/// it has been left.
void draw_popup(const Session& session, const Trace& trace, const Page& page, ViewState& view,
                Intents& intents);

/// Is nothing typed in the open popup, so that the shortcuts with Ctrl stay the window's own?
bool leaves_control(const ViewState& view);

GuiLook gui_look(const Session& session, const Page& page, const ViewState& view);

}  // namespace qkv
