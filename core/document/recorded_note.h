#pragma once
// What is said of a recording: whence it comes, and what a reader should know of the file.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/document/document.h"

namespace qkv {

/// What fills the braces of a text.
using TextValues = std::vector<std::pair<std::string_view, std::string>>;

/// Joins the remarks, and the note in every language. `key` is one of [recorded].
void add_remark(Document& document, std::string_view key, const TextValues& values = {});

/// Begins the note: from the source that provenance_note names so far, or a model; `what` is one of
/// [recorded].
void note_source(Document& document, std::string_view what);

}  // namespace qkv
