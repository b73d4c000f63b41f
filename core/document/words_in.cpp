// A sentence as somebody typed or pasted it.

#include <algorithm>

#include "core/document/edit_words.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"
#include "core/text/utf8.h"

namespace qkv {
namespace {

char32_t code_point(std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(bytes[i]));
  };
  switch (bytes.size()) {
    case 1:
      return byte(0);
    case 2:
      return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    case 3:
      return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    default:
      return (byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 |
             (byte(3) & 0x3F);
  }
}

bool is_space(char32_t c) {
  return c == U' ' || (c >= 0x09 && c <= 0x0D) || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// What would not be seen, or would turn the writing around it.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c & 0xFFFE) == 0xFFFE;
}

std::string hex(char32_t c) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string digits;
  for (int shift = c > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
    digits += kDigits[(c >> shift) & 0xF];
  return digits;
}

[[noreturn]] void refuse(std::string_view key,
                         const std::vector<std::pair<std::string_view, std::string>>& values = {}) {
  throw InputError(filled(text(key), values));
}

/// Counts all words, keeps as many as can be used.
struct Splitter {
  std::vector<std::string> words;
  std::size_t count = 0;
  int characters = 0;  ///< of the word that grows
  std::string word;

  void add(std::string_view bytes) {
    if (++characters > kLongestWord)
      refuse("edit.long_word", {{"most", std::to_string(kLongestWord)}});
    word += bytes;
  }
  void end() {
    if (characters == 0) return;
    ++count;
    if (words.size() <= static_cast<std::size_t>(kMostWords)) words.push_back(word);
    word.clear();
    characters = 0;
  }
};

}  // namespace

std::vector<std::string> words_in(std::string_view given) {
  Splitter splitter;
  for (std::size_t i = 0; i < given.size();) {
    const std::size_t length = utf8_length(given, i);
    if (length == 0) refuse("edit.broken_text");
    const std::string_view bytes = given.substr(i, length);
    const char32_t c = code_point(bytes);
    if (is_space(c)) {
      splitter.end();
    } else if (is_control(c)) {
      refuse("edit.control", {{"code", hex(c)}});
    } else {
      splitter.add(bytes);
    }
    i += length;
  }
  splitter.end();
  if (splitter.count == 0) refuse("edit.no_words");
  if (splitter.count > static_cast<std::size_t>(kMostWords))
    refuse("edit.many_words",
           {{"given", std::to_string(splitter.count)}, {"most", std::to_string(kMostWords)}});
  return splitter.words;
}

std::string one_word(std::string_view given) {
  std::string word;
  for (const std::string& part : words_in(given)) word += (word.empty() ? "" : " ") + part;
  std::size_t characters = 0;
  for (std::size_t i = 0; i < word.size(); i += utf8_length(word, i)) ++characters;
  if (characters > static_cast<std::size_t>(kLongestWord))
    refuse("edit.long_word", {{"most", std::to_string(kLongestWord)}});
  return word;
}

}  // namespace qkv
