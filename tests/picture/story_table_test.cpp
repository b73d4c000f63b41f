// The story's table of keys: its words stay apart from each other however narrow it is.

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/picture/picture.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"

using namespace qkv;

TEST_CASE("story table: words that only their ends tell apart never read alike") {
  Player player("cat");
  std::string sentence = "sentence";
  for (int word = 0; word < 64; ++word) sentence += " word" + std::to_string(word);
  player.settled(sentence + "; select 20");
  for (const char* at : {"mix", "all"}) {
    player.settled(std::string("goto ") + at);
    Picture picture;
    picture.story = paint_story(player.session, player.trace(), nullptr);
    for (const PageSize& size : {PageSize{1024, 640}, PageSize{1280, 720}, PageSize{1440, 900}}) {
      CAPTURE(at);
      CAPTURE(size.width);
      const test::PanelsPage page = test::panels_page(player.session, picture, size);
      // The words stand below the header of their column.
      float left = -1;
      std::multiset<std::string> words;
      for (const test::PlacedText& placed : page.texts) {
        if (placed.panel != PanelId::story) continue;
        const Text& text = *placed.text;
        if (text.text == picture.story.headers.front())
          left = text.baseline.x;
        else if (text.baseline.x == left && text.text.find_first_of("w\u2026") == 0)
          words.insert(text.text);
      }
      REQUIRE(words.size() >= 2);
      for (const std::string& word : words) {
        CAPTURE(word);
        CHECK(words.count(word) == 1);
        CHECK_FALSE(word.ends_with("\u2026"));
      }
    }
  }
}
