#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace qkv {

// One row of the table that the build writes (cmake/EmbedAssets.cmake).
struct EmbeddedAsset {
  std::string_view name;
  const std::byte* begin;
  const std::byte* end;
};

std::span<const EmbeddedAsset> embedded_assets();

}  // namespace qkv
