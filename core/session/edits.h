#pragma once
// What each edit makes of a session's document and options. Pure; what cannot be done is an
// InputError in the program's own words, which apply() turns into a notice.

#include <concepts>
#include <string>

#include "core/session/action.h"

namespace qkv {

struct EditResult {
  Edited value;
  std::string told;  ///< what is worth knowing of it; empty: nothing
};

EditResult edited(const Session& session, const action::SetMask& edit);
EditResult edited(const Session& session, const action::ToggleCausal& edit);
EditResult edited(const Session& session, const action::SetScale& edit);
EditResult edited(const Session& session, const action::ToggleScale& edit);
EditResult edited(const Session& session, const action::SetTemperature& edit);
EditResult edited(const Session& session, const action::SetSoftcap& edit);
EditResult edited(const Session& session, const action::SetVariant& edit);
EditResult edited(const Session& session, const action::SetQuery& edit);
EditResult edited(const Session& session, const action::SetKey& edit);
EditResult edited(const Session& session, const action::SetValue& edit);
EditResult edited(const Session& session, const action::SetEmbedding& edit);
EditResult edited(const Session& session, const action::SetScore& edit);
EditResult edited(const Session& session, const action::HideCell& edit);
EditResult edited(const Session& session, const action::ShowCell& edit);
EditResult edited(const Session& session, const action::InsertWord& edit);
EditResult edited(const Session& session, const action::RenameWord& edit);
EditResult edited(const Session& session, const action::RemoveWord& edit);
EditResult edited(const Session& session, const action::MoveWord& edit);
EditResult edited(const Session& session, const action::SetSentence& edit);
EditResult edited(const Session& session, const action::SetDimensions& edit);

template <class A>
concept EditAction = requires(const Session& session, const A& edit) {
  { edited(session, edit) } -> std::same_as<EditResult>;
};

}  // namespace qkv
