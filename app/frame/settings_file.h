#pragma once
// What a person has chosen for the eye, kept between runs: theme, colours, text size, motion,
// speed, steps. A file of actions, one a line, in the platform's place for settings.

#include <string>
#include <vector>

#include "core/session/session.h"

namespace qkv {

std::string settings_path();  // empty where there is no home
std::string settings_text(const Session& session);
void write_settings(const std::string& path, const std::string& text);
/// Applies every line that is a setting and can be read; others are passed over. `theme` false:
/// the theme was chosen otherwise.
void read_settings(const std::string& path, Session& session, bool theme = true);

}  // namespace qkv
