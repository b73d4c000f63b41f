#pragma once
// The line that says where numbers come from, once some of them are a person's own.

#include <string>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// These words in quotes, the first few of them.
std::string listed_words(const Document& document, const std::vector<int>& rows);

/// The note of `opened` with one sentence for all words that were changed and one for all that were
/// added: those that it names already, from before it was saved, and those of `document`.
std::string hand_note(const Document& document, const Document& opened);

}  // namespace qkv
