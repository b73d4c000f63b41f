#include "app/views/editors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/views/drag.h"
#include "app/views/paragraph.h"
#include "app/views/typed_numbers.h"
#include "core/document/edit_vectors.h"
#include "core/document/edit_words.h"
#include "core/document/one_score.h"
#include "core/session/edit_name.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

using Kind = Quantity::Kind;

std::string label(std::string_view key) { return std::string(text(key)); }

VectorKind vector_kind(Kind kind) {
  return kind == Kind::query ? VectorKind::query
         : kind == Kind::key ? VectorKind::key
                             : VectorKind::value;
}
bool is_vector(Kind kind) {
  return kind == Kind::query || kind == Kind::key || kind == Kind::value;
}
bool is_score(const Quantity& q) {
  return q.row >= 0 && q.column >= 0 &&
         (q.kind == Kind::score || q.kind == Kind::scaled || q.kind == Kind::weight);
}

std::span<const float> vector_at(const Session& session, const Quantity& about) {
  return vector_of(*session.document, session.slice.head, vector_kind(about.kind),
                   about.kind == Kind::query ? about.row : about.column);
}

std::string numbers_text(const Session& session, const Quantity& about) {
  if (is_score(about))
    return shortest(static_cast<float>(
        one_score(*session.document, session.slice.head, about.row, about.column)));
  std::string typed;
  for (const float number : vector_at(session, about))
    typed += (typed.empty() ? "" : " ") + shortest(number);
  return typed;
}

/// The field has the keyboard now. What opened it is not selected, or the next letter would replace
/// it; a field that was open before selects nothing by itself, but its cursor stands anywhere.
int keep_begun(ImGuiInputTextCallbackData* data) {
  data->CursorPos = data->BufTextLen;
  data->ClearSelection();
  static_cast<Popup*>(data->UserData)->begun = false;
  return 0;
}

/// What is typed before the field has the keyboard is typed into it.
void take_early(Popup& popup) {
  ImVector<ImWchar>& queue = ImGui::GetIO().InputQueueCharacters;
  for (const ImWchar code : queue)
    if (code >= ' ') append_utf8(popup.path, code);
  queue.resize(0);
}

std::string word_name(const Session& session, bool of_keys, int i) {
  const auto& words = of_keys ? session.document->key_words : session.document->query_words;
  const auto at = static_cast<std::size_t>(i);
  return at < words.size() ? words[at] : std::string();
}

/// What is typed there, as the field's title says it.
std::string title_of(const Session& session, const Quantity& about) {
  if (is_score(about))
    return filled(text("editor.score"), {{"word", word_name(session, false, about.row)},
                                         {"key", word_name(session, true, about.column)}});
  const bool query = about.kind == Kind::query;
  return filled(text(query                     ? "editor.query"
                     : about.kind == Kind::key ? "editor.key"
                                               : "editor.value"),
                {{"word", word_name(session, !query, query ? about.row : about.column)}});
}

bool open(ViewState& view, const char* name, const Rect& anchor, const Quantity& about,
          std::string typed) {
  view.popup = {name, anchor, true, std::move(typed), about, {}};
  view.grip = Grip::none;
  return true;
}

/// A line of text to be typed; true when it was confirmed. What is refused can be typed anew.
bool field(ViewState& view, float width, const std::string& hint = {}) {
  const bool again = std::exchange(view.popup.typed_again, false);
  if (ImGui::IsWindowAppearing() || again) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const bool begun = view.popup.begun;
  if (begun) take_early(view.popup);
  const bool entered = ImGui::InputTextWithHint(
      "##typed", hint.c_str(), &view.popup.path,
      ImGuiInputTextFlags_EnterReturnsTrue |
          (begun ? ImGuiInputTextFlags_CallbackAlways : ImGuiInputTextFlags_AutoSelectAll),
      begun ? keep_begun : nullptr, &view.popup);
  view.popup.typed_again = entered;
  return entered;
}

