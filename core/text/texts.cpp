#include "core/text/texts.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <mutex>

#include "core/assets/assets.h"
#include "core/text/text_table.h"
#include "core/text/toml.h"

namespace qkv {
namespace {

using Texts = TextTable;

void collect(const toml::table& table, const std::string& prefix, Texts& texts) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* inner = node.as_table()) {
      collect(*inner, name + ".", texts);
    } else if (const auto words = node.value<std::string>()) {
      texts.emplace(name, *words);
    }
  }
}

constexpr std::string_view kFolder = "text/", kEnding = ".toml", kEnglish = "en";

std::string asset_name(std::string_view language) {
  return std::string(kFolder) + std::string(language) + std::string(kEnding);
}

bool has_table(std::string_view language) {
  const std::vector<std::string> known = languages();
  return std::find(known.begin(), known.end(), language) != known.end();
}

/// A language and its table, read when it is first asked for and kept for good.
struct Spoken {
  std::string language;
  Texts texts;
};

const Spoken& spoken_in(std::string_view language) {
  static std::mutex mutex;
  static std::map<std::string, Spoken, std::less<>> all;
  const std::lock_guard lock(mutex);
  auto found = all.find(language);
  if (found == all.end()) {
    Spoken spoken{std::string(language), {}};
    collect(toml::parse(asset_text(asset_name(language))), "", spoken.texts);
    found = all.emplace(std::string(language), std::move(spoken)).first;
  }
  return found->second;
}

const Spoken& english() {
  static const Spoken& spoken = spoken_in(kEnglish);
  return spoken;
}

std::atomic<const Spoken*> g_spoken{nullptr};

const Spoken& now_spoken() {
  const Spoken* const spoken = g_spoken.load();
  return spoken != nullptr ? *spoken : english();
}

std::string_view text_of(const Spoken& spoken, std::string_view key) {
  return text_among(spoken.texts, english().texts, key);
}

}  // namespace

std::string_view text_among(const TextTable& own, const TextTable& english, std::string_view key) {
  if (const auto found = own.find(key); found != own.end()) return found->second;
  const auto found = english.find(key);
  assert(found != english.end() && "a text that assets/text/en.toml does not have");
  return found == english.end() ? key : std::string_view(found->second);
}

std::string_view language() { return now_spoken().language; }

bool set_language(std::string_view language) {
  if (!has_table(language)) return false;
  g_spoken = &spoken_in(language);
  return true;
}

std::vector<std::string> languages() {
  std::vector<std::string> result;
  for (std::string_view name : assets_under(kFolder)) {
    name.remove_prefix(kFolder.size());
    name.remove_suffix(kEnding.size());
    result.emplace_back(name);
  }
  return result;
}

std::string language_of_locale(std::string_view locale) {
  std::string language;
  for (const char c : locale.substr(0, locale.find_first_of("_-.@")))
    language += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return has_table(language) ? language : std::string(kEnglish);
}

std::string_view text(std::string_view key) { return text_of(now_spoken(), key); }

std::string_view text_in(std::string_view language, std::string_view key) {
  return text_of(spoken_in(language), key);
}

const Texts& all_texts(std::string_view language) { return spoken_in(language).texts; }

std::string filled(std::string_view pattern,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string result;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{');
    const std::size_t close = open == pattern.npos ? pattern.npos : pattern.find('}', open);
    if (close == pattern.npos) break;
    result += pattern.substr(0, open);
    const std::string_view name = pattern.substr(open + 1, close - open - 1);
    std::string_view put = pattern.substr(open, close - open + 1);
    for (const auto& [key, value] : values) {
      if (key == name) put = value;
    }
    result += put;
    pattern.remove_prefix(close + 1);
  }
  return result + std::string(pattern);
}

std::string in_quotes(std::string_view word) {
  return filled(text("quoted"), {{"word", std::string(word)}});
}

std::string key_names(std::string_view keys) {
  std::string result;
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find_first_of("+ "), keys.size());
    const std::string name(keys.substr(0, end));
    const Texts& table = english().texts;
    const std::string key = "key." + name;
    result += table.contains(key) ? std::string(text(key)) : name;
    if (end < keys.size()) result += keys[end];
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
  return result;
}

}  // namespace qkv
