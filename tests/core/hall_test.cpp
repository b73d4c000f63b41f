// What a lecturer puts over the picture, and questions asked of a hall.

#include <set>

#include <doctest/doctest.h>

#include "core/picture/panels.h"
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
  // What Next told, Back asks again.
  player.settled("back");
  CHECK(player.session.question == 0);
  CHECK(is_open(player.session));
  CHECK(player.session.hall.poll_left == kPollSeconds);
  player.settled("back");
  CHECK(player.session.question == -1);
  // Alone, Next passes over a question that is not answered.
  Player learner("cat");
  learner.settled("ask 1; next");
  CHECK(learner.session.question == 1);
  CHECK(learner.session.hall.poll_left == 0);
}

namespace {

/// Next to the end of the lesson, and Back from there: each state once more.
void walk_there_and_back(const std::string& lesson, const char* how) {
  CAPTURE(lesson);
  CAPTURE(how);
  Player player(lesson.c_str());
  player.settled(how);
  // What is known of the course, and what must not be told again, is no part of the way.
  const auto seen = [&] {
    Session session = player.session;
    session.progress.clear();
    session.last_lesson.clear();
    session.newcomer = 0;
    return session;
  };
  const auto knob = [&] {
    const RibbonPicture ribbon = paint_ribbon(player.session, player.trace());
    return static_cast<float>(ribbon.segment) + ribbon.within;
  };
  std::vector<Session> way{seen()};
  for (int steps = 0; steps < 300 && !player.session.next_lesson_offered; ++steps) {
    const float before = knob();
    player.settled("next");
    if (seen() == way.back() || player.session.notice != way.back().notice) break;
    CAPTURE(player.at());
    CHECK(knob() >= before);  // the timeline never jumps back
    way.push_back(seen());
  }
  REQUIRE(way.size() < 300);
  REQUIRE(player.session.question + 1 ==
          static_cast<int>(player.session.document->questions.size()));
  if (player.session.next_lesson_offered) player.settled("back");
  player.session.notice.clear();
  while (!way.empty()) {
    CAPTURE(way.size());
    CAPTURE(player.at());
    CAPTURE(player.session.question);
    CHECK(seen() == way.back());
    way.pop_back();
    player.settled("back");
  }
}

}  // namespace

TEST_CASE("hall: Back is the mirror of Next at every stop and question") {
  for (const LessonInfo& lesson : lessons())
    for (const char* how : {"present", "present; steps keys", "steps keys", "steps stages"})
      walk_there_and_back(lesson.id, how);
}

TEST_CASE("hall: a question that was open before has its clock in Present; at 0 it stays open") {
  Player player("cat");
  player.settled("ask 1; present");
  CHECK(player.session.hall.poll_left == kPollSeconds);
  player.wait(kPollSeconds + 1);
  CHECK(player.session.hall.poll_left == 0);
  CHECK(is_open(player.session));
}

TEST_CASE("hall: a number that was opened in Present is closed with it") {
  Player player("cat");
  player.settled("goto softmax; present; pin its cat weight; present");
  CHECK_FALSE(player.session.pinned);
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

TEST_CASE("hall: a number that the walk has not reached is not opened") {
  for (const char* at : {"start", "score:cat", "scale", "softmax:exp", "softmax", "mix"}) {
    CAPTURE(at);
    Player player("cat");
    player.settled(std::string("present; goto ") + at);
    const auto opens = [&](const char* number) {
      player.settled("pin off");
      player.settled(std::string("pin ") + number);
      return bool(player.session.pinned);
    };
    const Stage stage = player.session.playhead.at.stage;
    CHECK(opens("its cat score") == (stage != Stage::start));
    CHECK(opens("its cat scaled") == (stage >= Stage::scale));
    CHECK(opens("its cat weight") == (player.at() == "softmax:divide" || stage == Stage::mix));
    CHECK(opens("its output") == (stage == Stage::mix));
    CHECK(opens("its query"));
    CHECK_FALSE(opens("cat its score"));  // another word, whose walk has not begun
    player.settled("present");
    CHECK(opens("its cat weight"));  // at a desk any number explains itself
  }
}
