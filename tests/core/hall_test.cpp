// What a lecturer puts over the picture, and questions asked of a hall.

#include <set>

#include <doctest/doctest.h>

#include "core/picture/presenter.h"
#include "core/session/questions.h"
#include "tests/support/player.h"

using namespace qkv;

TEST_CASE("hall: cover, fill, ink and strip are there in Present only, and end with it") {
  Player player("cat");
  player.settled("cover black; fill table; draw start 0.1 0.1; strip on");
  CHECK(player.session.hall == Hall{});
  player.settled("present; fill table; strip on; draw start 0.1 0.1 0.2 0.2; cover white");
  const Hall& hall = player.session.hall;
  CHECK(hall.cover == Cover::white);
  CHECK(hall.filled == Filled::table);
  CHECK(hall.strip);
  CHECK(hall.ink.size() == 1);
  player.settled("present");
  CHECK(player.session.hall == Hall{});
}

TEST_CASE("hall: the next step takes cover and ink away and leaves the filled panel") {
  Player player("cat");
  player.settled("present; fill scene; draw start 0.1 0.1; draw start 0.5 0.5; draw on 0.6 0.6");
  REQUIRE(player.session.hall.ink.size() == 2);
  CHECK(player.session.hall.ink[1].size() == 2);
  player.settled("cover black; zoom 1.1");
  CHECK(player.session.hall.cover == Cover::black);
  player.settled("next");
  CHECK(player.session.hall.cover == Cover::none);
  CHECK(player.session.hall.ink.empty());
  CHECK(player.session.hall.filled == Filled::scene);
  player.settled("draw start 0.3 0.3; wipe");
  CHECK(player.session.hall.ink.empty());
}

TEST_CASE("hall: ink stays on the page and ends somewhere") {
  Player player("cat");
  player.settled("present");
  for (int i = 0; i < 300; ++i)
    player.act(action::Draw{false, std::vector<glm::vec2>(100, glm::vec2(-3, 7))});
  std::size_t points = 0;
  for (const auto& stroke : player.session.hall.ink)
    for (const glm::vec2& point : stroke) {
      ++points;
      CHECK(point == glm::vec2(0, 1));
    }
  CHECK(points == kMostInk);
}

TEST_CASE("hall: a question is counted down, told by Next, and is nobody's answer") {
  Player player("cat");
  player.settled("present; ask 1");
  CHECK(is_open(player.session));
  CHECK(player.session.hall.poll_left == kPollSeconds);
  player.wait(4.5f);
  CHECK(player.session.hall.poll_left == doctest::Approx(kPollSeconds - 4.5f));
  player.settled("next");
  CHECK(player.session.question == 0);
  CHECK_FALSE(is_open(player.session));
  CHECK(player.session.answers[0].told);
  CHECK(player.session.hall.poll_left == 0);
  CHECK(player.session.progress.at("cat").answered == 0);
  player.settled("next");
  CHECK(player.session.question == 1);
  player.settled("back");
  CHECK(player.session.question == 0);
  CHECK_FALSE(is_open(player.session));
  // Alone, Next passes over a question that is not answered.
  Player learner("cat");
  learner.settled("ask 1; next");
  CHECK(learner.session.question == 1);
  CHECK(learner.session.hall.poll_left == 0);
}

TEST_CASE("hall: by Next alone from the first lesson to the end of the course") {
  Player player("words");
  player.settled("present");
  std::set<std::string> seen;
  int presses = 0;
  for (; presses < 2000; ++presses) {
    const Session before = player.session;
    seen.insert(player.session.document->id);
    player.settled("next");
    CHECK(player.session.layout.present);
    if (player.session.document->id == before.document->id &&
        player.session.playhead.at == before.playhead.at &&
        player.session.question == before.question && !is_open(before) &&
        !player.session.next_lesson_offered)
      break;
  }
  CHECK(presses < 2000);
  CHECK(seen.size() == lessons().size());
}

TEST_CASE("presenter: what is told to come comes, at every stop") {
  for (const char* lesson : {"words", "cat", "mask", "scale"}) {
    Player player(lesson);
    player.settled("present");
    CAPTURE(lesson);
    for (int i = 0; i < 40; ++i) {
      const PresenterPicture before = paint_presenter(player.session, player.trace());
      CAPTURE(player.at());
      CHECK_FALSE(before.notes.empty());
      CHECK_FALSE(before.next.empty());
      const bool open = is_open(player.session);
      const int question = player.session.question;
      player.settled("next");
      if (player.session.next_lesson_offered) break;
      const PresenterPicture after = paint_presenter(player.session, player.trace());
      if (open)
        CHECK(player.session.question == question);
      else
        CHECK(before.next == after.now);
    }
  }
}
