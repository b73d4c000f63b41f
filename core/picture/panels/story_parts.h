#pragma once
// The parts of the story, each from the same view of the chosen row.

#include "core/picture/panels/row_view.h"

namespace qkv {

/// Title and paragraph of this stop: the lesson's own where it has them, else the program's.
void tell_story(StoryPicture& story, const RowView& view);
/// What the lesson has for whoever presents this stop; empty: nothing.
std::vector<Line> speaker_notes(const RowView& view);
/// Attention(Q, K, V) with the part that is acting lit.
Line formula_line(const RowView& view);
/// The one that the lesson gives this stop; empty: none.
Line own_formula(const RowView& view);
/// The arithmetic of the moment with its real numbers.
std::vector<Line> arithmetic(const RowView& view);
/// word | key | q·k | ÷√d | weight, in Mix word | value | weight | w·v, in Project x | q | k | v.
void list_keys(StoryPicture& story, const RowView& view);
/// Σ = 1.000, what is special about this row, where the numbers come from.
std::vector<Line> story_notes(const RowView& view);

/// The values that a text may name: {word}, {key}, {score}, {weight}, {best}, {z}, ...
std::vector<std::pair<std::string_view, std::string>> story_values(const RowView& view);
/// A lesson's text with every {name} filled in: from the moment, or read from the trace.
std::string in_words(const RowView& view, std::string_view pattern);
std::vector<Line> paragraphs(std::string_view text);
/// The question that is asked, in the place of the walk's text; false where none is.
bool tell_question(StoryPicture& story, const RowView& view);
/// A run of Train: how far it is, its curve and its buttons, where this moment has one.
TrainingPicture training_of(const RowView& view);
/// The added mask and the scaled score together, of a key that is not hidden.
float biased_score(const RowView& view, int key);
/// Is the story the hall's: title, formula and one line?
bool is_band(const Session& session);
/// Did W_Q, W_K and W_V come in one stride?
bool projects_at_once(const RowView& view);
/// The key that a stop without a key of its own takes as its example; -1: none.
int example_key(const RowView& view);

inline Span plain(std::string text) { return {std::move(text), Role::plain, false, false, 0, {}}; }
inline Span mono(std::string text, Role role = Role::plain, bool bold = false, Quantity q = {}) {
  return {std::move(text), role, bold, true, 0, q};
}

}  // namespace qkv
