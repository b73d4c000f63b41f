#include "core/text/texts.h"

#include <cassert>
#include <functional>
#include <map>

#include "core/assets/assets.h"
#include "core/text/toml.h"

namespace qkv {
namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

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

Texts load() {
  Texts texts;
  collect(toml::parse(asset_text("text/en.toml")), "", texts);
  return texts;
}

}  // namespace

std::string_view text(std::string_view key) {
  static const Texts texts = load();
  const auto found = texts.find(key);
  assert(found != texts.end() && "a text that assets/text/en.toml does not have");
  return found == texts.end() ? key : std::string_view(found->second);
}

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

}  // namespace qkv
