#pragma once
// Fields in which words and numbers are typed, and the list of what was edited.

#include "app/views/view_state.h"

namespace qkv {

/// A double click: opens the field of the word, vector or score under the mouse. False where there
/// is none that can be edited. What the first of the two clicks took hold of is let go.
bool open_editor(const Session& session, const Page& page, ViewState& view, Intents& intents);

/// The same of the chip under the mouse alone: what a right click means there.
bool open_word(const Session& session, const Page& page, ViewState& view, Intents& intents);

/// Contents of the popups. `unit`: pixels of a design pixel.
void add_word_field(const Session& session, float unit, ViewState& view, Intents& intents);
void word_field(const Session& session, float unit, ViewState& view, Intents& intents);
void numbers_field(const Session& session, float unit, ViewState& view, Intents& intents);
void guess_field(const Session& session, float unit, ViewState& view, Intents& intents);
void answer_field(const Session& session, float unit, ViewState& view, Intents& intents);
void history_menu(const Session& session, float unit, Intents& intents);
void dimensions_menu(const Session& session, Intents& intents);

}  // namespace qkv
