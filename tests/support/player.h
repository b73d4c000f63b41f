#pragma once
// Drives a session the way the window does, for tests.

#include <string>
#include <string_view>
#include <utility>

#include "core/document/library.h"
#include "core/session/action.h"

namespace qkv {

struct Player {
  Session session;
  TraceCache traces;

  explicit Player(DocumentPtr document) : session(open_session(std::move(document))) {}
  explicit Player(const char* lesson) : Player(load_lesson(lesson)) {}

  const Trace& trace() { return traces.now(session); }
  void act(const Action& action) { apply(session, trace(), action); }
  /// Actions in words, not settled in between.
  void press(std::string_view text) { act(parse_action(text, session, trace())); }
  void settled(std::string_view script) { run_script(session, traces, script); }
  void wait(float seconds) { advance(session, trace(), seconds); }
  void settle_all() { settle(session, trace()); }
  std::string at() { return stop_text(session.playhead.at, *session.document); }
  bool rests() const { return at_rest(session.playhead); }
  Moment moment(int row) { return moment_of(session, trace(), row); }
};

}  // namespace qkv
