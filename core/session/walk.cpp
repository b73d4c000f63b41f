#include "core/session/walk.h"

#include <algorithm>

namespace qkv {
namespace {

constexpr float kBeatSeconds = 0.6f;
/// Of the keys that lie between when a whole stage is taken in one stride: one is like the other.
constexpr float kQuickBeatSeconds = 0.15f;

bool is_one_of_the_keys(const Stop& at) {
  return at.beat == Beat::score_key || at.beat == Beat::mix_key;
}

/// Of the beat of `at` when the walk rests there.
float beat_seconds(const WalkShape& shape, const Stop& at) {
  return is_watched(shape, at) ? shape.part_seconds[static_cast<std::size_t>(at.key)]
                               : kBeatSeconds;
}

const Stop& earlier_of(const Stop& a, const Stop& b) { return earlier(b, a) ? b : a; }
const Stop& later_of(const Stop& a, const Stop& b) { return earlier(a, b) ? b : a; }

bool runs_back(const Playhead& playhead) { return earlier(playhead.target, playhead.at); }

/// The stop after the running beat is undone.
Stop behind(const Playhead& playhead, const WalkShape& shape) {
  const Stop previous = previous_stop(shape, playhead.at);
  // previous_stop stays at the walk's first stop; never run past the target either.
  return earlier(previous, playhead.at) ? later_of(previous, playhead.target) : playhead.target;
}

/// Each returns what is left of `seconds` when the beat is over.
float run_forward(Playhead& playhead, const WalkShape& shape, float seconds) {
  const bool quick = playhead.at != playhead.target && is_one_of_the_keys(playhead.at);
  const float beat = quick ? kQuickBeatSeconds : beat_seconds(shape, playhead.at);
  const float needed = (1.0f - playhead.progress) * beat;
  if (seconds < needed) {
    playhead.progress = std::min(1.0f, playhead.progress + seconds / beat);
    return 0.0f;
  }
  if (playhead.at == playhead.target) {
    playhead = rest_at(playhead.target);
  } else {
    const Stop next = next_stop(shape, playhead.at);
    playhead.at = earlier(playhead.at, next) ? earlier_of(next, playhead.target) : playhead.target;
    playhead.progress = 0.0f;
  }
  return seconds - needed;
}

float run_back(Playhead& playhead, const WalkShape& shape, float seconds) {
  const Stop previous = behind(playhead, shape);
  const float beat = previous == playhead.target ? kBeatSeconds : kQuickBeatSeconds;
  const float needed = playhead.progress * beat;
  if (seconds < needed) {
    playhead.progress = std::max(0.0f, playhead.progress - seconds / beat);
    return 0.0f;
  }
  playhead.at = previous;
  playhead.progress = 1.0f;
  if (previous == playhead.target) playhead = rest_at(previous);
  return seconds - needed;
}

}  // namespace

void set_out(Playhead& playhead, const WalkShape& shape, const Stop& target) {
  if (target == playhead.at) return;
  playhead.from = playhead.at;
  playhead.target = target;
  if (runs_back(playhead)) {
    playhead.progress = 1.0f;
    return;
  }
  playhead.at = earlier_of(next_stop(shape, playhead.at), target);
  playhead.progress = 0.0f;
}

bool is_watched(const WalkShape& shape, const Stop& at) {
  const auto part = static_cast<std::size_t>(std::max(0, at.key));
  return is_part(at) && part < shape.part_seconds.size() && shape.part_seconds[part] > 0;
}

void arrive(Playhead& playhead) { playhead = rest_at(playhead.target); }

void finish_forward(Playhead& playhead) {
  playhead = rest_at(later_of(playhead.from, playhead.target));
}

void finish_backward(Playhead& playhead) {
  playhead = rest_at(earlier_of(playhead.from, playhead.target));
}

float move(Playhead& playhead, const WalkShape& shape, float seconds) {
  while (seconds > 0.0f && !at_rest(playhead)) {
    seconds = runs_back(playhead) ? run_back(playhead, shape, seconds)
                                  : run_forward(playhead, shape, seconds);
  }
  return seconds;
}

Stop stop_ahead(const Session& session, const WalkShape& shape) {
  const Stop& at = session.playhead.at;
  if (session.steps != StepSize::stages) return next_stop(shape, at);
  // Whoever stands within a stage, by single steps, sees its end before the next one.
  for (const Stop& last : stages_of(shape))
    if (same_stage(last, at) && earlier(at, last)) return last;
  return next_stage_stop(shape, at);
}

Stop stop_behind(const Session& session, const WalkShape& shape) {
  const Stop& at = session.playhead.at;
  return session.steps == StepSize::stages ? previous_stage_stop(shape, at)
                                           : previous_stop(shape, at);
}

void release_tab(Session& session, const Stop& before) {
  if (!session.held_tab || session.playhead.at == before) return;
  const bool same_stage = session.playhead.at.stage == before.stage;
  // In All words each stop has a table of its own.
  if (!same_stage || before.stage == Stage::all) session.held_tab.reset();
}

}  // namespace qkv
