#include "core/session/hand_note.h"

#include <algorithm>

#include "core/document/edit_words.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kMore = " \u2026";

/// What stands on both sides of the {field} of a pattern.
struct Pattern {
  std::string_view before, after;
  Pattern(std::string_view pattern, std::string_view field)
      : before(pattern.substr(0, pattern.find(field))),
        after(pattern.substr(pattern.find(field) + field.size())) {}
};

/// Takes `text` from the front of `rest`.
bool take(std::string_view& rest, std::string_view text) {
  if (rest.substr(0, text.size()) != text) return false;
  rest.remove_prefix(text.size());
  return true;
}

struct Told {
  Words words;
  bool more = false;  ///< than it names
};

/// Takes the sentence `key` out of a note, in whichever language it was written.
void take_sentence(std::string& note, std::string_view key, Told& told) {
  for (const std::string& language : languages()) {
    const Pattern sentence(text_in(language, key), "{words}");
    const Pattern quotes(text_in(language, "quoted"), "{word}");
    for (std::size_t at = note.find(sentence.before); at != note.npos;
         at = note.find(sentence.before, at)) {
      std::string_view rest = std::string_view(note).substr(at + sentence.before.size());
      Told here;
      do {
        const std::size_t end = rest.find(quotes.after, quotes.before.size());
        if (!take(rest, quotes.before) || end == rest.npos) break;
        here.words.emplace_back(rest.substr(0, end - quotes.before.size()));
        rest.remove_prefix(end - quotes.before.size() + quotes.after.size());
      } while (take(rest, ", "));
      here.more = take(rest, kMore);
      if (here.words.empty() || !take(rest, sentence.after)) {  // a person's own words
        at += sentence.before.size();
        continue;
      }
      told.words.insert(told.words.end(), here.words.begin(), here.words.end());
      told.more |= here.more;
      const std::size_t start = at > 0 && note[at - 1] == ' ' ? at - 1 : at;
      if (start == 0) take(rest, " ");
      note.erase(start, note.size() - rest.size() - start);
      at = start;
    }
  }
}

/// The rows of words that were told of, then `rows`, each once.
std::vector<int> with_told(const Document& document, const Words& told, std::vector<int> rows) {
  const Words& words = document.query_words;
  std::vector<int> all;
  for (const std::string& word : told) {
    const auto found = std::find(words.begin(), words.end(), word);
    const int row = static_cast<int>(found - words.begin());
    if (found != words.end() && std::count(all.begin(), all.end(), row) == 0) all.push_back(row);
  }
  for (const int row : rows)
    if (std::count(all.begin(), all.end(), row) == 0) all.push_back(row);
  return all;
}

}  // namespace

std::string listed_words(const Document& document, const std::vector<int>& rows) {
  constexpr std::size_t kMost = 4;
  std::string list;
  for (std::size_t i = 0; i < std::min(rows.size(), kMost); ++i)
    list +=
        (i > 0 ? ", " : "") + in_quotes(document.query_words[static_cast<std::size_t>(rows[i])]);
  if (rows.size() > kMost) list += kMore;
  return list;
}

std::string hand_note(const Document& document, const Document& opened) {
  const MadeByHand made = made_by_hand(document, opened);
  std::string note = opened.provenance_note;
  if (made.empty()) return note;
  Told changed, added;
  take_sentence(note, "edit.note_changed", changed);
  take_sentence(note, "edit.note_new", added);
  const std::vector<int> new_rows = with_told(document, added.words, made.added);
  std::vector<int> changed_rows = with_told(document, changed.words, made.changed);
  // What was made up is a person's own anyway.
  std::erase_if(changed_rows,
                [&](int row) { return std::count(new_rows.begin(), new_rows.end(), row) > 0; });
  const auto add = [&](std::string_view key, const std::vector<int>& rows, bool more) {
    if (rows.empty()) return;
    std::string words = listed_words(document, rows);
    if (more && !words.ends_with(kMore)) words += kMore;
    note += (note.empty() ? "" : " ") + filled(text(key), {{"words", words}});
  };
  add("edit.note_changed", changed_rows, changed.more);
  add("edit.note_new", new_rows, added.more);
  return note;
}

}  // namespace qkv
