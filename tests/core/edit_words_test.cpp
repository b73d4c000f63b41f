// Another sentence: vectors, mask cells, questions and places follow their words.

#include "core/document/edit_words.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/document/library.h"
#include "core/picture/picture.h"
#include "core/text/input_error.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

using Words = std::vector<std::string>;

std::vector<float> key_of(const Document& document, int row) {
  const auto key = key_row(document, 0, row);
  return {key.begin(), key.end()};
}

int place(const Player& player, const std::string& word) {
  return find_word(player.session.document->query_words, word);
}

}  // namespace

TEST_CASE("old_places: begin, end, the same words between, renamed ones in order") {
  CHECK(old_places({"a", "b", "c"}, {"a", "c"}) == OldPlaces{0, 2});
  CHECK(old_places({"a", "b"}, {"a", "x", "b"}) == OldPlaces{0, -1, 1});
  CHECK(old_places({"a", "b", "c"}, {"b", "c", "a"}) == OldPlaces{1, 2, 0});
  CHECK(old_places({"a", "b", "c"}, {"a", "x", "c"}) == OldPlaces{0, 1, 2});
  CHECK(old_places({"the", "cat", "the"}, {"the", "the", "cat", "the"}) == OldPlaces{0, -1, 1, 2});
  CHECK(old_places({}, {"a"}) == OldPlaces{-1});
  CHECK(old_places({"a"}, {}) == OldPlaces{});
}

TEST_CASE("words that the lesson knows keep their vectors, whatever happens between") {
  const DocumentPtr cat = load_lesson("cat");
  Player player(cat);
  player.settled("remove cat");
  CHECK(player.session.document->query_words == Words{"the", "ate", "its", "fish"});
  player.settled("insert 4 cat");
  CHECK(key_of(*player.session.document, 4) == key_of(*cat, 1));
  player.settled("key cat 0 3; sentence fish ate cat");
  CHECK(player.session.document->query_words == Words{"fish", "ate", "cat"});
  CHECK(key_of(*player.session.document, 2) == std::vector<float>{0, 3});  // as it was changed
  CHECK(key_of(*player.session.document, 0) == key_of(*cat, 4));
  player.settled("sentence The cat");
  CHECK(key_of(*player.session.document, 0) == key_of(*cat, 0));  // in other case
  player.settled("undo; undo; undo; undo; undo");
  CHECK(player.session.document == cat);
  CHECK_FALSE(is_dirty(player.session));
}

TEST_CASE("a new word is made up from its letters, the same every time, and says so") {
  Player one("cat"), two("cat");
  one.settled("insert 2 dog");
  two.settled("remove fish; insert 0 dog");
  CHECK(key_of(*one.session.document, 2) == key_of(*two.session.document, 0));
  CHECK(one.session.notice.find("dog") != std::string::npos);
  CHECK(one.session.document->provenance_note ==
        "Vectors chosen by hand. Made up: \u201Cdog\u201D.");
  const auto made = key_of(*one.session.document, 2);
  CHECK(std::all_of(made.begin(), made.end(), [](float x) { return std::abs(x) <= 3; }));
  one.settled("rename dog mouse");
  CHECK(key_of(*one.session.document, 2) != made);
  CHECK(one.session.document->query_words[2] == "mouse");
}

TEST_CASE("a trained lesson whose numbers were changed by hand is no longer called trained") {
  auto document = std::make_shared<Document>(*random_document(3, 4));
  document->provenance = Provenance::trained;
  document->provenance_note = "Trained.";
  Player player(document);
  player.settled("value w1 1 1");
  CHECK(player.session.document->provenance == Provenance::hand_made);
  CHECK(player.session.document->provenance_note == "Trained. Changed by hand: \u201Cw1\u201D.");
  player.settled("undo");
  CHECK(player.session.document->provenance == Provenance::trained);
}

TEST_CASE("the chosen word, the stop and what each has reached go along with their words") {
  Player player("cat");
  player.settled("select ate; end; select its; goto score:cat; insert 0 yesterday");
  CHECK(player.session.row == place(player, "its"));
  CHECK(player.at() == "score:cat");
  const auto ate = static_cast<std::size_t>(place(player, "ate"));
  CHECK(stop_text(player.session.reached[ate], *player.session.document) == "all:z");
  CHECK(player.session.reached[0] == Stop{});
  player.settled("move cat 5; remove yesterday");
  CHECK(player.session.row == place(player, "its"));
  CHECK(player.at() == "score:cat");
  player.settled("remove its");
  CHECK(player.session.row < player.session.document->n());
  player.settled("undo; undo; undo; undo");
  CHECK(player.session.document == load_lesson("cat"));
}

