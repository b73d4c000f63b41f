#pragma once

#include <string>

namespace qkv {

/// Where what is kept between runs lies: $XDG_STATE_HOME/qkv, by default ~/.local/state/qkv. Empty
/// where there is no home.
std::string state_folder();

}  // namespace qkv
