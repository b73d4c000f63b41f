// The only place where time passes.

#include <algorithm>

#include "core/session/change.h"
#include "core/session/course.h"
#include "core/session/training.h"
#include "core/session/walk.h"

namespace qkv {
namespace {

constexpr float kBlendSeconds = 0.4f;
/// Longer than any walk: an infinite dt ends like this one.
constexpr float kLongestSeconds = 1e5f;

void advance_blends(std::vector<Blend>& blends, float dt) {
  for (Blend& blend : blends) blend.progress = std::min(1.0f, blend.progress + dt / kBlendSeconds);
  blends.erase(std::remove_if(blends.begin(), blends.end(),
                              [](const Blend& blend) { return blend.progress >= 1.0f; }),
               blends.end());
}

/// Play at a stop: waits, then sets out; ends at the last stop. Returns the seconds left.
float wait_and_set_out(Session& session, const WalkShape& shape, float seconds) {
  const Stop target = stop_ahead(session, shape);
  if (target == session.playhead.at) {
    session.playing = false;
    session.play_wait = 0.0f;
    return 0.0f;
  }
  if (seconds < session.play_wait) {
    session.play_wait -= seconds;
    return 0.0f;
  }
  seconds -= session.play_wait;
  session.play_wait = kPlayWaitSeconds;
  if (session.reduced_motion) {
    session.playhead = rest_at(target);
  } else {
    set_out(session.playhead, shape, target);
  }
  return seconds;
}

void end_play_at_the_end(Session& session, const WalkShape& shape) {
  if (!session.playing || !at_rest(session.playhead)) return;
  if (stop_ahead(session, shape) != session.playhead.at) return;
  session.playing = false;
  session.play_wait = 0.0f;
}

}  // namespace

void advance(Session& session, const Trace& trace, float dt) {
  if (!(dt > 0.0f)) return;  // NaN too
  dt = std::min(dt, kLongestSeconds);
  advance_blends(session.blends, dt);
  advance_training(session, dt);
  advance_easing(session, dt / kBlendSeconds);
  session.turning = std::min(1.0f, session.turning + dt / kBlendSeconds);
  session.hall.poll_left = std::max(0.0f, session.hall.poll_left - dt);
  if (at_rest(session.playhead) && !session.playing) return;

  const Stop before = session.playhead.at, left_at = session.playhead.target;
  const WalkShape shape = walk_shape(session, trace, session.row);
  float left = dt * session.play_speed;
  while (left > 0.0f && (session.playing || !at_rest(session.playhead))) {
    left = at_rest(session.playhead) ? wait_and_set_out(session, shape, left)
                                     : move(session.playhead, shape, left);
  }
  end_play_at_the_end(session, shape);
  if (session.playhead.target != left_at) note_progress(session, trace);
  release_tab(session, before);
}

void settle(Session& session, const Trace& trace) {
  const Stop before = session.playhead.at;
  finish_training(session);
  session.easing.reset();
  session.turning = 1;
  if (!at_rest(session.playhead)) arrive(session.playhead);
  if (session.playing) {
    const WalkShape shape = walk_shape(session, trace, session.row);
    while (stop_ahead(session, shape) != session.playhead.at) {
      session.playhead = rest_at(stop_ahead(session, shape));
    }
    session.playing = false;
    session.play_wait = 0.0f;
    note_progress(session, trace);
  }
  session.blends.clear();
  release_tab(session, before);
}

}  // namespace qkv
