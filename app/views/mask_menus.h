#pragma once

#include "app/views/view_state.h"

namespace qkv {

/// Contents of the mask popups. `unit`: pixels of a design pixel.
void mask_menu(const Session& session, float unit, Intents& intents);
void window_mask_menu(const Session& session, float unit, Intents& intents);
void padding_mask_menu(const Session& session, float unit, Intents& intents);
void custom_mask_menu(const Session& session, float unit, Intents& intents);

}  // namespace qkv
