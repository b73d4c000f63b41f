#include "app/frame/place_file.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <sstream>

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
  return (lesson ? document.id : path) + "\n" + script + "\n";
}

void forget_place(const std::string& path) {
  std::error_code error;
  if (!path.empty()) std::filesystem::remove(path, error);
}

namespace {

// The lock that a place names lies beside it; the name is no path.
std::string lock_path(const std::string& path, const std::string& name) {
  return path + "." + name + ".lock";
}

// A lock that can be had was its owner's, who is gone.
bool is_left(const std::string& path, const std::string& name) {
  if (name.empty() || name.find_first_not_of("0123456789") != name.npos) return false;
  FileLock lock(lock_path(path, name));
  const bool left = lock.held();
  lock.release();
  return left;
}

}  // namespace

std::optional<KeptPlace> read_place(const std::string& path) {
  try {
    if (path.empty() || !std::filesystem::exists(path)) return {};
    std::istringstream lines(read_file(path));
    std::string owner;
    KeptPlace place;
    std::getline(lines, owner);
    std::getline(lines, place.input);
    std::getline(lines, place.script);
    std::getline(lines, place.monitor);
    if (place.input.empty() || !is_left(path, owner)) return {};
    return place;
  } catch (const std::exception&) {
    return {};
  }
}

// Few windows are open at once: a number that is free again is taken again.
void OwnPlace::take_lock() {
  constexpr int kMost = 100;
  for (int i = 1; i <= kMost && !lock_.held(); ++i) {
    lock_name_ = std::to_string(i);
    lock_ = FileLock(lock_path(path_, lock_name_));
  }
}

void OwnPlace::keep(const std::string& text) {
  if (path_.empty() || text == text_) return;
  text_ = text;
  if (text.empty()) return forget_place(path_);
  try {
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path());
    take_lock();
    write_file(path_, lock_name_ + "\n" + text);
  } catch (const std::exception&) {
    // A read-only home must not stop a lesson.
  }
}

void OwnPlace::forget() {
  forget_place(path_);
  text_.clear();
  lock_.release();
}

}  // namespace qkv
