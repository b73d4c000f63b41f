#pragma once
// What a person has chosen for good, kept between runs: language, theme, colours, text size,
// motion, speed, steps. A line "language de", then actions, one a line, in the platform's place for
// settings.

#include <string>
#include <vector>

#include "core/session/session.h"

namespace qkv {

std::string settings_path();  // empty where there is no home
/// `language` empty: the system's.
std::string settings_text(const Session& session, const std::string& language);
void write_settings(const std::string& path, const std::string& text);
/// Applies every line that is a setting and can be read; others are passed over. `theme` false:
/// the theme was chosen otherwise.
void read_settings(const std::string& path, Session& session, bool theme = true);
std::string read_language(const std::string& path);  // empty: none was chosen

}  // namespace qkv
