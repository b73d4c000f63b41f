// Edits of the document: vectors, words, dimensions.

#include <algorithm>

#include "core/document/edit_vectors.h"
#include "core/document/edit_words.h"
#include "core/session/edits.h"
#include "core/session/hand_note.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Words = std::vector<std::string>;

[[noreturn]] void refuse(std::string_view key) { throw InputError(std::string(text(key))); }

/// Numbers that a person has changed are hand-made, wherever the others came from, and say so.
DocumentPtr marked(const DocumentPtr& document, const Document& opened) {
  const MadeByHand made = made_by_hand(*document, opened);
  std::string note = hand_note(*document, opened);
  const Provenance provenance = made.empty() ? opened.provenance : Provenance::hand_made;
  if (note == document->provenance_note && provenance == document->provenance) return document;
  auto copy = std::make_shared<Document>(*document);
  copy->provenance_note = std::move(note);
  copy->provenance = provenance;
  return copy;
}

EditResult with_document(const Session& session, const DocumentPtr& document,
                         AttentionOptions options) {
  return {{marked(document, *session.opened), std::move(options)}, {}};
}
EditResult with_document(const Session& session, const DocumentPtr& document) {
  return with_document(session, document, session.options);
}

EditResult with_numbers(const Session& session, VectorKind kind, const action::VectorEdit& edit) {
  const Document& document = *session.document;
  EditResult result = with_document(
      session, with_vector(document, session.slice.head, kind, edit.row, edit.numbers));
  if (document.projection && kind != VectorKind::embedding)
    result.told = std::string(text("edit.embedding_moves"));
  return result;
}

EditResult with_sentence(const Session& session, const Words& words, const OldPlaces& from) {
  const DocumentPtr document = with_words(*session.document, *session.opened, words, from);
  EditResult result = with_document(session, document, with_rows(session.options, from));
  std::vector<int> made_up;
  const MadeByHand made = made_by_hand(*document, *session.opened);
  for (const int row : made.added)
    if (from[static_cast<std::size_t>(row)] < 0) made_up.push_back(row);
  if (!made_up.empty())
    result.told = filled(text("edit.made_up"), {{"words", listed_words(*document, made_up)}});
  return result;
}

OldPlaces as_they_are(const Document& document) {
  OldPlaces from;
  for (int row = 0; row < document.n(); ++row) from.push_back(row);
  return from;
}

void check_row(const Session& session, int row) {
  check_words_editable(*session.document);
  if (row < 0 || row >= session.document->n()) refuse("edit.no_word");
}

}  // namespace

EditResult edited(const Session& session, const action::SetQuery& edit) {
  return with_numbers(session, VectorKind::query, edit);
}
EditResult edited(const Session& session, const action::SetKey& edit) {
  return with_numbers(session, VectorKind::key, edit);
}
EditResult edited(const Session& session, const action::SetValue& edit) {
  return with_numbers(session, VectorKind::value, edit);
}
EditResult edited(const Session& session, const action::SetEmbedding& edit) {
  return with_numbers(session, VectorKind::embedding, edit);
}

EditResult edited(const Session& session, const action::SetScore& edit) {
  EditResult result =
      with_document(session, with_score(*session.document, session.slice.head, edit.row, edit.key,
                                        edit.score, edit.query));
  if (session.document->projection) result.told = std::string(text("edit.embedding_moves"));
  return result;
}

EditResult edited(const Session& session, const action::InsertWord& edit) {
  check_words_editable(*session.document);
  const int n = session.document->n();
  if (edit.place < 0 || edit.place > n) refuse("edit.no_word");
  Words words = session.document->query_words;
  OldPlaces from = as_they_are(*session.document);
  words.insert(words.begin() + edit.place, one_word(edit.word));
  from.insert(from.begin() + edit.place, -1);
  return with_sentence(session, words, from);
}

EditResult edited(const Session& session, const action::RenameWord& edit) {
  check_row(session, edit.row);
  Words words = session.document->query_words;
  OldPlaces from = as_they_are(*session.document);
  const auto row = static_cast<std::size_t>(edit.row);
  const std::string word = one_word(edit.word);
  if (words[row] == word) return {{session.document, session.options}, {}};
  words[row] = word;
  from[row] = -1;
  return with_sentence(session, words, from);
}

EditResult edited(const Session& session, const action::RemoveWord& edit) {
  check_row(session, edit.row);
  Words words = session.document->query_words;
  OldPlaces from = as_they_are(*session.document);
  words.erase(words.begin() + edit.row);
  from.erase(from.begin() + edit.row);
  return with_sentence(session, words, from);
}

EditResult edited(const Session& session, const action::MoveWord& edit) {
  check_row(session, edit.row);
  check_row(session, edit.place);
  Words words = session.document->query_words;
  OldPlaces from = as_they_are(*session.document);
  const auto move = [&](auto& list) {
    auto moved = std::move(list[static_cast<std::size_t>(edit.row)]);
    list.erase(list.begin() + edit.row);
    list.insert(list.begin() + edit.place, std::move(moved));
  };
  move(words);
  move(from);
  return with_sentence(session, words, from);
}

EditResult edited(const Session& session, const action::SetSentence& edit) {
  check_words_editable(*session.document);
  const Words words = words_in(edit.text);
  const Words& before = session.document->query_words;
  if (words == before) return {{session.document, session.options}, {}};
  OldPlaces from = old_places(before, words);
  // A word in the place of another is another word.
  for (std::size_t i = 0; i < words.size(); ++i)
    if (from[i] >= 0 && before[static_cast<std::size_t>(from[i])] != words[i]) from[i] = -1;
  return with_sentence(session, words, from);
}

EditResult edited(const Session& session, const action::SetDimensions& edit) {
  const Document& document = *session.document;
  const int before = document.queries.columns;
  EditResult result = with_document(session, with_dimensions(document, edit.d));
  if (edit.d != before)
    result.told = filled(text(edit.d > before ? "edit.more_dimensions" : "edit.fewer_dimensions"),
                         {{"d", std::to_string(edit.d)}, {"before", std::to_string(before)}});
  return result;
}

}  // namespace qkv
