#pragma once
// What a person has chosen for good, kept between runs: language, theme, colours, text size,
// motion, speed, steps. Lines "language de" and "motion reduced" where there was a choice, then
// actions, one a line, in the platform's place for settings.

#include <string>
#include <vector>

#include "app/views/view_state.h"
#include "core/session/session.h"

namespace qkv {

std::string settings_path();  // empty where there is no home
/// `language` empty: the system's.
std::string settings_text(const Session& session, const std::string& language,
                          Motion motion = Motion::system);
void write_settings(const std::string& path, const std::string& text);
/// Applies every line that is a setting and can be read; others are passed over. `theme` false:
/// the theme was chosen otherwise.
void read_settings(const std::string& path, Session& session, bool theme = true);
std::string read_language(const std::string& path);  // empty: none was chosen
Motion read_motion(const std::string& path);

}  // namespace qkv
