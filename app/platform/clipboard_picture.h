#pragma once

#include <string>
#include <string_view>

namespace qkv {

/// Puts a PNG on the clipboard, where the platform allows it: on X11 by xclip, on Wayland by
/// wl-copy, which go on to hand it out; on Windows as the format "PNG". False where none is there.
bool copy_picture(std::string_view png);

/// Where pictures of this person lie: ~/Pictures, else the home folder, else that of temporary
/// files.
std::string pictures_folder();

}  // namespace qkv
