#pragma once
// How a word of the sentence is written in a line of text: in --word, in actions, in stops.

#include <string>
#include <string_view>
#include <vector>

namespace qkv {

/// find_word (action.h) on text as it stands in an action: plain, quoted ("the, end" with \" and
/// \\), or [3], an index that no word can be mistaken for. Throws InputError.
int word_argument(const std::vector<std::string>& words, std::string_view text);
/// The shortest text that word_argument reads as `index`. Quoted where it is one of `reserved`.
std::string word_text(const std::vector<std::string>& words, int index,
                      const std::vector<std::string_view>& reserved = {});

/// "mask" is not quoted, "\"a b\"" is; the inverse of each other.
std::string quoted(std::string_view text);
std::string unquoted(std::string_view text);  // InputError where the closing quote is missing

std::string_view trimmed(std::string_view text);
/// Cuts at `separator` outside of quotes; pieces are trimmed, empty ones kept.
std::vector<std::string_view> split_outside_quotes(std::string_view text, char separator);
/// "a, b, c".
std::string joined(const std::vector<std::string>& texts, std::string_view separator = ", ");

}  // namespace qkv
