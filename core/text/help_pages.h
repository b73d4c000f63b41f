#pragma once
// The pages of assets/help, in the language that is spoken; where it lacks one, the English page.

#include <string>
#include <string_view>
#include <vector>

namespace qkv {

struct HelpPage {
  std::string_view name;  ///< "lecturer"
  std::string_view text;  ///< Markdown
  /// Its first heading.
  std::string_view title() const;
};

/// In the order of the contents.
std::vector<HelpPage> help_pages();

}  // namespace qkv
