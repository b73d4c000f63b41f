#pragma once
// How a token of a real model is shown to a reader. The raw token stays in the document: searching
// and choosing a word go by that.

#include <string>
#include <string_view>

namespace qkv {

/// "Ġcat", "▁cat" and " cat" are "cat"; "##ing" is "·ing"; a line break is "↵", a bare space "␣";
/// bytes that GPT-2's tokenizer wrote as letters ("âĢĻ") are read back where they are UTF-8 text.
std::string token_text(std::string_view raw);

}  // namespace qkv
