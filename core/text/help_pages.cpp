#include "core/text/help_pages.h"

#include <algorithm>
#include <iterator>

#include "core/assets/assets.h"
#include "core/text/texts.h"

namespace qkv {

std::string_view HelpPage::title() const {
  std::string_view rest = text;
  rest.remove_prefix(std::min(rest.find_first_not_of("# "), rest.size()));
  return rest.substr(0, rest.find('\n'));
}

std::vector<HelpPage> help_pages() {
  constexpr std::string_view kFolder = "help/", kEnding = ".md";
  const std::string own = std::string(kFolder) + std::string(language()) + "/";
  const std::vector<std::string_view> translated = assets_under(own);
  std::vector<HelpPage> pages;
  for (const std::string_view file : assets_under(kFolder)) {
    std::string_view name = file.substr(kFolder.size());
    if (name.find('/') != name.npos) continue;
    const std::string same = own + std::string(name);
    const bool there = std::find(translated.begin(), translated.end(), same) != translated.end();
    name.remove_suffix(kEnding.size());
    pages.push_back({name, asset_text(there ? same : std::string(file))});
  }
  // Whom QKV is made for comes first.
  constexpr std::string_view kFirst[] = {"lecturer", "learner", "engineer"};
  std::stable_sort(pages.begin(), pages.end(), [&](const HelpPage& a, const HelpPage& b) {
    return std::find(std::begin(kFirst), std::end(kFirst), a.name) <
           std::find(std::begin(kFirst), std::end(kFirst), b.name);
  });
  return pages;
}

}  // namespace qkv
