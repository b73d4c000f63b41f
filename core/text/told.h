#pragma once
// What goes wrong is told in two places: on a terminal in English, which scripts rely on, and in
// the window in the language that the program speaks.

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace qkv {

struct Told {
  std::string english;
  std::string own;  ///< in language(); empty: told in English there too
  bool empty() const { return english.empty(); }
};

/// A text of the tables, filled with values that are the same in all languages or told themselves.
using ToldValue = std::variant<std::string, Told>;
Told told(std::string_view key,
          const std::vector<std::pair<std::string_view, ToldValue>>& values = {});

}  // namespace qkv
