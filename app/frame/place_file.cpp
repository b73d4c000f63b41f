#include "app/frame/place_file.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <sstream>

#include "app/platform/process.h"
#include "app/platform/state_folder.h"
#include "core/files/write_file.h"
#include "core/session/action.h"
#include "core/session/options_path.h"

namespace qkv {

std::string place_path() {
  const std::string folder = state_folder();
  return folder.empty() ? folder : folder + "/place";
}

std::string place_text(const Session& session, const std::string& path) {
  const Document& document = *session.document;
  const bool lesson = document.origin == "lesson " + document.id;
  if (!lesson && path.empty()) return {};
  std::string script = lesson ? mask_and_scale_script(session) : std::string();
  const auto add = [&](const Action& action) {
    script += (script.empty() ? "" : "; ") + text_of(action, session);
  };
  // A question stands over the walk, which waits where it was left.
  const bool asking = session.question >= 0;
  const auto& before = session.before_questions;
  const bool waits = asking && before.has_value();
  add(action::Select{waits ? before->row : session.row});
  // An edited sentence is offered by another way; its words may not be there yet.
  if (is_dirty(session) && session.document != session.opened) script.clear();
  const bool placed = !script.empty();
  if (placed) {
    if (waits || !asking) add(action::GoTo{waits ? before->stop : session.playhead.target});
    if (asking) add(action::Ask{session.question});
  }
  if (session.layout.present) add(action::Present{});
  if (const auto i = static_cast<std::size_t>(std::max(0, session.question));
      placed && asking && i < session.answers.size() && session.answers[i].answered) {
    const Given& given = session.answers[i];
    add(given.told ? Action{action::Reveal{}}
                   : Action{action::Answer{document.questions[i].kind, given.row, given.key,
                                           given.number}});
  }
  return std::to_string(own_process()) + "\n" + (lesson ? document.id : path) + "\n" + script +
         "\n";
}

void write_place(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  try {
    if (text.empty()) return forget_place(path);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    write_file(path, text);
  } catch (const std::exception&) {
    // A read-only home must not stop a lesson.
  }
}

void forget_place(const std::string& path) {
  std::error_code error;
  if (!path.empty()) std::filesystem::remove(path, error);
}

std::optional<KeptPlace> read_place(const std::string& path) {
  try {
    if (path.empty() || !std::filesystem::exists(path)) return {};
    std::istringstream lines(read_file(path));
    std::string process;
    KeptPlace place;
    std::getline(lines, process);
    std::getline(lines, place.input);
    std::getline(lines, place.script);
    std::getline(lines, place.monitor);
    if (place.input.empty() || is_running(std::stol(process))) return {};
    return place;
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace qkv
