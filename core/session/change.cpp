#include "core/session/change.h"

#include <algorithm>

#include "core/document/edit_words.h"
#include "core/session/notices.h"
#include "core/session/questions.h"
#include "core/session/walk.h"

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

void change(Session& session, const Trace& trace, const std::string& name, const Edited& value,
            const std::string& notice) {
  const Edited before{session.document, session.options};
  if (value == before) {
    if (!notice.empty()) session.notice = notice;
    return;
  }
  replace(session, trace, value);
  if (session.notice.empty()) session.notice = notice;
  if (session.gesture) {
    session.gesture->name = name;
    return;
  }
  record(session.history, {name, before, {session.document, session.options}});
}

void grab(Session& session, const Trace& trace) {
  if (session.gesture) return;
  session.gesture = Gesture{{session.document, session.options}, overview_of(trace), {}};
}

void release(Session& session) {
  if (!session.gesture) return;
  const Gesture gesture = std::move(*session.gesture);
  session.gesture.reset();
  const Edited now{session.document, session.options};
  // What came back to where it was has never left.
  if (now == gesture.before) session.document = gesture.before.document;
  record(session.history, {gesture.name, gesture.before, now});
}

void cancel(Session& session, const Trace& trace) {
  if (!session.gesture) return;
  replace(session, trace, session.gesture->before);
  session.gesture.reset();
}

}  // namespace qkv
