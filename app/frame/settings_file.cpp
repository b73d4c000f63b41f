#include "app/frame/settings_file.h"

#include <exception>
#include <filesystem>
#include <sstream>

#include "app/platform/state_folder.h"
#include "core/files/write_file.h"
#include "core/session/action.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

bool is_setting(const Action& action) {
  return std::holds_alternative<action::SetTheme>(action) ||
         std::holds_alternative<action::Colors>(action) ||
         std::holds_alternative<action::TextScale>(action) ||
         std::holds_alternative<action::Speed>(action) ||
         std::holds_alternative<action::Steps>(action);
}

constexpr std::string_view kLanguage = "language ", kMotion = "motion ";

/// What follows `key` in the line that begins with it; empty where there is none.
std::string value_of(std::string_view key, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key)) return line.substr(key.size());
  return {};
}

/// Empty where there is none, or it cannot be read.
std::string text_at(const std::string& path) {
  try {
    return path.empty() || !std::filesystem::exists(path) ? std::string() : read_file(path);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

std::string settings_path() {
  const std::string folder = settings_folder();
  return folder.empty() ? folder : folder + "/settings";
}

std::string settings_text(const Session& session, const std::string& language, Motion motion) {
  // Present's own theme and steps are nobody's choice.
  const auto& before = session.before_present;
  const Action settings[] = {
      action::SetTheme{before ? before->theme : session.theme},
      action::Steps{before ? before->steps : session.steps}, action::Colors{session.color_map},
      action::TextScale{session.layout.text_scale}, action::Speed{session.play_speed}};
  std::string text;
  if (!language.empty()) text = std::string(kLanguage) + language + "\n";
  if (motion != Motion::system)
    text += std::string(kMotion) + (motion == Motion::reduced ? "reduced" : "full") + "\n";
  for (const Action& setting : settings) text += text_of(setting, session) + "\n";
  return text;
}

void write_settings(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  try {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    write_file(path, text);
  } catch (const std::exception&) {
    // A read-only home must not stop a lesson.
  }
}

void read_settings(const std::string& path, Session& session, bool theme) {
  const std::string text = text_at(path);
  if (text.empty()) return;
  TraceCache traces;
  // Present's own theme and steps stand over what was chosen.
  const bool present = session.layout.present;
  if (present) apply(session, traces.now(session), action::Present{});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    try {
      const Action action = parse_action(line, session, traces.now(session));
      const bool passed = !theme && std::holds_alternative<action::SetTheme>(action);
      if (is_setting(action) && !passed) apply(session, traces.now(session), action);
    } catch (const InputError&) {
      // Written by another version, or by hand.
    }
  }
  if (present) apply(session, traces.now(session), action::Present{});
}

std::string read_language(const std::string& path) { return value_of(kLanguage, text_at(path)); }

Motion read_motion(const std::string& path) {
  const std::string text = text_at(path), chosen = value_of(kMotion, text);
  // Earlier programs wrote the action: "on" was chosen, "off" stood there without a choice.
  if (chosen == "reduced" || value_of("reduced-motion ", text) == "on") return Motion::reduced;
  return chosen == "full" ? Motion::full : Motion::system;
}

}  // namespace qkv
