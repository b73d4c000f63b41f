#include "core/share/walk.h"

#include "core/session/action.h"

namespace qkv {

std::vector<Session> stops_until(const Session& session, TraceCache& traces) {
  Session walker = session;
  const auto act = [&](const Action& action) {
    apply(walker, traces.now(walker), action);
    settle(walker, traces.now(walker));
  };
  if (walker.question >= 0) act(action::End{});
  walker.contents = false;
  const Stop until = walker.playhead.at;
  act(action::Rewind{});
  std::vector<Session> stops{walker};
  while (walker.playhead.at != until) {
    const Stop before = walker.playhead.at;
    act(action::Next{});
    if (walker.playhead.at == before || walker.question >= 0) break;
    stops.push_back(walker);
    if (earlier(until, walker.playhead.at)) break;
  }
  return stops;
}

}  // namespace qkv
