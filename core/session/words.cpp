#include "core/session/words.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/session/action.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr std::size_t kMostListed = 20;

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  return value;
}

/// The place of the `number`-th `word`, counted from 1; -1 when there are fewer.
int occurrence(const std::vector<std::string>& words, std::string_view word, int number) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word && --number == 0) return static_cast<int>(i);
  }
  return -1;
}

std::string list_of(const std::vector<std::string>& words) {
  std::vector<std::string> shown(
      words.begin(),
      words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), kMostListed)));
  if (words.size() > kMostListed) {
    shown.push_back("... (" + std::to_string(words.size()) + " in all)");
  }
  return joined(shown);
}

/// Does `word` stand in an action without quotes?
bool is_plain(std::string_view word) {
  if (word.empty() || word.front() == '[') return false;
  return std::none_of(word.begin(), word.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte == 0x7f || c == '"' || c == ';' || c == '\\';
  });
}

bool finds(const std::vector<std::string>& words, std::string_view text, int index) {
  try {
    return find_word(words, text) == index;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

int find_word(const std::vector<std::string>& words, std::string_view text) {
  const int exact = occurrence(words, text, 1);
  if (exact >= 0) return exact;

  const std::size_t hash = text.rfind('#');
  if (hash != std::string_view::npos && hash > 0) {
    const std::string_view word = text.substr(0, hash);
    const std::optional<int> number = whole_number(text.substr(hash + 1));
    const auto times = std::count(words.begin(), words.end(), word);
    if (number && times > 0) {
      const int place = *number > 0 ? occurrence(words, word, *number) : -1;
      if (place >= 0) return place;
      throw InputError("word \"" + std::string(text) + "\": \"" + std::string(word) + "\" stands " +
                       std::to_string(times) + (times == 1 ? " time" : " times") +
                       " in the sentence; count from #1");
    }
  }

  if (const std::optional<int> index = whole_number(text)) {
    if (*index >= 0 && *index < static_cast<int>(words.size())) return *index;
    throw InputError("word " + std::string(text) + ": an index goes from 0 to " +
                     std::to_string(static_cast<int>(words.size()) - 1));
  }
  throw InputError("no word \"" + std::string(text) + "\"; the words are: " + list_of(words));
}

int word_argument(const std::vector<std::string>& words, std::string_view text) {
  text = trimmed(text);
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
    if (const auto index = whole_number(text.substr(1, text.size() - 2))) {
      if (*index >= 0 && *index < static_cast<int>(words.size())) return *index;
      throw InputError("word " + std::string(text) + ": an index goes from 0 to " +
                       std::to_string(static_cast<int>(words.size()) - 1));
    }
  }
  return find_word(words, unquoted(text));
}

std::string word_text(const std::vector<std::string>& words, int index,
                      const std::vector<std::string_view>& reserved) {
  if (index >= 0 && index < static_cast<int>(words.size())) {
    const std::string& word = words[static_cast<std::size_t>(index)];
    const auto number =
        std::count(words.begin(), words.begin() + index, word) + 1;  // which of the same words
    const std::string text = number == 1 ? word : word + "#" + std::to_string(number);
    if (finds(words, text, index)) {
      const bool taken = std::find(reserved.begin(), reserved.end(), text) != reserved.end();
      return is_plain(text) && !taken ? text : quoted(text);
    }
  }
  return "[" + std::to_string(index) + "]";
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string unquoted(std::string_view text) {
  if (text.empty() || text.front() != '"') return std::string(text);
  std::string out;
  std::size_t i = 1;
  for (; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  if (i + 1 != text.size()) {
    throw InputError(std::string(text) + ": a quoted word ends with a quote; inside it write \\\"");
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string_view> split_outside_quotes(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  bool inside = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (inside && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inside = !inside;
    } else if (!inside && text[i] == separator) {
      pieces.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  pieces.push_back(trimmed(text.substr(std::min(begin, text.size()))));
  return pieces;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += separator;
    out += texts[i];
  }
  return out;
}

}  // namespace qkv
