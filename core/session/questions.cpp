#include "core/session/questions.h"

#include <algorithm>
#include <cmath>

#include "core/document/in_language.h"
#include "core/document/library.h"
#include "core/document/reference_parts.h"
#include "core/learning/train.h"
#include "core/session/knob_places.h"
#include "core/session/walk.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

using Kind = Question::Kind;

/// What `with` changes: "mask causal, scale off, head 2, knob d 64".
Reference changes_of(const Document& document, const Question& question) {
  return question.with.empty() || document.n() == 0 ? Reference{}
                                                    : parse_changes(question.with, document);
}

/// Option, head and mask of `with`, on top of the document's.
void apply_with(const Document& document, const Question& question, AttentionOptions& options,
                int& head) {
  const Reference changed = changes_of(document, question);
  apply_changes(changed, options);
  if (changed.head) head = *changed.head;
}

/// Where `text` says, or the nearest that this walk has.
Stop stop_named(const std::string& text, const WalkShape& shape, const Document& document) {
  try {
    return text.empty() ? last_stop(shape) : parse_stop(text, shape, document);
  } catch (const InputError&) {
    return last_stop(shape);
  }
}

/// The row that a question is about: of a cell that was answered the one with the right cell.
int row_asked(const Session& session, const Question& question) {
  const Document& document = *session.document;
  const Given& given = session.answers[static_cast<std::size_t>(session.question)];
  if (question.kind == Kind::cell && given.answered) {
    const int row = right_one(document, question, given).row;
    if (row >= 0) return row;
  }
  const std::string& word = question.word.empty() ? document.state.word : question.word;
  return word.empty() ? session.row : find_word(document.query_words, word);
}

/// Goes to a stop of `word` under the question's options, in one travelling change.
void stand(Session& session, const Question& question, const std::string& stop) {
  const Document& document = *session.document;
  AttentionOptions options = document.options;
  Slice slice = session.slice;
  slice.head = document.state.head;
  apply_with(document, question, options, slice.head);
  const int row = row_asked(session, question);
  const bool same = options == session.options && slice == session.slice;
  constexpr std::size_t kMostBlends = 64;
  if (!same && !session.reduced_motion && session.blends.size() < kMostBlends) {
    Blend blend;
    blend.property = Blend::Property::options;
    blend.from_row = session.row;
    blend.from_moment = {session.playhead.at, ease(session.playhead.progress), {}};
    blend.from_options = session.options;
    blend.from_slice = session.slice;
    session.blends.push_back(std::move(blend));
  }
  session.options = options;
  session.slice = slice;
  session.row = row;
  Trace trace;
  trace_of(document, options, slice, trace);
  const WalkShape shape = walk_shape(session, trace, row);
  session.playhead = rest_at(stop_named(stop, shape, document));
  // The knobs stand where the walk sets them; those that are seen, where the question wants them.
  session.turned.assign(document.knobs.size(), Turned{});
  for (const KnobSetting& s : changes_of(document, question).knobs)
    if (is_seen_here(session, s.knob)) turn_knob(session, s);
}

std::vector<Given> candidates(const Document& document, const Question& question) {
  std::vector<Given> all;
  const int rows = question.kind == Kind::cell ? document.n() : 1;
  const int keys =
      question.kind == Kind::choose ? static_cast<int>(question.holds.size()) : document.m();
  for (int row = 0; row < rows; ++row)
    for (int key = 0; key < keys; ++key) {
      Given given;
      given.row = question.kind == Kind::cell ? row : -1;
      given.key = key;
      all.push_back(given);
    }
  return all;
}

bool is_right_in(const TraceView& view, const Question& question, const Given& given) {
  switch (question.kind) {
    case Kind::number: {
      const double value = value_of(question.answer.left, view);
      const double allowed = std::abs(value) < 1.5 && value != std::round(value) ? 0.00501 : 0.0501;
      return std::abs(static_cast<double>(given.number) - value) <= allowed;
    }
    case Kind::choose:
      return given.key >= 0 && given.key < static_cast<int>(question.holds.size()) &&
             holds(question.holds[static_cast<std::size_t>(given.key)], view);
    default:
      break;
  }
  if (given.key < 0 || given.key >= view.document.m()) return false;
  if (question.kind == Kind::cell && (given.row < 0 || given.row >= view.document.n()))
    return false;
  if (question.answer.compare != 0) return holds(question.answer, view, given.row, given.key);
  const double own = value_of(question.answer.left, view, given.row, given.key);
  for (const Given& other : candidates(view.document, question))
    if (value_of(question.answer.left, view, other.row, other.key) > own + 1e-6) return false;
  return true;
}

}  // namespace

QuestionTrace question_trace(const Document& document, const Question& question) {
  QuestionTrace result;
  result.options = document.options;
  result.head = document.state.head;
  apply_with(document, question, result.options, result.head);
  trace_of(document, result.options, {document.state.layer, document.state.batch, result.head},
           result.trace);
  return result;
}

