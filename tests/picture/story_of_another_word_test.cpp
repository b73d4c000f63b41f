// A lesson's text and the word that is chosen.

#include <doctest/doctest.h>

#include "core/picture/panels.h"
#include "core/picture/picture.h"
#include "core/text/format_number.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

std::string told(Player& player) {
  const StoryPicture story = paint(player.session, player.trace(), nullptr).story;
  std::string words = story.title;
  for (const Line& line : story.text)
    for (const Span& span : line) words += "\n" + span.text;
  return words;
}

}  // namespace

TEST_CASE("a text that tells one word's numbers is told beside that word only") {
  for (const bool hall : {false, true}) {
    CAPTURE(hall);
    for (const char* stop :
         {"score:plane", "score:I", "score:love", "softmax:divide", "mix:I", "mix:z"}) {
      CAPTURE(std::string(stop));
      Player player("chai");
      if (hall) player.settled("present");
      player.settled(std::string("goto ") + stop);
      const std::string own = told(player);
      player.settled(std::string("select I; goto ") + stop);
      const std::string other = told(player);
      CHECK(other != own);
      CHECK(other.find("“chai”") == std::string::npos);
      CHECK(!other.empty());
      player.settled(std::string("select chai; goto ") + stop);
      CHECK(told(player) == own);
    }
  }
  // One that speaks of several words, of the chosen one or of all stays.
  Player words("words");
  words.settled("goto softmax; select ate");
  CHECK(told(words).find("whose fish?") != std::string::npos);
  Player cat("cat");
  cat.settled("select ate; goto score:cat");
  CHECK(told(cat).find("A key scores high") != std::string::npos);
  Player all("chai");
  all.settled("select I; end");
  CHECK(told(all).find("Only differences count") != std::string::npos);
}
