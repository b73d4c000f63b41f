#pragma once
// What a parser of an action needs: the arguments after the action's name, and where it is read.

#include <string>
#include <string_view>
#include <vector>

#include "core/session/action.h"

namespace qkv {

using Names = std::vector<std::string_view>;

struct ActionReader {
  std::string_view name, arguments;
  const Session& session;
  const Trace& trace;

  /// Throws InputError with the action's text and `why`.
  [[noreturn]] void refuse(const std::string& why) const;
  /// The arguments one by one; `usage` is told where there are fewer or more than that.
  std::vector<std::string_view> pieces() const;
  std::vector<std::string_view> pieces(std::size_t count, const char* usage) const;
  float number(std::string_view text) const;
  int whole(std::string_view text) const;
  /// The place of the one argument in `names`.
  int one_of(const Names& names) const;
};

// Edits of vectors, words and cells in words, and back: the arguments only.

Action parse_query(const ActionReader& reader);
Action parse_key(const ActionReader& reader);
Action parse_value(const ActionReader& reader);
Action parse_embedding(const ActionReader& reader);
Action parse_floor(const ActionReader& reader);
Action parse_cell(const ActionReader& reader);
Action parse_hide(const ActionReader& reader);
Action parse_show(const ActionReader& reader);
Action parse_insert(const ActionReader& reader);
Action parse_rename(const ActionReader& reader);
Action parse_remove(const ActionReader& reader);
Action parse_move(const ActionReader& reader);
Action parse_sentence(const ActionReader& reader);

Action parse_cover(const ActionReader& reader);
Action parse_fill(const ActionReader& reader);
Action parse_draw(const ActionReader& reader);
std::string edit_arguments(const action::CoverWith& cover, const Session& session);
std::string edit_arguments(const action::Fill& fill, const Session& session);
std::string edit_arguments(const action::Draw& stroke, const Session& session);
std::string edit_arguments(const action::Count& count, const Session& session);
std::string edit_arguments(const action::Strip& strip, const Session& session);

Action parse_pin(const ActionReader& reader);
Action parse_predict(const ActionReader& reader);
Action parse_guess(const ActionReader& reader);
std::string predict_arguments(const action::Predict& predict, const Session& session);
std::string pin_arguments(const Quantity& quantity, const Session& session);

std::string edit_arguments(const action::LayFloor& laid, const Session& session);
std::string edit_arguments(const action::SetQuery& edit, const Session& session);
std::string edit_arguments(const action::SetKey& edit, const Session& session);
std::string edit_arguments(const action::SetValue& edit, const Session& session);
std::string edit_arguments(const action::SetEmbedding& edit, const Session& session);
std::string edit_arguments(const action::SetScore& edit, const Session& session);
std::string edit_arguments(const action::HideCell& edit, const Session& session);
std::string edit_arguments(const action::ShowCell& edit, const Session& session);
std::string edit_arguments(const action::InsertWord& edit, const Session& session);
std::string edit_arguments(const action::RenameWord& edit, const Session& session);
std::string edit_arguments(const action::RemoveWord& edit, const Session& session);
std::string edit_arguments(const action::MoveWord& edit, const Session& session);
std::string edit_arguments(const action::SetSentence& edit, const Session& session);
std::string edit_arguments(const action::SetDimensions& edit, const Session& session);

}  // namespace qkv