bool is_right(const Document& document, const Question& question, const Given& given) {
  const QuestionTrace own = question_trace(document, question);
  return is_right_in({document, own.trace, own.head}, question, given);
}

Given right_one(const Document& document, const Question& question, const Given& near) {
  const QuestionTrace own = question_trace(document, question);
  const TraceView view{document, own.trace, own.head};
  Given best;
  int nearest = -1;
  for (const Given& given : candidates(document, question)) {
    if (!is_right_in(view, question, given)) continue;
    const int near_by = (given.row == near.row ? 2 : 0) + (given.key == near.key ? 1 : 0);
    if (near_by <= nearest) continue;
    nearest = near_by;
    best = given;
  }
  return best;
}

std::string right_answer(const Document& document, const Question& question) {
  if (question.kind == Kind::number) {
    const QuestionTrace own = question_trace(document, question);
    return said(question.answer.left, {document, own.trace, own.head});
  }
  const Given given = right_one(document, question, {});
  if (given.key < 0) return {};
  const auto key = static_cast<std::size_t>(given.key);
  if (question.kind == Kind::choose) {
    const auto* const options = in_language(question.options);
    return options == nullptr || key >= options->size() ? std::to_string(key + 1) : (*options)[key];
  }
  if (question.kind == Kind::word) return document.key_words[key];
  return document.query_words[static_cast<std::size_t>(given.row)] + ", " + document.key_words[key];
}

void ask(Session& session, int index) {
  const auto i = static_cast<std::size_t>(index);
  if (session.question < 0) {
    session.before_questions = {session.row,   session.playhead.target, session.options,
                                session.slice, session.reached,         nullptr,
                                nullptr};
    if (session.document->training && session.document->training->on()) {
      session.before_questions->trained = session.document;
      session.document = session.before_questions->own = untrained(*session.document);
    }
  }
  const Question& question = session.document->questions[i];
  session.question = index;
  session.pinned = {};  // a chain would stand over the question
  session.answers.resize(session.document->questions.size());
  // A row that is filled already could give the answer away.
  session.reached.assign(static_cast<std::size_t>(session.document->n()), Stop{});
  stand(session, question, session.answers[i].answered ? question.show : question.at);
  start_clock(session);
}

bool is_open(const Session& session) {
  const auto i = static_cast<std::size_t>(std::max(0, session.question));
  return session.question >= 0 && i < session.answers.size() && !session.answers[i].answered;
}

bool asks_number(const Session& session) {
  return is_open(session) &&
         session.document->questions[static_cast<std::size_t>(session.question)].kind ==
             Question::Kind::number;
}

void answer(Session& session, const action::Answer& given) {
  if (session.question < 0) return;
  const auto i = static_cast<std::size_t>(session.question);
  const Question& question = session.document->questions[i];
  Given& own = session.answers[i];
  if (own.answered || given.kind != question.kind) return;
  if (question.kind == Kind::choose &&
      (given.key < 0 || given.key >= static_cast<int>(question.holds.size())))
    return;
  own = {true, false, false, given.row, given.key, given.number};
  own.right = is_right(*session.document, question, own);
  session.pinned = {};
  session.hall.poll_left = 0;
  stand(session, question, question.show);
}

void tell_answer(Session& session) {
  if (!is_open(session)) return;
  const auto i = static_cast<std::size_t>(session.question);
  session.answers[i] = {};
  session.pinned = {};
  session.answers[i].answered = session.answers[i].told = true;
  session.hall.poll_left = 0;
  stand(session, session.document->questions[i], session.document->questions[i].show);
}

bool is_told(const Session& session) {
  const auto i = static_cast<std::size_t>(std::max(0, session.question));
  return session.question >= 0 && i < session.answers.size() && session.answers[i].told;
}

void ask_again(Session& session) {
  session.answers[static_cast<std::size_t>(session.question)] = {};
  ask(session, session.question);
}

void start_clock(Session& session) {
  session.hall.poll_left = session.layout.present && is_open(session) ? kPollSeconds : 0;
}

void leave_questions(Session& session) {
  if (session.question < 0) return;
  // A word that somebody chose while it was asked is theirs and stays.
  const Question& question =
      session.document->questions[static_cast<std::size_t>(session.question)];
  const bool chosen = session.row != row_asked(session, question);
  session.question = -1;
  session.hall.poll_left = 0;
  if (!session.before_questions) return;
  const Session::BeforeQuestions& before = *session.before_questions;
  if (!chosen) session.row = before.row;
  session.options = before.options;
  session.slice = before.slice;
  if (before.trained && session.document == before.own) session.document = before.trained;
  session.reached = before.reached;
  session.turned.assign(session.document->knobs.size(), Turned{});  // the walk's own again
  session.playhead = rest_at(before.stop);
  session.blends.clear();
  session.before_questions.reset();
}

}  // namespace qkv
