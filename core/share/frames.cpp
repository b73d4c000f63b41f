#include "core/share/frames.h"

#include <cmath>

#include "core/picture/picture.h"
#include "core/session/action.h"
#include "core/session/walk.h"
#include "core/share/walk.h"

namespace qkv {
namespace {

constexpr int kLastMilliseconds = 3000;  // before it begins anew

}  // namespace

WalkFrames::WalkFrames(ExportSource source, int per_second)
    : source_(std::move(source)),
      stops_(stops_until(source_.session, *source_.traces)),
      per_second_(per_second) {}

Frame WalkFrames::drawn(int milliseconds) { return {source_.draw(page_of(source_)), milliseconds}; }

// At each stop one frame that stays, then the beat that leads to the next one.
std::optional<Frame> WalkFrames::next() {
  if (at_ >= stops_.size()) return {};
  const float speed = source_.session.play_speed;
  if (!moving_) {
    source_.session = stops_[at_];
    const bool last = at_ + 1 == stops_.size();
    const float stay = 1000 * kPlayWaitSeconds / std::max(0.1f, speed);
    Frame frame = drawn(last ? kLastMilliseconds : static_cast<int>(std::lround(stay)));
    if (last) {
      at_ = stops_.size();
    } else {
      moving_ = stops_[at_];
      apply(*moving_, source_.traces->now(*moving_), action::Next{});
    }
    return frame;
  }
  advance(*moving_, source_.traces->now(*moving_), 1.0f / static_cast<float>(per_second_));
  if (!moving(*moving_)) {
    moving_.reset();
    ++at_;
    return next();
  }
  source_.session = *moving_;
  // Files count time in hundredths of a second: what is lost is made up for.
  const float exact = 1000 / static_cast<float>(per_second_) + left_over_;
  const int shown = static_cast<int>(exact / 10) * 10;
  left_over_ = exact - static_cast<float>(shown);
  return drawn(shown);
}

float WalkFrames::done() const {
  return static_cast<float>(at_) / static_cast<float>(stops_.size());
}

}  // namespace qkv
