#include "core/session/hall_actions.h"

#include <algorithm>
#include <cmath>

#include "core/session/action_reader.h"
#include "core/session/questions.h"
#include "core/session/words.h"
#include "core/text/format_number.h"

namespace qkv {
namespace {

const Names kCovers = {"off", "black", "white"};
const Names kFilled = {"off", "story", "scene", "table"};
const Names kBegins = {"on", "start"};

std::size_t ink_of(const Hall& hall) {
  std::size_t points = 0;
  for (const auto& stroke : hall.ink) points += stroke.size();
  return points;
}

std::string in_digits(float number) { return shortest(number); }

}  // namespace

void cover(Session& session, const action::CoverWith& wanted) {
  if (session.layout.present) session.hall.cover = wanted.cover;
}

void fill(Session& session, const action::Fill& wanted) {
  if (session.layout.present) session.hall.filled = wanted.panel;
}

void draw(Session& session, const action::Draw& stroke) {
  Hall& hall = session.hall;
  if (!session.layout.present) return;
  std::size_t room = kMostInk - std::min(kMostInk, ink_of(hall));
  if (room == 0) return;
  if (stroke.begins || hall.ink.empty()) hall.ink.emplace_back();
  for (const glm::vec2& point : stroke.points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y) || room == 0) continue;
    hall.ink.back().push_back({std::clamp(point.x, 0.0f, 1.0f), std::clamp(point.y, 0.0f, 1.0f)});
    --room;
  }
  if (hall.ink.back().empty()) hall.ink.pop_back();
}

void count(Session& session, const action::Count& wanted) {
  const auto i = static_cast<std::size_t>(std::max(0, session.question));
  const bool open = session.layout.present && session.question >= 0 && i < session.answers.size() &&
                    !session.answers[i].answered;
  constexpr float kMost = 3600;
  if (open && std::isfinite(wanted.seconds))
    session.hall.poll_left = std::clamp(wanted.seconds, 0.0f, kMost);
}

void begin_present(Session& session) {
  session.layout.present = true;
  session.before_present = {session.theme, session.steps};
  session.theme = Theme::light;
  session.steps = StepSize::stages;
  start_clock(session);  // a question may have been open already
}

void end_present(Session& session) {
  session.layout.present = false;
  session.hall = {};
  session.pinned = {};  // a number that was opened for the hall is closed with it
  if (!session.before_present) return;
  session.theme = session.before_present->theme;
  session.steps = session.before_present->steps;
  session.before_present.reset();
}

Action parse_cover(const ActionReader& reader) {
  return action::CoverWith{static_cast<Cover>(reader.one_of(kCovers))};
}

Action parse_fill(const ActionReader& reader) {
  return action::Fill{static_cast<Filled>(reader.one_of(kFilled))};
}

Action parse_draw(const ActionReader& reader) {
  const auto pieces = reader.pieces();
  const char* const usage =
      "write start or on, then X Y ... from 0 to 1: draw start 0.4 0.4 0.5 0.6";
  if (pieces.size() < 3 || pieces.size() % 2 == 0) reader.refuse(usage);
  const auto begins = std::find(kBegins.begin(), kBegins.end(), pieces.front());
  if (begins == kBegins.end()) reader.refuse(usage);
  action::Draw stroke{begins != kBegins.begin(), {}};
  for (std::size_t i = 1; i < pieces.size(); i += 2)
    stroke.points.push_back({reader.number(pieces[i]), reader.number(pieces[i + 1])});
  return stroke;
}

std::string edit_arguments(const action::CoverWith& cover, const Session&) {
  return std::string(kCovers[static_cast<std::size_t>(cover.cover)]);
}

std::string edit_arguments(const action::Fill& fill, const Session&) {
  return std::string(kFilled[static_cast<std::size_t>(fill.panel)]);
}

std::string edit_arguments(const action::Draw& stroke, const Session&) {
  std::string text(kBegins[stroke.begins ? 1 : 0]);
  for (const glm::vec2& point : stroke.points)
    text += " " + in_digits(point.x) + " " + in_digits(point.y);
  return text;
}

std::string edit_arguments(const action::Count& count, const Session&) {
  return in_digits(count.seconds);
}

std::string edit_arguments(const action::Strip& strip, const Session&) {
  return strip.on ? "on" : "off";
}

}  // namespace qkv
