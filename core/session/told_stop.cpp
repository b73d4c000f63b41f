#include "core/session/told_stop.h"

namespace qkv {

bool rests_by_stage(const Session& session) {
  return session.steps == StepSize::stages && session.question < 0 && at_rest(session.playhead);
}

Stop told_stop(const Session& session, const Trace& trace) {
  Stop stop = session.playhead.at;
  const bool all_scored = stop.beat == Beat::score_key && stop.key == trace.m - 1;
  if (!all_scored || !rests_by_stage(session) || !trace.has_scores) return stop;
  for (int key = 0; key < trace.m; ++key) {
    const auto score = [&](int j) { return trace.score(session.slice.head, session.row, j); };
    if (score(key) > score(stop.key) || (score(key) == score(stop.key) && key < stop.key))
      stop.key = key;
  }
  return stop;
}

}  // namespace qkv
