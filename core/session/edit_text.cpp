// Edits of vectors, words and cells in words and back.

#include <algorithm>
#include <span>

#include "core/document/edit_vectors.h"
#include "core/session/action_names.h"
#include "core/session/action_reader.h"
#include "core/session/words.h"
#include "core/text/format_number.h"

namespace qkv {
namespace {

int query_at(const ActionReader& reader, std::string_view word) {
  return word_argument(reader.session.document->query_words, word);
}
int key_at(const ActionReader& reader, std::string_view word) {
  return word_argument(reader.session.document->key_words, word);
}
const std::string query_name(const Session& session, int row) {
  return word_text(session.document->query_words, row);
}
const std::string key_name(const Session& session, int key) {
  return word_text(session.document->key_words, key);
}

/// Of a word and the numbers of one of its vectors.
template <class Edit>
Edit vector_in(const ActionReader& reader, VectorKind kind,
               std::span<const std::string_view> pieces) {
  const Document& document = *reader.session.document;
  const auto wanted = vector_of(document, reader.session.slice.head, kind, 0).size();
  if (pieces.empty() || (wanted > 0 && pieces.size() != wanted + 1))
    reader.refuse("name a word and its " + std::to_string(wanted) + " numbers, as in \"" +
                  std::string(reader.name) +
                  (std::is_same_v<Edit, action::LayFloor> ? " key" : "") + " its 2 0.5\"");
  const bool of_keys = kind == VectorKind::key || kind == VectorKind::value;
  Edit edit;
  edit.row = of_keys ? key_at(reader, pieces[0]) : query_at(reader, pieces[0]);
  for (std::size_t i = 1; i < pieces.size(); ++i) edit.numbers.push_back(reader.number(pieces[i]));
  return edit;
}

template <class Edit>
Action parse_vector(const ActionReader& reader, VectorKind kind) {
  return vector_in<Edit>(reader, kind, reader.pieces());
}

template <class Cell>
Action parse_mask_cell(const ActionReader& reader) {
  const auto pieces = reader.pieces(2, "QUERY KEY, as in \"hide its fish\"");
  return Cell{{query_at(reader, pieces[0])}, {key_at(reader, pieces[1])}};
}

std::string vector_text(const std::vector<float>& numbers, const std::string& word) {
  std::string text = word;
  for (const float number : numbers) text += " " + shortest(number);
  return text;
}

/// Text as it stands in an action, always quoted: it may hold what separates actions.
std::string free_text(std::string_view arguments) {
  return arguments.starts_with('"') ? unquoted(arguments) : std::string(arguments);
}

}  // namespace

Action parse_query(const ActionReader& r) {
  return parse_vector<action::SetQuery>(r, VectorKind::query);
}
Action parse_key(const ActionReader& r) { return parse_vector<action::SetKey>(r, VectorKind::key); }
Action parse_value(const ActionReader& r) {
  return parse_vector<action::SetValue>(r, VectorKind::value);
}
Action parse_embedding(const ActionReader& r) {
  return parse_vector<action::SetEmbedding>(r, VectorKind::embedding);
}

Action parse_floor(const ActionReader& reader) {
  const auto pieces = reader.pieces();
  const auto named = std::ranges::find(kVectorKinds, pieces.empty() ? "" : pieces.front());
  if (named == kVectorKinds.end()) reader.refuse("name a vector, as in \"floor key cat 3 0\"");
  const auto kind = static_cast<VectorKind>(named - kVectorKinds.begin());
  auto laid = vector_in<action::LayFloor>(reader, kind, std::span(pieces).subspan(1));
  laid.kind = kind;
  return laid;
}

Action parse_cell(const ActionReader& reader) {
  const auto pieces = reader.pieces();
  const bool named = pieces.size() == 4 && (pieces[3] == "key" || pieces[3] == "query");
  if (pieces.size() != 3 && !named)
    reader.refuse("name a query, a key, their score and what moves, as in \"cell its fish 3 key\"");
  return action::SetScore{query_at(reader, pieces[0]), key_at(reader, pieces[1]),
                          reader.number(pieces[2]), named && pieces[3] == "query"};
}
Action parse_hide(const ActionReader& reader) { return parse_mask_cell<action::HideCell>(reader); }
Action parse_show(const ActionReader& reader) { return parse_mask_cell<action::ShowCell>(reader); }

Action parse_insert(const ActionReader& reader) {
  const auto pieces = reader.pieces(2, "PLACE WORD, as in \"insert 2 dog\"; the first place is 0");
  const int place = reader.whole(pieces[0]);
  const int n = reader.session.document->n();
  if (place < 0 || place > n) reader.refuse("a place goes from 0 to " + std::to_string(n));
  return action::InsertWord{place, free_text(pieces[1])};
}
Action parse_rename(const ActionReader& reader) {
  const auto pieces = reader.pieces(2, "WORD NEW, as in \"rename cat dog\"");
  return action::RenameWord{query_at(reader, pieces[0]), free_text(pieces[1])};
}
Action parse_remove(const ActionReader& reader) {
  if (reader.arguments.empty()) reader.refuse("name a word, as in \"remove its\"");
  return action::RemoveWord{query_at(reader, reader.arguments)};
}
Action parse_move(const ActionReader& reader) {
  const auto pieces = reader.pieces(2, "WORD PLACE, as in \"move its 0\"");
  const int place = reader.whole(pieces[1]);
  const int n = reader.session.document->n();
  if (place < 0 || place >= n) reader.refuse("a place goes from 0 to " + std::to_string(n - 1));
  return action::MoveWord{query_at(reader, pieces[0]), place};
}
Action parse_sentence(const ActionReader& reader) {
  if (reader.arguments.empty()) reader.refuse("write its words, as in \"sentence the cat slept\"");
  return action::SetSentence{free_text(reader.arguments)};
}

std::string edit_arguments(const action::LayFloor& laid, const Session& session) {
  const bool of_keys = laid.kind == VectorKind::key || laid.kind == VectorKind::value;
  return std::string(kVectorKinds[static_cast<std::size_t>(laid.kind)]) + " " +
         vector_text(laid.numbers,
                     of_keys ? key_name(session, laid.row) : query_name(session, laid.row));
}
std::string edit_arguments(const action::SetQuery& edit, const Session& session) {
  return vector_text(edit.numbers, query_name(session, edit.row));
}
std::string edit_arguments(const action::SetKey& edit, const Session& session) {
  return vector_text(edit.numbers, key_name(session, edit.row));
}
std::string edit_arguments(const action::SetValue& edit, const Session& session) {
  return vector_text(edit.numbers, key_name(session, edit.row));
}
std::string edit_arguments(const action::SetEmbedding& edit, const Session& session) {
  return vector_text(edit.numbers, query_name(session, edit.row));
}
std::string edit_arguments(const action::SetScore& edit, const Session& session) {
  return query_name(session, edit.row) + " " + key_name(session, edit.key) + " " +
         shortest(edit.score) + (edit.query ? " query" : " key");
}
std::string edit_arguments(const action::HideCell& edit, const Session& session) {
  return query_name(session, edit.row) + " " + key_name(session, edit.key);
}
std::string edit_arguments(const action::ShowCell& edit, const Session& session) {
  return query_name(session, edit.row) + " " + key_name(session, edit.key);
}
std::string edit_arguments(const action::InsertWord& edit, const Session&) {
  return std::to_string(edit.place) + " " + quoted(edit.word);
}
std::string edit_arguments(const action::RenameWord& edit, const Session& session) {
  return query_name(session, edit.row) + " " + quoted(edit.word);
}
std::string edit_arguments(const action::RemoveWord& edit, const Session& session) {
  return query_name(session, edit.row);
}
std::string edit_arguments(const action::MoveWord& edit, const Session& session) {
  return query_name(session, edit.row) + " " + std::to_string(edit.place);
}
std::string edit_arguments(const action::SetSentence& edit, const Session&) {
  return quoted(edit.text);
}
std::string edit_arguments(const action::SetDimensions& edit, const Session&) {
  return std::to_string(edit.d);
}

}  // namespace qkv
