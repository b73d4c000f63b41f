#pragma once
// All words the program itself says, one table a language: assets/text/<language>.toml.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qkv {

/// text("story.score.title"); a key that is not there is an assert in debug and shows itself.
std::string_view text(std::string_view key);
/// Fills "{word} looks at {key}" from pairs; an unknown name stays as it stands.
std::string filled(std::string_view pattern,
                   const std::vector<std::pair<std::string_view, std::string>>& values);

}  // namespace qkv
