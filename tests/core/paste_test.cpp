// Whatever is pasted into a field, or stands in a script: an answer in words, nothing broken.

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/picture/picture.h"
#include "core/text/input_error.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

std::vector<std::string> hostile_texts() {
  std::string words;
  for (int i = 0; i < 10000; ++i) words += "w" + std::to_string(i) + " ";
  return {words,
          std::string(std::size_t{1} << 20, 'x'),
          std::string("a\0b", 3),
          "a\x07 b",
          "\xED\xA0\x80",          // a lone surrogate
          "\xC3\x28 \xFF\xFE",     // broken UTF-8
          "\xE2\x80\xAE right",    // an override of direction
          std::string(3000, ' '),  // nothing at all
          "",
          "nan",
          "1e308",
          "-0",
          "\"; rewind; \"",
          "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81"};
}

void check_whole(Player& player) {
  const Document& document = *player.session.document;
  REQUIRE(document.n() >= 1);
  REQUIRE(document.n() <= 64);
  REQUIRE(document.queries.rows == document.n());
  for (const std::string& word : document.query_words) CHECK(word.size() <= 400);
  for (const float number : document.keys.data) CHECK(std::isfinite(number));
  CHECK(player.session.notice.size() < 500);
  paint(player.session, player.trace(), nullptr);
}

}  // namespace

TEST_CASE("pasted words: a sentence that can be shown, or a short word why not") {
  for (const std::string& text : hostile_texts()) {
    CAPTURE(text.substr(0, 30));
    for (const Action& action :
         {Action{action::SetSentence{text}}, Action{action::InsertWord{2, text}},
          Action{action::RenameWord{1, text}}}) {
      Player player("cat");
      player.settled("end; pin its cat weight; compare on");
      const DocumentPtr before = player.session.document;
      player.act(action);
      if (player.session.document == before) CHECK_FALSE(player.session.notice.empty());
      check_whole(player);
      player.act(action::Undo{});
      player.settle_all();
      CHECK(player.session.document == before);
    }
  }
}

TEST_CASE("pasted numbers: refused in words, never taken half") {
  const float inf = INFINITY;
  for (const float bad : {NAN, inf, -inf, 3e38f, 5e6f}) {
    Player player("cat");
    player.settled("end; predict weights its");
    const DocumentPtr before = player.session.document;
    player.act(action::Guess{1, bad});
    CHECK(player.session.prediction->guess[1] == doctest::Approx(std::isfinite(bad) ? 1 : 0));
    for (const Action& action :
         {Action{action::SetKey{{1, {bad, 0}}}}, Action{action::SetQuery{{3, {0, bad}}}},
          Action{action::SetValue{{1, {bad, bad}}}}, Action{action::SetScore{3, 1, bad, false}},
          Action{action::SetKey{{1, {}}}}, Action{action::SetKey{{1, {1, 2, 3}}}}}) {
      player.act(action);
      CHECK(player.session.document == before);
      CHECK_FALSE(player.session.notice.empty());
      check_whole(player);
    }
  }
  Player player("cat");
  player.act(action::SetKey{{1, {-0.0f, 1}}});
  player.act(action::Predict{Prediction::Of::scores, 3, -1});
  player.act(action::Guess{1, -0.0f});
  CHECK_FALSE(std::signbit(player.session.prediction->guess[1]));
  check_whole(player);
}

TEST_CASE("hostile text in a script: one short line, or what it says") {
  for (const std::string& text : hostile_texts()) {
    CAPTURE(text.substr(0, 30));
    for (const char* name :
         {"sentence", "insert 0", "rename its", "key cat", "query", "pin", "guess",
          "predict weights", "cell its cat", "compare", "queries", "temperature"}) {
      Player player("cat");
      try {
        const Action action =
            parse_action(std::string(name) + " " + text, player.session, player.trace());
        player.act(action);
      } catch (const InputError& error) {
        CHECK(std::string(error.what()).size() < 700);
      }
      check_whole(player);
    }
  }
}
