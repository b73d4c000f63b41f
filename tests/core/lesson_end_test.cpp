// The ends of a walk: the offers of the next lesson and of the one before.

#include <doctest/doctest.h>

#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

/// A lesson that has one after it, whatever lessons are built in; null when there is only one.
DocumentPtr lesson_with_a_next() {
  const auto all = lessons();
  return all.size() > 1 ? load_lesson(all[all.size() - 2].id) : nullptr;
}

}  // namespace

TEST_CASE("the last lesson, a file and a scene have no next lesson") {
  const auto all = lessons();
  CHECK(next_lesson_id(open_session(load_lesson(all.back().id))).empty());
  CHECK(next_lesson_id(open_session(random_document(3, 1))).empty());
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    CHECK(next_lesson_id(open_session(load_lesson(all[i].id))) == all[i + 1].id);
  }
}

TEST_CASE("without a next lesson Next at the end says that the walk is done") {
  Player player(random_document(3, 1));
  player.settled("end; next");
  CHECK(player.at() == "all:z");
  CHECK(player.session.notice.starts_with("The walk is done."));
  CHECK_FALSE(player.session.next_lesson_offered);
  player.settled("next; next");
  CHECK_FALSE(player.session.next_lesson_wanted);
  player.settled("back");
  CHECK(player.at() == "all:weights");
  CHECK(player.session.notice.empty());
}

TEST_CASE("Next at the end offers the next lesson; a second one asks for it") {
  const DocumentPtr document = lesson_with_a_next();
  if (!document) {
    MESSAGE("[skipped] there is only one lesson");
    return;
  }
  Player player(document);
  player.settled("end");
  // Its questions come first; Next passes what is not answered.
  for (std::size_t i = 0; i < document->questions.size(); ++i) player.settled("next");
  const Session at_end = player.session;
  player.press("next");
  CHECK(player.session.next_lesson_offered);
  CHECK_FALSE(player.session.next_lesson_wanted);
  CHECK(player.session.notice.find(lessons().back().title) != std::string::npos);
  CHECK_FALSE(moving(player.session));
  SUBCASE("a second Next asks for it") {
    player.press("next");
    CHECK(player.session.next_lesson_wanted);
  }
  SUBCASE("Back takes back the offer and nothing else") {
    player.press("back");
    CHECK(player.session == at_end);
  }
  SUBCASE("looking at it differently keeps the offer") {
    player.press("theme light");
    player.press("orbit 15 0");
    player.press("next");
    CHECK(player.session.next_lesson_wanted);
  }
  SUBCASE("choosing another word withdraws it") {
    player.press("select 0");
    player.press("next");
    CHECK_FALSE(player.session.next_lesson_wanted);
    CHECK(player.session.next_lesson_offered);
  }
}

TEST_CASE("Back at the start offers the lesson before; a second one opens its end") {
  if (lessons().size() < 2) {
    MESSAGE("[skipped] there is only one lesson");
    return;
  }
  CHECK(previous_lesson_id(open_session(load_lesson(lessons().front().id))).empty());
  CHECK(previous_lesson_id(open_session(random_document(3, 1))).empty());
  for (std::size_t i = 1; i < lessons().size(); ++i) {
    const LessonInfo &before = lessons()[i - 1], &own = lessons()[i];
    CAPTURE(own.id);
    Player player(load_lesson(own.id));
    CHECK(previous_lesson_id(player.session) == before.id);
    const Session at_start = player.session;
    player.press("back");
    CHECK(player.session.previous_lesson_offered);
    CHECK_FALSE(player.session.previous_lesson_wanted);
    CHECK(player.session.notice.find(title_of(before)) != std::string::npos);
    player.press("next");  // takes back the offer and nothing else
    CHECK(player.session == at_start);
    player.settled("back; back");
    CHECK(player.session.document->id == before.id);
    CHECK(player.session.question + 1 == before.questions);
    CHECK(player.session.notice.empty());
    // And the same two steps on again.
    player.settled("next");
    CHECK(player.session.next_lesson_offered);
    player.settled("next");
    CHECK(player.session.document->id == own.id);
    CHECK(player.session.playhead.target == Stop{});
  }
}

TEST_CASE("in Present Back comes to the told answer of the lesson before, as it stood there") {
  for (std::size_t i = 1; i < lessons().size(); ++i) {
    const LessonInfo& before = lessons()[i - 1];
    CAPTURE(before.id);
    Player player(load_lesson(lessons()[i].id));
    player.settled("present; back; back");
    CHECK(player.session.document->id == before.id);
    CHECK(player.session.layout.present);
    CHECK(player.session.question + 1 == before.questions);
    CHECK_FALSE(is_open(player.session));
    CHECK(player.session.hall.poll_left == 0);
    player.settled("next");
    CHECK(player.session.next_lesson_offered);
  }
}