void say_fault(const ViewState& view, float unit) { paragraph(view.popup.fault, 340 * unit); }

bool button(std::string_view key) {
  ImGui::SameLine();
  return ImGui::Button(label(key).c_str());
}

}  // namespace

bool open_word(const Session& session, const Page& page, ViewState& view, Intents& intents) {
  const Hit* hit = hit_at(page, view.mouse);
  if (hit == nullptr || hit->quantity.kind != Kind::word || session.question >= 0) return false;
  let_go(view, false, intents);
  return open(view, "word", hit->rect, hit->quantity, word_name(session, false, hit->quantity.row));
}

bool open_editor(const Session& session, const Page& page, ViewState& view, Intents& intents) {
  if (session.question >= 0) return false;
  const Rect here{view.mouse.x, view.mouse.y, 1, 1};
  if (open_word(session, page, view, intents)) return true;
  if (!is_editable(*session.document)) return false;
  Quantity about = view.pressed_on;
  if (const Handle* handle = handle_at(page, view.mouse)) about = handle->quantity;
  if (is_secret(session, about)) return false;
  if (!is_score(about) && !(is_vector(about.kind) && !vector_at(session, about).empty()))
    return false;
  let_go(view, false, intents);
  return open(view, "numbers", here, about, numbers_text(session, about));
}

void add_word_field(const Session& session, float unit, ViewState& view, Intents& intents) {
  ImGui::TextUnformatted(label("editor.add").c_str());
  const bool entered = field(view, 340 * unit, label("editor.add_hint"));
  const bool add = button("editor.add_ok") || entered;
  const bool anew = button("editor.sentence_ok");
  say_fault(view, unit);
  if (!add && !anew) return;
  try {
    const std::vector<std::string> words = words_in(view.popup.path);
    if (anew) {
      intents.actions.push_back(action::SetSentence{view.popup.path});
    } else {
      intents.actions.push_back(action::Grab{});
      int place = session.document->n();
      for (const std::string& word : words)
        intents.actions.push_back(action::InsertWord{place++, word});
      intents.actions.push_back(action::Release{});
    }
    ImGui::CloseCurrentPopup();
  } catch (const InputError& error) {
    view.popup.fault = error.what();
  }
}

void word_field(const Session& session, float unit, ViewState& view, Intents& intents) {
  const int row = view.popup.about.row, n = session.document->n();
  ImGui::TextUnformatted(label("editor.word").c_str());
  const bool entered = field(view, 200 * unit);
  const bool ok = button("window.ok") || entered;
  const bool remove = n > 1 && button("editor.remove");
  say_fault(view, unit);
  if (remove) {
    intents.actions.push_back(action::RemoveWord{row});
    ImGui::CloseCurrentPopup();
  } else if (ok) {
    try {
      intents.actions.push_back(action::RenameWord{row, one_word(view.popup.path)});
      ImGui::CloseCurrentPopup();
    } catch (const InputError& error) {
      view.popup.fault = error.what();
    }
  }
}

void numbers_field(const Session& session, float unit, ViewState& view, Intents& intents) {
  const Quantity& about = view.popup.about;
  ImGui::TextUnformatted(title_of(session, about).c_str());
  const bool entered = field(view, 220 * unit);
  const bool ok = button(is_score(about) ? "editor.move_key" : "window.ok") || entered;
  const bool query = is_score(about) && button("editor.move_query");
  say_fault(view, unit);
  if (!ok && !query) return;
  const std::size_t wanted = is_score(about) ? 1 : vector_at(session, about).size();
  std::vector<float> numbers;
  if (!read_numbers(view.popup.path, wanted, numbers, view.popup.fault)) return;
  if (is_score(about)) {
    intents.actions.push_back(action::SetScore{about.row, about.column, numbers[0], query});
  } else {
    const action::VectorEdit edit{about.kind == Kind::query ? about.row : about.column, numbers};
    intents.actions.push_back(about.kind == Kind::query ? Action{action::SetQuery{edit}}
                              : about.kind == Kind::key ? Action{action::SetKey{edit}}
                                                        : Action{action::SetValue{edit}});
  }
  ImGui::CloseCurrentPopup();
}

