// Characters that the embedded fonts lack come from fonts that are handed in.

#include <doctest/doctest.h>

#include "core/assets/assets.h"
#include "core/document/document_texts.h"
#include "core/document/qkv_file.h"
#include "core/page/extra_fonts.h"
#include "core/page/fonts.h"

using namespace qkv;

namespace {

std::vector<std::byte> bytes_of(std::string_view face) {
  const auto bytes = asset(face);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("what no font has is a box of some width, and is told") {
  CHECK(missing_characters("The cat, the кошка, γάτα, é, ქათამი, −∞ √ᵀ").empty());
  CHECK(missing_characters("猫 and 猫") == U"猫");
  const std::vector<Glyph> box = glyphs(Font::text, "猫");
  REQUIRE(box.size() == 1);
  CHECK(box.front().advance > 0.2f);
}

TEST_CASE("joiners, marks of direction and variation selectors take no room") {
  CHECK(text_width(Font::text, 15, "a\u200Db") == text_width(Font::text, 15, "ab"));
  CHECK(text_width(Font::mono, 15, "a\uFE0F\u202B\uFEFF") == text_width(Font::mono, 15, "a"));
  CHECK(missing_characters("a\u200D\uFE0F\u202B").empty());
}

TEST_CASE("a font is handed in only where it has outlines and the character") {
  CHECK_FALSE(add_font("broken", std::vector<std::byte>(100), 0, U'a'));
  CHECK_FALSE(add_font("short", {}, 0, U'a'));
  CHECK_FALSE(add_font("lacks", bytes_of("fonts/Inter-Regular"), 0, U'猫'));
  // Anything will do whose characters are there already: it must not take them over.
  const std::string before(glyphs(Font::text, "e").front().face);
  CHECK(add_font("ours", bytes_of("fonts/DejaVuSans"), 0, U'e'));
  CHECK_FALSE(add_font("ours", bytes_of("fonts/DejaVuSans"), 0, U'e'));
  CHECK(glyphs(Font::text, "e").front().face == before);
  CHECK(font_file("ours").bytes.size() == asset("fonts/DejaVuSans").size());
  CHECK(font_file("fonts/Inter-Regular").bytes.size() == asset("fonts/Inter-Regular").size());
}

TEST_CASE("scripts from right to left are told of") {
  CHECK(has_right_to_left("a שלום"));
  CHECK(has_right_to_left("سلام"));
  CHECK_FALSE(has_right_to_left("猫 кошка γάτα ǆ ქა 😀 ֏"));
  const DocumentPtr document = parse_qkv(
      "format = 1\nwords = [\"שלום\", \"b\"]\nqueries = [[1], [2]]\nkeys = [[1], [2]]\n"
      "values = [[1], [2]]\n",
      "x.qkv", "x");
  CHECK(document->remarks.size() == 1);
}
