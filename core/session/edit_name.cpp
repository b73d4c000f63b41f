#include "core/session/edit_name.h"

#include <algorithm>

#include "core/session/action.h"
#include "core/text/texts.h"

namespace qkv {

std::string edit_in_words(const std::string& name) {
  const std::size_t end = std::min(name.find(' '), name.size());
  const std::string verb = name.substr(0, end);
  const auto& own = all_texts(language());
  const auto found = own.find("edit_name." + verb);
  if (found == own.end()) return name;
  std::string words(found->second);
  if (end < name.size()) words += name.substr(end);
  return words;
}

}  // namespace qkv
