#pragma once

#include "app/views/view_state.h"
#include "core/page/style.h"

namespace qkv {

/// The help (every key) or what this program is, over a dimmed page.
void add_sheet(std::vector<Item>& items, const Palette& palette, const Page& page,
               const ViewState& view);

}  // namespace qkv
