#include "core/session/training.h"

#include <algorithm>

#include "core/learning/train.h"
#include "core/session/notices.h"
#include "core/session/walk.h"

namespace qkv {
namespace {

void change_document(Session& session, const DocumentPtr& document, const std::string& edit) {
  const Edited before{session.document, session.options};
  session.document = document;
  record(session.history, {edit, before, {document, session.options}});
}

/// Where the run goes on from: where it stands, or its start.
DocumentPtr first_of(const Session& session, int steps) {
  const Document& now = *session.document;
  const bool ended = now.training->done() >= now.training->steps;
  if (now.training->on() && steps != 0 && !(ended && steps < 0)) return session.document;
  return trained(*untrained(now), session.options, 0);
}

}  // namespace

void train(Session& session, const Trace& trace, int steps, const std::string& edit) {
  if (!session.document->training) {
    session.notice = notice::nothing_to_train();
    return;
  }
  if (!can_train(*session.document, session.options)) {
    session.notice = notice::hidden_from_training();
    return;
  }
  const int most = session.document->training->steps;
  const DocumentPtr first = first_of(session, steps);
  const DocumentPtr last =
      steps == 0 ? first : trained(*first, session.options, steps < 0 ? most : steps);
  if (first == session.document && last->training->done() == first->training->done()) {
    session.notice = notice::training_ended();
    return;
  }
  change_document(session, last, edit);
  session.row = session.document->training->query;
  session.playhead = rest_at(last_stop(walk_shape(session, trace, session.row)));
  if (session.reduced_motion || first->training->done() == last->training->done()) return;
  session.document = first;
  session.training_goal = last;
  session.training_wait = kTrainingStepSeconds;
}

void untrain(Session& session, const std::string& edit) {
  if (!session.document->training) {
    session.notice = notice::nothing_to_train();
    return;
  }
  if (session.document->training->on())
    change_document(session, untrained(*session.document), edit);
}

void finish_training(Session& session) {
  if (!session.training_goal) return;
  session.document = session.training_goal;
  session.training_goal = nullptr;
  session.training_wait = 0;
}

void advance_training(Session& session, float dt) {
  if (!session.training_goal) return;
  session.training_wait -= dt * session.play_speed;
  int steps = 0;
  for (; session.training_wait <= 0 && steps <= session.training_goal->training->steps; ++steps)
    session.training_wait += kTrainingStepSeconds;
  if (steps == 0) return;
  const DocumentPtr next = trained(*session.document, session.options, steps);
  if (next->training->done() >= session.training_goal->training->done())
    finish_training(session);
  else
    session.document = next;
}

}  // namespace qkv
