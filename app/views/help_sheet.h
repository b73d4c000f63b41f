#pragma once
// Help in the window: the keys, and the pages that `qkv help` prints, over the dimmed page.

#include "app/platform/events.h"
#include "app/views/view_state.h"
#include "core/page/style.h"

namespace qkv {

void toggle_help(ViewState& view);
void add_help(std::vector<Item>& items, const Palette& palette, const Page& page,
              const ViewState& view);

/// Keys while it is open: pages by ←, → and digits, lines by ↑, ↓, Page Up, Page Down. True: done.
bool help_key(const event::KeyDown& key, const Page& page, ViewState& view);
bool help_typed(char32_t code, ViewState& view);
/// A click on a tab; false: beside them, where a click closes the sheet.
bool help_press(const Page& page, ViewState& view, Intents& intents);
void scroll_help(const Page& page, ViewState& view, float pixels);

}  // namespace qkv
