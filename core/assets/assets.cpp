#include "core/assets/assets.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/assets/embedded.h"

namespace qkv {

std::span<const std::byte> asset(std::string_view name) {
  for (const EmbeddedAsset& candidate : embedded_assets()) {
    if (candidate.name == name) return {candidate.begin, candidate.end};
  }
  throw std::out_of_range("no asset named " + std::string(name));
}

std::string_view asset_text(std::string_view name) {
  const std::span<const std::byte> bytes = asset(name);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::string_view> assets_under(std::string_view prefix) {
  std::vector<std::string_view> names;
  for (const EmbeddedAsset& candidate : embedded_assets()) {
    if (candidate.name.starts_with(prefix)) names.push_back(candidate.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace qkv
