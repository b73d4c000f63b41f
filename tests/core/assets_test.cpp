#include "core/assets/assets.h"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace qkv;

TEST_CASE("every embedded font is there and looks like a font") {
  const auto names = assets_under("fonts/");
  CHECK(names.size() == 9);
  for (std::string_view name : names) {
    CAPTURE(name);
    const auto bytes = asset(name);
    REQUIRE(bytes.size() > 10000);
    const std::string_view magic = asset_text(name).substr(0, 4);
    CHECK((magic == "OTTO" || magic == std::string_view("\0\1\0\0", 4)));
    CHECK(asset_text(name).data()[bytes.size()] == '\0');
  }
}

TEST_CASE("an unknown asset is refused by name") {
  CHECK_THROWS_WITH_AS(asset("lessons/none.qkv"), "no asset named lessons/none.qkv",
                       std::out_of_range);
}