TEST_CASE("mask cells follow their words") {
  Player player("cat");
  player.settled("hide its cat; insert 0 yesterday; move fish 0");
  const int its = place(player, "its"), cat = place(player, "cat");
  for (int row = 0; row < 6; ++row)
    for (int key = 0; key < 6; ++key)
      CHECK(player.trace().visible(0, row, key) == !(row == its && key == cat));
  player.settled("sentence cat its");
  CHECK_FALSE(player.trace().visible(0, 1, 0));
  CHECK(player.trace().visible(0, 0, 1));
}

TEST_CASE("questions about a word that is gone go, the others follow; undo brings all back") {
  Player player("cat");
  const std::size_t all = player.session.document->questions.size();
  REQUIRE(all >= 3);
  player.settled("insert 0 yesterday");
  CHECK(player.session.document->questions.size() == all);
  const DocumentPtr cat = load_lesson("cat");
  for (std::size_t i = 0; i < all; ++i)
    CHECK(right_answer(*player.session.document, player.session.document->questions[i]) ==
          right_answer(*cat, cat->questions[i]));
  player.settled("remove ate");
  CHECK(player.session.document->questions.size() < all);
  player.settled("undo; undo");
  CHECK(player.session.document == load_lesson("cat"));
  CHECK(player.session.answers.size() == all);
}

TEST_CASE("every lesson bears losing any of its words, at every stop") {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    for (int row = 0; row < player.session.document->n(); ++row) {
      player.act(action::RemoveWord{row});  // recorded ones refuse it
      player.settled("rewind");
      for (int step = 0; step < 80; ++step) {
        const Picture picture = paint(player.session, player.trace(), nullptr);
        for (const Line& line : picture.story.text)
          for (const Span& span : line) CHECK(span.text.find('{') == std::string::npos);
        if (player.session.next_lesson_offered) break;
        player.settled("next");
      }
      while (!player.session.history.done.empty()) player.settled("undo");
      CHECK(player.session.document.get() == player.session.opened.get());
    }
  }
}

TEST_CASE("text that is no sentence is answered in words and changes nothing") {
  Player player("cat");
  const Session before = player.session;
  std::string many, longest(1 << 20, 'x');
  for (int i = 0; i < 10000; ++i) many += "word ";
  const std::string bad[] = {many,
                             longest,
                             "",
                             "   \n\t ",
                             "a\x01"
                             "b",
                             "bell\a",
                             std::string("nul\0l", 5),
                             "\xED\xA0\x80",
                             "\xED\xB0\x80 x",
                             "\xFF",
                             "half \xC3",
                             "turn \xE2\x80\xAE around",
                             "\xEF\xBB\xBF"};
  for (const std::string& text : bad) {
    for (const Action& action :
         {Action{action::SetSentence{text}}, Action{action::InsertWord{1, text}},
          Action{action::RenameWord{1, text}}}) {
      player.act(action);
      CAPTURE(text.substr(0, 20));
      CHECK_FALSE(player.session.notice.empty());
      CHECK(player.session.notice.size() < 200);
      player.session.notice.clear();
      REQUIRE(player.session == before);
    }
  }
  player.act(action::SetSentence{many});
  CHECK(player.session.notice == "10000 words are too many: a sentence here has at most 64.");
  player.act(action::InsertWord{99, "x"});
  player.act(action::RemoveWord{-1});
  player.act(action::MoveWord{0, 99});
  player.session.notice.clear();
  CHECK(player.session == before);
}

TEST_CASE("sentences as people write them") {
  CHECK(words_in(
            "  der Über\u00ADmut\u00A0fragt\n\u043A\u0442\u043E \u3000\u6211 \u2028 \U0001F600 ") ==
        Words{"der", "Über\u00ADmut", "fragt", "\u043A\u0442\u043E", "\u6211", "\U0001F600"});
  CHECK(one_word(" New \t York ") == "New York");
  Player player("cat");
  std::string sixty_four;
  for (int i = 0; i < 64; ++i) sixty_four += "w" + std::to_string(i) + " ";
  player.act(action::SetSentence{sixty_four});
  CHECK(player.session.document->n() == 64);
  CHECK(player.trace().n == 64);
  CHECK_THROWS_WITH(player.settled("insert 0 one"),
                    "insert 0 one: 65 words are too many: a sentence here has at most 64.");
  CHECK(player.session.document->n() == 64);
  player.settled("sentence x");
  player.act(action::RemoveWord{0});
  CHECK(player.session.document->query_words == Words{"x"});
  CHECK(player.session.notice == "A sentence keeps at least one word.");
}
