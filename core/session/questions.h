#pragma once
// Questions of a lesson as moves of the session: shared by apply() and open_session().

#include "core/session/action.h"

namespace qkv {

/// Stands where the question is asked, with the options it is asked under; where it was answered
/// already, where its answer is seen.
void ask(Session& session, int index);
/// The first answer counts; then the session goes to the place that shows the right one.
void answer(Session& session, const action::Answer& given);
/// The right answer is shown though nobody gave it: to a hall, which has answered by voices.
void tell_answer(Session& session);
/// Is a number asked for that nobody has answered yet? Then what is typed is the answer.
bool asks_number(const Session& session);
/// Was this question's answer told to a hall?
bool is_told(const Session& session);
/// It is open once more: what Back does where Next told it.
void ask_again(Session& session);
/// Half a minute for a hall that is asked; nothing where nobody is, or where it was answered.
void start_clock(Session& session);
/// Back to the walk: word, stop, mask, scale and head as they were before the first question.
void leave_questions(Session& session);

/// A right answer; of several cells the one in the line of `near`, else the first.
Given right_one(const Document& document, const Question& question, const Given& near);

}  // namespace qkv
