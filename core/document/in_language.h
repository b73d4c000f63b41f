#pragma once
// What a document says, in the language that the program speaks; English where it has no other.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// The text of language() among `texts`, else the English one; null: there is neither, or it is
/// empty. `kind` is "@sentence", "@trained", "@line", "@formula" or "@name" for what a step says
/// instead.
const std::string* in_language(const std::map<std::string, std::string>& texts,
                               std::string_view kind = "");
/// The same for lists.
const std::vector<std::string>* in_language(
    const std::map<std::string, std::vector<std::string>>& lists);

const std::string& title_of(const Document& document);
/// Where the numbers come from, one line. What was added to the file's own note stays beside it.
std::string note_of(const Document& document);
const std::vector<std::string>& head_names_of(const Document& document);
/// provenance_text() for a reader.
std::string_view provenance_name(Provenance provenance);

}  // namespace qkv
