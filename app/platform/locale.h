#pragma once

#include <string>

namespace qkv {

/// The locale for messages: LC_ALL, LC_MESSAGES or LANG, the first that is set; without one of
/// them, on Windows and macOS, what the system is set to. "de_DE.UTF-8", "de-DE", or empty.
std::string system_locale();

}  // namespace qkv
