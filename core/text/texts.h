#pragma once
// All words the program itself says, one table a language: assets/text/<language>.toml.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qkv {

/// The language in which the program speaks, one a process as its locale is: "en" until
/// set_language().
std::string_view language();
/// False where there is no table of that name; then nothing changes.
bool set_language(std::string_view language);
/// "de", "en": those that have a table, sorted.
std::vector<std::string> languages();
/// Of a locale, "de_AT.UTF-8" or "de-AT": "de"; one without a table is "en".
std::string language_of_locale(std::string_view locale);

/// text("story.score.title") in language(); what that lacks is said in English. A key that is not
/// there at all is an assert in debug and shows itself.
std::string_view text(std::string_view key);
/// The same in a language that is named: what stands in a terminal is English.
std::string_view text_in(std::string_view language, std::string_view key);
/// Every key of a table and what it says.
const std::map<std::string, std::string, std::less<>>& all_texts(std::string_view language);

/// Fills "{word} looks at {key}" from pairs; an unknown name stays as it stands.
std::string filled(std::string_view pattern,
                   const std::vector<std::pair<std::string_view, std::string>>& values);

/// A word in the quotes of the language.
std::string in_quotes(std::string_view word);
/// Names of keys in the language: "Ctrl+Shift+Z" is "Strg+Umschalt+Z" in German.
std::string key_names(std::string_view keys);

}  // namespace qkv
