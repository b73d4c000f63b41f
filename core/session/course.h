#pragma once
// The course: what was seen and answered of each lesson, and where one goes on.

#include <string>

#include "core/session/session.h"

namespace qkv {

/// Writes down what was seen and answered, and where the walk rests or is about to.
void note_opened(Session& session);
void note_progress(Session& session, const Trace& trace);

/// Walked to its end with every question answered, and not begun anew since.
bool is_finished(const LessonProgress& lesson, int questions);
/// Where one goes on: the lesson that was open last until it is finished, then the next that is
/// not; the first of the course where none was open yet. Empty: all are finished.
std::string lesson_to_go_on_in(const Session& session);

/// What is known from earlier runs joins what this one has seen so far.
void remember(Session& session, const Progress& progress, const std::string& last_lesson);
/// Goes on where the open lesson was left. Stays at its start where it was finished, by answers or
/// by a lecture that told them, or where it has changed so that the place is gone.
void go_where_left(Session& session);
/// Another document in the place of an open one; a lesson goes on where it was left.
Session open_where_left(const Session& old, DocumentPtr document);
/// What Next at the end of the one before opens: in Present the lesson's start, always.
Session open_next(const Session& old, DocumentPtr document);
/// Where Next at the end would leave it: at its last question, which in Present is answered, as
/// all before it are.
Session open_at_its_end(const Session& old, DocumentPtr document);

}  // namespace qkv
