#pragma once

#include "app/views/view_state.h"
#include "core/session/session.h"

namespace qkv {

/// Rules of attention to break, one a row of variant_kinds(), and the numbers that bend it:
/// scale, temperature, softcap. `unit`: pixels of a design pixel.
void rule_menu(const Session& session, float unit, Intents& intents);

}  // namespace qkv
