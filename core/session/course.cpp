#include "core/session/course.h"

#include <algorithm>

#include "core/document/library.h"
#include "core/session/action.h"
#include "core/session/beside.h"
#include "core/session/knob_places.h"
#include "core/session/notices.h"
#include "core/session/options_path.h"
#include "core/session/walk.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

bool is_open_lesson(const Session& session) {
  return session.document && session.document->origin == "lesson " + session.document->id;
}

/// As saved_scene leads to a scene, but to what belongs to a place in a lesson only, mask and scale
/// included: what was broken on purpose and what was chosen for the eye start anew.
std::string place_of(const Session& session) {
  const Document& document = *session.document;
  std::string script;
  const auto say = [&](const Action& action) {
    script += (script.empty() ? "" : "; ") + text_of(action, session);
  };
  for (std::size_t i = 0; i < session.answers.size(); ++i) {
    const Given& given = session.answers[i];
    if (!given.answered || given.told) continue;
    say(action::Ask{static_cast<int>(i)});
    say(action::Answer{document.questions[i].kind, given.row, given.key, given.number});
  }
  if (!script.empty()) say(action::Rewind{});
  const auto& before = session.before_questions;
  const bool asking = session.question >= 0 && before.has_value();
  const Slice slice = asking ? before->slice : session.slice;
  const int row = asking ? before->row : session.row;
  const Stop stop = asking ? before->stop : session.playhead.target;
  if (slice != Slice{document.state.layer, document.state.batch, document.state.head})
    say(action::Look{slice});
  // The walk's stops depend on them: they come first.
  if (const std::string switched = mask_and_scale_script(session); !switched.empty())
    script += (script.empty() ? "" : "; ") + switched;
  const bool away = stop != Stop{};
  if (away || asking) {
    say(action::Select{row});
    say(action::Reach{row, stop});
  }
  if (asking) say(action::Ask{session.question});
  const KnobPlaces places = knob_places(session);
  for (std::size_t i = 0; i < session.turned.size() && i < places.size(); ++i)
    if (session.turned[i].place == places[i]) say(action::TurnKnob{static_cast<int>(i), places[i]});
  return script;
}

}  // namespace

void note_opened(Session& session) {
  if (!is_open_lesson(session)) return;
  session.progress[session.document->id].opened = true;
  session.last_lesson = session.document->id;
}

void note_progress(Session& session, const Trace& trace) {
  const auto own = session.progress.find(session.document->id);
  if (own == session.progress.end() || !is_open_lesson(session)) return;
  LessonProgress& progress = own->second;
  const bool asking = session.question >= 0;
  const bool at_end =
      asking || session.playhead.target == last_stop(walk_shape(session, trace, session.row));
  progress.walked = progress.walked || (at_end && !asking);
  int right = 0, answered = 0;
  for (const Given& given : session.answers) {
    answered += given.answered && !given.told ? 1 : 0;
    right += given.right ? 1 : 0;
  }
  progress.answered = std::max(progress.answered, answered);
  progress.right = std::max(progress.right, right);
  const std::size_t questions = session.document->questions.size();
  // A lecture has them told: it is over, too, though nobody has answered.
  const bool all_shown = session.answers.size() >= questions &&
                         std::all_of(session.answers.begin(), session.answers.end(),
                                     [](const Given& given) { return given.answered; });
  const bool all_done =
      at_end && progress.walked && (all_shown || progress.answered >= static_cast<int>(questions));
  progress.place = all_done ? std::string() : place_of(session);
  if (!progress.place.empty() || all_done) session.last_lesson = session.document->id;
}

bool is_finished(const LessonProgress& lesson, int questions) {
  return lesson.walked && lesson.answered >= questions && lesson.place.empty();
}

std::string lesson_to_go_on_in(const Session& session) {
  const std::vector<LessonInfo>& all = lessons();
  const auto last = std::find_if(all.begin(), all.end(), [&](const LessonInfo& lesson) {
    return lesson.id == session.last_lesson;
  });
  const auto first = static_cast<std::size_t>(last == all.end() ? 0 : last - all.begin());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const LessonInfo& lesson = all[(first + i) % all.size()];
    const auto own = session.progress.find(lesson.id);
    if (own == session.progress.end() || !is_finished(own->second, lesson.questions))
      return lesson.id;
  }
  return {};
}

void remember(Session& session, const Progress& progress, const std::string& last_lesson) {
  for (const auto& [id, own] : progress) {
    LessonProgress& here = session.progress[id];
    here = {here.opened || own.opened, here.walked || own.walked, std::max(here.right, own.right),
            std::max(here.answered, own.answered), own.place};
  }
  if (session.last_lesson.empty()) session.last_lesson = last_lesson;
}

void go_where_left(Session& session) {
  if (!is_open_lesson(session)) return;
  const auto own = session.progress.find(session.document->id);
  if (own == session.progress.end() || own->second.place.empty()) return;
  Session there = session;
  try {
    TraceCache traces;
    run_script(there, traces, own->second.place);
  } catch (const InputError&) {
    return;
  }
  // A script that leads elsewhere is one of another lesson, or of this one as it was.
  if (there.document != session.document || place_of(there) != own->second.place) return;
  there.history = {};  // switches stand where they were left: there is nothing to take back
  there.notice = notice::left_here();
  session = std::move(there);
}

Session open_instead(const Session& old, DocumentPtr document) {
  Session opened = open_session(std::move(document));
  opened.theme = old.theme;
  opened.color_map = old.color_map;
  opened.reduced_motion = old.reduced_motion;
  opened.layout = old.layout;
  opened.before_present = old.before_present;
  opened.hall.strip = old.hall.strip;
  opened.steps = old.steps;
  opened.play_speed = old.play_speed;
  opened.beside = old.beside;
  opened.beside_slice = old.beside_slice;
  // What was recorded can be laid beside what is made by hand.
  if (can_lie_beside(*old.document)) {
    opened.beside = old.document;
    opened.beside_slice = old.slice;
    if (old.slice == Slice{} && opened.document->takes_beside)
      opened.beside_slice = telling_head(*old.document, opened);
  }
  Progress progress = old.progress;
  for (const auto& [id, own] : opened.progress) progress[id].opened = true;
  opened.progress = std::move(progress);
  if (opened.last_lesson.empty()) opened.last_lesson = old.last_lesson;
  return opened;
}

Session open_where_left(const Session& old, DocumentPtr document) {
  Session opened = open_instead(old, std::move(document));
  go_where_left(opened);
  return opened;
}

Session open_next(const Session& old, DocumentPtr document) {
  // A lecture was somewhere else the last time, before other people.
  return old.layout.present ? open_instead(old, std::move(document))
                            : open_where_left(old, std::move(document));
}

Session open_at_its_end(const Session& old, DocumentPtr document) {
  Session opened = open_where_left(old, std::move(document));  // with what was answered
  TraceCache traces;
  const auto act = [&](const Action& action) {
    apply(opened, traces.now(opened), action);
    settle(opened, traces.now(opened));
  };
  act(action::End{});
  const auto questions = static_cast<int>(opened.document->questions.size());
  // In Present Next has told each of them on its way.
  for (int i = opened.layout.present ? 0 : std::max(0, questions - 1); i < questions; ++i) {
    act(action::Ask{i});
    if (opened.layout.present && is_open(opened)) act(action::Reveal{});
  }
  return opened;
}

}  // namespace qkv
