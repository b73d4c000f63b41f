// The system's fonts for the scripts that ours lack.

#include "app/platform/system_fonts.h"

#include <cstdio>

#include <doctest/doctest.h>

#include "core/page/extra_fonts.h"
#include "core/page/fonts.h"

using namespace qkv;

TEST_CASE("a font of the system is found for Chinese, where there is one") {
  SystemFonts fonts;
  CHECK_FALSE(fonts.supply("The cat ate its fish"));  // nothing is missing
  if (!fonts.supply("猫")) {
    std::printf("[skipped] no font for Chinese on this machine\n");
    return;
  }
  CHECK(missing_characters("猫").empty());
  const std::vector<Glyph> glyph = glyphs(Font::bold, "猫");
  REQUIRE(glyph.size() == 1);
  CHECK(glyph.front().face.starts_with("system:"));
  CHECK(glyph.front().advance > 0.5f);
  CHECK(font_file(glyph.front().face).bytes.size() > 1000);
  CHECK_FALSE(fonts.supply("猫"));
}

TEST_CASE("characters that no font has are looked for once, and few at a time") {
  SystemFonts fonts;
  CHECK_FALSE(fonts.supply("\U000F0000"));  // private use
  CHECK_FALSE(fonts.supply("\U000F0000"));
}
