#pragma once

#include "app/views/view_state.h"

namespace qkv {

/// A row for everything that the table of exporters can write, and one that copies the picture.
void share_menu(Intents& intents);

}  // namespace qkv