void guess_field(const Session& session, float unit, ViewState& view, Intents& intents) {
  const int key = view.popup.about.column;
  const auto i = static_cast<std::size_t>(key);
  if (!session.prediction || key < 0 || i >= session.prediction->guess.size())
    return ImGui::CloseCurrentPopup();
  ImGui::TextUnformatted(
      filled(text("predict.field"), {{"key", word_name(session, true, key)}}).c_str());
  if (ImGui::IsWindowAppearing() && view.popup.path.empty())
    view.popup.path = shortest(session.prediction->guess[i]);
  const bool entered = field(view, 160 * unit);
  if (button("window.ok") || entered) {
    std::vector<float> numbers;
    if (read_numbers(view.popup.path, 1, numbers, view.popup.fault)) {
      intents.actions.push_back(action::Guess{key, numbers.front()});
      view.guessed = key;
      ImGui::CloseCurrentPopup();
    }
  }
  say_fault(view, unit);
}

void answer_field(const Session&, float unit, ViewState& view, Intents& intents) {
  ImGui::TextUnformatted(label("question.type").c_str());
  const bool entered = field(view, 160 * unit);
  if (button("window.ok") || entered) {
    std::vector<float> numbers;
    if (read_numbers(view.popup.path, 1, numbers, view.popup.fault)) {
      intents.actions.push_back(action::Answer{Question::Kind::number, -1, -1, numbers.front()});
      ImGui::CloseCurrentPopup();
    }
  }
  say_fault(view, unit);
}

void history_menu(const Session& session, float unit, Intents& intents) {
  const std::vector<Edit>&done = session.history.done, &undone = session.history.undone;
  ImGui::TextUnformatted(label("editor.history").c_str());
  const auto lines = static_cast<float>(std::min<std::size_t>(14, done.size() + undone.size() + 1));
  ImGui::BeginChild("history", {380 * unit, lines * ImGui::GetTextLineHeightWithSpacing()});
  int steps = 0;  // how often to undo, or less than 0 to redo
  // A key may undo and redo while the list stands there.
  int& last = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("last"), -1);
  const auto now = static_cast<int>(done.size());
  const bool moved = std::exchange(last, now) != now;
  const auto line = [&](const std::string& name, int id, bool here, int way) {
    ImGui::PushID(id);
    if (ImGui::Selectable(name.c_str(), here)) steps = way;
    if (here && (moved || ImGui::IsWindowAppearing())) ImGui::SetScrollHereY();
    ImGui::PopID();
  };
  line(label("editor.as_opened"), 0, done.empty(), static_cast<int>(done.size()));
  for (std::size_t i = 0; i < done.size(); ++i)
    line(edit_in_words(done[i]), static_cast<int>(i) + 1, i + 1 == done.size(),
         static_cast<int>(done.size() - 1 - i));
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  for (std::size_t i = 0; i < undone.size(); ++i)
    line(edit_in_words(undone[undone.size() - 1 - i]), static_cast<int>(done.size() + i) + 1, false,
         -static_cast<int>(i) - 1);
  ImGui::PopStyleColor();
  ImGui::EndChild();
  for (; steps > 0; --steps) intents.actions.push_back(action::Undo{});
  for (; steps < 0; ++steps) intents.actions.push_back(action::Redo{});
}

void dimensions_menu(const Session& session, Intents& intents) {
  for (int d = 1; d <= kMostDimensions; ++d)
    if (ImGui::MenuItem(std::to_string(d).c_str(), nullptr, d == session.document->queries.columns))
      intents.actions.push_back(action::SetDimensions{d});
}

}  // namespace qkv
