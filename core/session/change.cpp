#include "core/session/change.h"

#include <algorithm>

#include "core/document/edit_words.h"
#include "core/learning/train.h"
#include "core/session/floor_actions.h"
#include "core/session/notices.h"
#include "core/session/questions.h"
#include "core/session/walk.h"
#include "core/session/walk_state.h"

namespace qkv {
namespace {

constexpr std::size_t kMostBlends = 64;

bool has_key(const Stop& stop) {
  return stop.key >= 0 && (stop.beat == Beat::score_key || stop.beat == Beat::mix_key);
}

/// New places of what belongs to a word.
struct Followed {
  OldPlaces from;
  std::vector<int> to;
  int n = 0;

  Followed(const Document& before, const Document& after)
      : from(old_places(before.query_words, after.query_words)),
        to(static_cast<std::size_t>(before.n()), -1),
        n(after.n()) {
    for (std::size_t i = 0; i < from.size(); ++i)
      if (from[i] >= 0) to[static_cast<std::size_t>(from[i])] = static_cast<int>(i);
  }

  int row(int old) const {
    const auto i = static_cast<std::size_t>(old);
    if (old >= 0 && i < to.size() && to[i] >= 0) return to[i];
    return std::clamp(old, 0, std::max(0, n - 1));
  }
  /// Kind none where one of its words is gone.
  Quantity quantity(Quantity old) const {
    for (int* const place : {&old.row, &old.column}) {
      if (*place < 0) continue;
      const auto i = static_cast<std::size_t>(*place);
      if (i >= to.size() || to[i] < 0) return {};
      *place = to[i];
    }
    return old;
  }
  Stop stop(Stop old) const {
    if (has_key(old)) old.key = row(old.key);
    return old;
  }
  std::vector<Stop> reached(const std::vector<Stop>& old) const {
    std::vector<Stop> result;
    for (const int place : from) {
      const bool there = place >= 0 && static_cast<std::size_t>(place) < old.size();
      result.push_back(there ? stop(old[static_cast<std::size_t>(place)]) : Stop{});
    }
    return result;
  }
};

void follow_words(Session& session, const Followed& followed) {
  session.row = followed.row(session.row);
  session.reached = followed.reached(session.reached);
  Playhead& playhead = session.playhead;
  for (Stop* const stop : {&playhead.from, &playhead.at, &playhead.target})
    *stop = followed.stop(*stop);
  session.pinned = followed.quantity(session.pinned);
  if (!session.before_questions) return;
  Session::BeforeQuestions& before = *session.before_questions;
  before.row = followed.row(before.row);
  before.stop = followed.stop(before.stop);
  before.reached = followed.reached(before.reached);
  before.options = with_rows(before.options, followed.from);
}

/// What was answered belongs to a question, wherever it stands now.
void follow_questions(Session& session, const Document& before, const Document& after) {
  std::vector<Given> answers(after.questions.size());
  for (std::size_t i = 0; i < after.questions.size(); ++i)
    for (std::size_t j = 0; j < before.questions.size() && j < session.answers.size(); ++j)
      if (before.questions[j].id == after.questions[i].id) answers[i] = session.answers[j];
  session.answers = std::move(answers);
}

/// All but the camera's.
void end_blends(Session& session) {
  std::erase_if(session.blends,
                [](const Blend& blend) { return blend.property != Blend::Property::camera; });
}

void take_document(Session& session, const DocumentPtr& document) {
  const DocumentPtr before = session.document;
  const bool other_questions = !(before->questions == document->questions);
  if (other_questions) leave_questions(session);
  end_blends(session);  // rows of two documents have nothing between them
  session.document = document;
  if (before->query_words != document->query_words)
    follow_words(session, Followed(*before, *document));
  if (other_questions) follow_questions(session, *before, *document);
}

}  // namespace

void blend_from_here(Session& session, Blend::Property property) {
  if (session.reduced_motion) return;
  if (!session.blends.empty()) {
    // Nothing of the last change has been seen yet: it and this one are one.
    Blend& last = session.blends.back();
    if (last.property != Blend::Property::camera && last.progress == 0.0f) {
      if (property != Blend::Property::row) last.property = property;
      return;
    }
  }
  Blend blend;
  blend.property = property;
  blend.from_row = session.row;
  blend.from_moment = {session.playhead.at, ease(session.playhead.progress), {}};
  blend.from_options = session.options;
  blend.from_slice = session.slice;
  session.blends.push_back(std::move(blend));
  if (session.blends.size() > kMostBlends) session.blends.erase(session.blends.begin());
}

void keep_on_the_walk(Session& session, const Trace& trace) {
  const WalkShape walk = walk_shape(session, trace, session.row);
  const Playhead& playhead = session.playhead;
  for (const Stop& stop : {playhead.from, playhead.at, playhead.target}) {
    if (nearest_stop(walk, stop) == stop) continue;
    arrive(session.playhead);
    session.playhead = rest_at(nearest_stop(walk, session.playhead.at));
    return;
  }
}

namespace {

/// Puts `value` in force.
void replace(Session& session, const Trace& trace, const Edited& value) {
  // Keys and values lie in two spaces: there is no way from one mixture to the other.
  const bool other_mixture =
      value.options.variant.keys_as_values != session.options.variant.keys_as_values;
  if (session.document.get() != value.document.get()) {
    take_document(session, value.document);
  } else if (other_mixture) {
    if (!at_rest(session.playhead)) arrive(session.playhead);
    end_blends(session);
  } else if (!session.gesture) {
    blend_from_here(session, Blend::Property::options);
  }
  session.options = value.options;
  session.reached.resize(static_cast<std::size_t>(session.document->n()));
  session.row = std::min(session.row, std::max(0, session.document->n() - 1));
  keep_on_the_walk(session, trace);
  session.notice =
      notice::passed(session, walk_shape(session, trace, session.row), session.playhead.at);
}

/// The walk's options after an edit that leads to `value`. Options that are edited are the walk's
/// too; where the document is, a question's own stay with the question.
AttentionOptions options_of_walk(const Session& session, const Edited& value) {
  const Document &now = *session.document, &then = *value.document;
  if (!session.before_questions || &now == &then) return value.options;
  const AttentionOptions& own = session.before_questions->options;
  if (now.query_words == then.query_words) return own;
  return with_rows(own, old_places(now.query_words, then.query_words));
}

void set_options_of_walk(Session& session, const AttentionOptions& own) {
  (session.before_questions ? session.before_questions->options : session.options) = own;
}

}  // namespace

void change(Session& session, const Trace& trace, const std::string& name, const Edited& value,
            const std::string& notice) {
  if (value == Edited{session.document, session.options}) {
    if (!notice.empty()) session.notice = notice;
    return;
  }
  const Edited before = walk_state(session);
  const AttentionOptions own = options_of_walk(session, value);
  replace(session, trace, value);
  set_options_of_walk(session, own);
  if (session.notice.empty()) session.notice = notice;
  if (session.gesture) {
    session.gesture->name = name;
    return;
  }
  record(session.history, {name, before, walk_state(session)});
}

namespace {

/// `value` is the walk's again; a question that is asked shows `shown` of it, and the file's own
/// matrices.
void put_back(Session& session, const Trace& trace, const Edited& value,
              const AttentionOptions& shown) {
  Edited seen{value.document, shown};
  if (auto& behind = session.before_questions) {
    const bool trained = value.document->training && value.document->training->on();
    behind->trained = trained ? value.document : DocumentPtr();
    behind->own = trained ? untrained(*value.document) : DocumentPtr();
    if (trained) seen.document = behind->own;
  }
  replace(session, trace, seen);
  if (!session.before_questions) session.document = value.document;
  set_options_of_walk(session, value.options);
}

}  // namespace

void put_back(Session& session, const Trace& trace, const Edited& value) {
  put_back(session, trace, value, value.options);
}

void grab(Session& session, const Trace& trace) {
  if (session.gesture) return;
  session.gesture = Gesture{
      walk_state(session), overview_of(trace), {}, {trace.output.begin(), trace.output.end()}};
}

void release(Session& session) {
  if (!session.gesture) return;
  const Gesture gesture = std::move(*session.gesture);
  session.gesture.reset();
  const Edited now = walk_state(session);
  // What came back to where it was has never left.
  if (session.document == gesture.before.document) session.document = gesture.before.document;
  record(session.history, {gesture.name, gesture.before, now});
  keep_floor(session, gesture);
}

void cancel(Session& session, const Trace& trace) {
  if (!session.gesture) return;
  const Edited before = session.gesture->before;
  // A question's own options stay, unless they were edited.
  const auto& behind = session.before_questions;
  const bool asked = behind && !(session.options == behind->options) &&
                     before.document->query_words == session.document->query_words;
  const AttentionOptions shown = asked ? session.options : before.options;
  put_back(session, trace, before, shown);
  session.gesture.reset();
}

}  // namespace qkv
