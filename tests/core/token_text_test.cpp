#include "core/text/token_text.h"

#include <doctest/doctest.h>

using qkv::token_text;

TEST_CASE("tokens of real models are shown as people write them") {
  CHECK(token_text("cat") == "cat");
  CHECK(token_text("Ġcat") == "cat");
  CHECK(token_text("▁cat") == "cat");
  CHECK(token_text(" cat") == "cat");
  CHECK(token_text("##ing") == "·ing");
  CHECK(token_text("##") == "##");
  CHECK(token_text("[CLS]") == "[CLS]");
  CHECK(token_text("") == "");
}

TEST_CASE("tokens that are nothing but space keep a sign") {
  CHECK(token_text("Ġ") == "␣");
  CHECK(token_text("▁") == "␣");
  CHECK(token_text("  ") == "␣");
  CHECK(token_text("Ċ") == "↵");
  CHECK(token_text("ĊĊ") == "↵↵");
  CHECK(token_text("\n") == "↵");
  CHECK(token_text("\ta") == "⇥a");
}

TEST_CASE("bytes written as letters are read back only where they are text") {
  CHECK(token_text("âĢĻ") == "’");
  CHECK(token_text("ĠáīłáĪ¶") == "በሶ");
  CHECK(token_text("ðŁ") == "ðŁ");      // half a character stays as it is
  CHECK(token_text("café") == "café");  // a plain word is not taken for bytes
  CHECK(token_text("über") == "über");
  CHECK(token_text("\xff") == "\xff");
}
