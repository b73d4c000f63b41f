#pragma once
// What a person chose for good, between runs: a line each, "language de".

#include <string>

namespace qkv {

struct Settings {
  std::string language;  ///< empty: the system's
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// Beside the progress, in the state folder; empty where there is no home.
std::string settings_path();
std::string settings_text(const Settings& settings);
/// Lines that it does not know are passed over.
Settings parse_settings_file(const std::string& text);
/// Nothing chosen where there is no such file or it cannot be read.
Settings read_settings(const std::string& path);
/// A folder that cannot be written is no fault: the choice holds until the window closes.
void write_settings(const std::string& path, const Settings& settings);

}  // namespace qkv
