#include "core/page/fonts.h"

#include <doctest/doctest.h>

#include "core/page/fitted_middle.h"

using namespace qkv;

TEST_CASE("widths add up, scale with the size and are the same in a fixed face") {
  for (const Font font : {Font::text, Font::semibold, Font::bold, Font::mono, Font::math}) {
    const float whole = text_width(font, 15, "Next step");
    CHECK(whole == doctest::Approx(text_width(font, 15, "Next ") + text_width(font, 15, "step")));
    CHECK(text_width(font, 30, "Next step") == doctest::Approx(2 * whole));
    CHECK(ascent(font, 15) > cap_height(font, 15));
    CHECK(cap_height(font, 15) > 9);
    CHECK(descent(font, 15) > 2);
  }
  CHECK(text_width(Font::mono, 10, "0") == doctest::Approx(6.0f));  // JetBrains Mono: 600 of 1000
  CHECK(text_width(Font::mono, 10, "\u2212\u221e·") == doctest::Approx(18.0f));
  CHECK(text_width(Font::text, 15, "") == 0);
}

TEST_CASE("what a face lacks comes from DejaVu Sans") {
  const auto own = glyphs(Font::text, "a");
  REQUIRE(own.size() == 1);
  CHECK(own[0].face == "fonts/Inter-Regular");
  const auto symbol = glyphs(Font::text, "\u1d40");
  REQUIRE(symbol.size() == 1);
  CHECK(symbol[0].face == "fonts/DejaVuSans");
  CHECK(symbol[0].advance > 0);
  CHECK(glyphs(Font::bold, "\u1d40")[0].face == "fonts/DejaVuSans-Bold");
  const auto emoji = glyphs(Font::text, "\U0001F431");
  REQUIRE(emoji.size() == 1);
  CHECK(emoji[0].code == 0x1F431);
  CHECK(emoji[0].advance > 0);
}

TEST_CASE("broken UTF-8 is one replacement a byte, never a read past the end") {
  for (const char* broken : {"\xC3", "\xE2\x82", "\xF0\x9F", "\xC0\x80", "\xED\xA0\x80", "\xFF"}) {
    CAPTURE(broken);
    const std::string_view text(broken);
    const auto result = glyphs(Font::text, text);
    CHECK(result.size() == text.size());
    for (const Glyph& glyph : result) CHECK(glyph.code == 0xFFFD);
  }
  CHECK(glyphs(Font::text, "\xC3x").size() == 2);
}

TEST_CASE("a text is cut so that it fits") {
  CHECK(fitted(Font::text, 15, "short", 500) == "short");
  const std::string cut = fitted(Font::text, 15, "a rather long sentence", 80);
  CHECK(cut.ends_with("\u2026"));
  CHECK(text_width(Font::text, 15, cut) <= 80);
  CHECK(text_width(Font::text, 15, cut) > 60);
  CHECK(fitted(Font::text, 15, "abc", 1) == "\u2026");
}

TEST_CASE("what is told apart by its end is cut in the middle, in whole characters") {
  const auto cut = [](std::string_view text, float columns) {  // of 6 pixels each
    return fitted_middle(Font::mono, 10, text, columns * 6 + 0.1f);
  };
  CHECK(cut("word12", 6) == "word12");
  CHECK(cut("word12", 5) == "wo\u202612");
  CHECK(cut("word12", 4) == "w\u202612");
  CHECK(cut("word12", 3) == "\u202612");
  CHECK(cut("word12", 2) == "\u20262");
  CHECK(cut("word12", 1) == "\u2026");
  CHECK(cut("word12", 0) == "\u2026");
  CHECK(cut("internationalization", 7) == "int\u2026ion");
  CHECK(cut("\u00e4\u00f6\u00fc\u00df\u00e4\u00f6", 4) == "\u00e4\u2026\u00e4\u00f6");
  CHECK(cut("", 0) == "");
  for (float columns = 0; columns < 4; ++columns) cut("\x80\xBF\x80\xC3", columns);  // no end of it
}
