#pragma once

#include <string>
#include <string_view>

#include "core/document/document.h"

namespace qkv {

/// Everything of a document that is written on the page: words, title, texts.
std::string texts_of(const Document& document);
std::string words_of(const Document& document);

/// Does it hold Hebrew, Arabic or another script that runs from right to left? Their letters are
/// drawn one by one, from left to right and unjoined.
bool has_right_to_left(std::string_view text);
/// Adds a remark where the words do.
void note_script(Document& document);

}  // namespace qkv
