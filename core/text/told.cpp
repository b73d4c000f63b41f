#include "core/text/told.h"

#include "core/text/texts.h"

namespace qkv {

Told told(std::string_view key, const std::vector<std::pair<std::string_view, ToldValue>>& values) {
  std::vector<std::pair<std::string_view, std::string>> english, own;
  bool whole = true;  // no half of a sentence stays English
  for (const auto& [name, value] : values) {
    if (const auto* const same = std::get_if<std::string>(&value)) {
      english.emplace_back(name, *same);
      own.emplace_back(name, *same);
      continue;
    }
    const Told& part = std::get<Told>(value);
    english.emplace_back(name, part.english);
    own.emplace_back(name, part.own);
    whole = whole && !part.own.empty();
  }
  return {filled(text_in("en", key), english), whole ? filled(text(key), own) : std::string()};
}

}  // namespace qkv
