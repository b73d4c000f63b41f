#pragma once

#include "app/views/view_state.h"

namespace qkv {

/// New, open, recent, save: the first part of the menu.
void file_menu(const ViewState& view, Intents& intents);
/// The window's own file dialog. `unit`: pixels of a design pixel.
void browse_files(FileBrowser& browser, float unit, Intents& intents);

}  // namespace qkv
