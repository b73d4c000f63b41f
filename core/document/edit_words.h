#pragma once
// A document with another sentence. As in edit_vectors.h, the old one stays, and what cannot be
// done is an InputError in words.

#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

inline constexpr int kMostWords = 64;    ///< that a sentence can grow to by edits
inline constexpr int kLongestWord = 40;  ///< characters

/// The words of a text, split at white space. Throws for control characters, broken UTF-8, a word
/// that is too long, too many words or none at all.
std::vector<std::string> words_in(std::string_view text);
/// The same text as one word: white space around it goes, inside it becomes single spaces.
std::string one_word(std::string_view text);

/// Old rows of a sentence's words: from[i] is the old place of word i, −1 where it is new.
using OldPlaces = std::vector<int>;
/// Which words of `after` are those of `before`: what begins and ends alike, then the same word at
/// the same occurrence; where as many are left on both sides, in their order (a renamed word).
OldPlaces old_places(const std::vector<std::string>& before, const std::vector<std::string>& after);

/// Throws where the sentence is not ours to change: two sentences, recorded, ...
void check_words_editable(const Document& document);

/// The sentence becomes `words`. A word that stood there keeps its vectors; else one that
/// `document`, then one that `known` (the document as it was opened) has is copied; else it gets
/// vectors made up from its letters, the same every time. Mask cells follow their words, a question
/// about a word that is gone goes.
DocumentPtr with_words(const Document& document, const Document& known,
                       const std::vector<std::string>& words, const OldPlaces& from);

/// The cells of a mask follow their words; a new word sees all and is seen by all.
AttentionOptions with_rows(const AttentionOptions& options, const OldPlaces& from);

/// Words of `document` whose vectors are neither the file's own nor copied from it: changed by hand
/// or new. For the note that says where the numbers come from.
struct MadeByHand {
  std::vector<int> changed, added;
  bool empty() const { return changed.empty() && added.empty(); }
};
MadeByHand made_by_hand(const Document& document, const Document& known);

}  // namespace qkv
