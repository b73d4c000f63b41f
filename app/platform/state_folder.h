#pragma once

#include <string>

namespace qkv {

/// Where what is kept between runs lies: $XDG_STATE_HOME/qkv, by default ~/.local/state/qkv; on
/// Windows %LOCALAPPDATA%/QKV, on macOS ~/Library/Application Support/QKV. Empty where there is no
/// home.
std::string state_folder();

/// Where settings lie: $XDG_CONFIG_HOME/qkv, by default ~/.config/qkv; on Windows %APPDATA%/QKV, on
/// macOS beside the state.
std::string settings_folder();

}  // namespace qkv
