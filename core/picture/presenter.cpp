#include "core/picture/presenter.h"

#include "core/document/in_language.h"
#include "core/document/library.h"
#include "core/session/action.h"
#include "core/session/questions.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string headline(const Session& session, const StoryPicture& story) {
  if (story.question.of == 0) return story.title;
  return filled(text("question.poll"), {{"number", std::to_string(session.question + 1)},
                                        {"of", std::to_string(story.question.of)}});
}

StoryPicture story_at(const Session& session) {
  Trace trace;
  trace_of(*session.document, session.options, session.slice, trace);
  return paint_story(session, trace, nullptr);
}

}  // namespace

Session after_next(const Session& session) {
  Session after = session;
  TraceCache traces;
  settle(after, traces.now(after));
  apply(after, traces.now(after), action::Next{});
  settle(after, traces.now(after));
  after.hall = {};
  const std::string next = next_lesson_id(session);
  if (!after.next_lesson_offered || next.empty()) return after;
  try {
    return open_instead(after, load_lesson(next));
  } catch (const InputError&) {
    return after;  // a lesson that is wrong is told when it is opened
  }
}

PresenterPicture paint_presenter(const Session& session, const Trace& now) {
  Session alone = session;  // the whole text, of which the hall reads a line
  alone.layout.present = false;
  const StoryPicture story = paint_story(alone, now, nullptr);
  PresenterPicture picture;
  picture.lesson = title_of(*session.document);
  picture.step = story.step;
  picture.of = story.of;
  picture.now = headline(session, story);
  // A question has no notes of its own: the answer is what its asker must know.
  if (is_open(session)) {
    Session answered = session;
    tell_answer(answered);
    const StoryPicture told = story_at(answered);
    picture.notes.push_back({{told.question.verdict, Role::accent, true, false, 0, {}}});
    picture.notes.insert(picture.notes.end(), told.notes.begin(), told.notes.end());
  } else {
    picture.notes = story.speaker.empty() ? story.text : story.speaker;
    if (story.question.of > 0) picture.notes = story.notes;
    if (!story.speaker.empty())
      picture.notes.insert(picture.notes.end(), story.text.begin(), story.text.end());
  }
  const Session next = after_next(session);
  if (next.document != session.document && next.document->id != session.document->id)
    picture.next = filled(text("presenter.lesson"), {{"title", title_of(*next.document)}});
  else if (next.playhead == session.playhead && next.question == session.question &&
           !is_open(session) && !session.previous_lesson_offered)
    picture.next = std::string(text("presenter.end"));
  else if (is_open(session))
    picture.next = std::string(text("presenter.answer"));
  else
    picture.next = headline(next, story_at(next));
  return picture;
}

}  // namespace qkv
