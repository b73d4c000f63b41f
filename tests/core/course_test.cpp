// Where one goes on in the course.

#include "core/session/course.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/picture/panels.h"
#include "core/session/knob_places.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

/// The lesson as the next run of the program opens it, after what `player` did.
Player reopened(const Player& player) {
  Player next(load_lesson(player.session.document->id));
  remember(next.session, player.session.progress, player.session.last_lesson);
  go_where_left(next.session);
  return next;
}

void answer_all(Player& player) {
  const auto count = player.session.document->questions.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Question& question = player.session.document->questions[i];
    player.act(action::Ask{static_cast<int>(i)});
    player.act(action::Answer{question.kind, 0, 0, 1});
    player.settle_all();
  }
}

std::string go_on_in_contents(const Session& session) {
  for (const ContentsPicture::Entry& entry : paint_contents(session).entries)
    if (entry.next) return entry.id;
  return {};
}

}  // namespace

TEST_CASE("every lesson goes on at every stop, as it was left there") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    Player player(lesson.id.c_str());
    const std::string end = [&] {
      Player last(lesson.id.c_str());
      last.settled("end");
      return last.at();
    }();
    for (int presses = 0; player.at() != end && presses < 200; ++presses) {
      player.settled("next");
      const Player next = reopened(player);
      CHECK(next.session.playhead == player.session.playhead);
      CHECK(next.session.row == player.session.row);
      CHECK(next.session.notice != "");
      CHECK(next.session.history.done.empty());
    }
  }
}

TEST_CASE("knobs, answers and the question that is asked are kept") {
  Player knobs("scale");
  knobs.settled("next; next");
  const Document& document = *knobs.session.document;
  REQUIRE(!document.knobs.empty());
  const int most = document.knobs[0].places() - 1;
  knobs.act(action::TurnKnob{0, most});
  CHECK(knob_places(reopened(knobs).session) == knob_places(knobs.session));

  Player asked("cat");
  asked.settled("end; next");
  REQUIRE(asked.session.question == 0);
  asked.settled("answer word cat; next");
  Player next = reopened(asked);
  CHECK(next.session.question == 1);
  CHECK(next.session.answers == asked.session.answers);
  CHECK(next.at() == asked.at());
  next.settled("back; back");
  CHECK(next.session.question == -1);
  CHECK(next.at() == "all:z");
}

TEST_CASE("mask and scale go on as they were switched") {
  for (const char* const switched : {"mask full", "mask causal+window:3; scale off", "scale 0.25",
                                     "hide its the", "scale off"}) {
    CAPTURE(switched);
    Player player("mask");
    player.settled(std::string("goto score; ") + switched + "; goto softmax");
    const Player next = reopened(player);
    CHECK(next.session.options == player.session.options);
    CHECK(next.session.playhead == player.session.playhead);
    CHECK(next.session.history.done.empty());
  }
  // A question has a mask of its own; the walk's waits behind it.
  Player asked("mask");
  asked.settled("scale off; end; ask 3");
  Player next = reopened(asked);
  CHECK(next.session.question == 2);
  CHECK(next.session.options == asked.session.options);
  next.settled("back; back; back");
  REQUIRE(next.session.question == -1);
  CHECK(next.session.options.scale == 1.0f);
  // Switched back there is nothing to remember.
  Player back("mask");
  back.settled("goto score; mask full; mask causal");
  CHECK(back.session.progress["mask"].place.find("mask") == std::string::npos);
}

TEST_CASE("playing counts as walking") {
  Player player("cat");
  player.settled("play");
  CHECK(player.session.progress.at("cat").walked);
  Player half("cat");
  half.press("play");
  half.wait(3);
  half.press("play");
  half.wait(3);
  REQUIRE(half.at() != "start");
  CHECK(reopened(half).at() == half.at());
}

TEST_CASE("a place that the lesson no longer has is its start") {
  for (const char* place : {"select its; reach its part:gone", "junk", "ask 99", "lesson mask",
                            "reach nobody score:cat", "goto score; goto score:cat"}) {
    CAPTURE(place);
    Player player("cat");
    player.session.progress["cat"].place = place;
    const Session before = player.session;
    go_where_left(player.session);
    CHECK(player.session == before);
  }
}

TEST_CASE("one goes on in the last lesson until it is finished, then in the next") {
  Session first;
  CHECK(lesson_to_go_on_in(first) == lessons().front().id);

  Player player("chai");
  CHECK(lesson_to_go_on_in(player.session) == "chai");
  player.settled("next; next");
  CHECK(go_on_in_contents(player.session) == "chai");
  player.settled("end");
  CHECK(go_on_in_contents(player.session) == "chai");  // its questions are still to come
  answer_all(player);
  CHECK(player.session.progress.at("chai").place == "");
  CHECK(lesson_to_go_on_in(player.session) == "cat");
  CHECK(go_on_in_contents(player.session) == "cat");
  CHECK(reopened(player).at() == "start");  // a finished lesson reopens at its start

  // Whoever walks it again goes on in it again, whatever happens to the program meanwhile.
  Player again = reopened(player);
  again.settled("next; next; next");
  CHECK(lesson_to_go_on_in(again.session) == "chai");
  CHECK(reopened(again).at() == again.at());
  again.settled("end");
  CHECK(lesson_to_go_on_in(again.session) == "cat");
}

TEST_CASE("a lesson that is opened from another one goes on where it was left") {
  Player player("chai");
  player.settled("next; next; next");
  const std::string left = player.at();
  player.session = open_where_left(player.session, load_lesson("mask"));
  CHECK(player.at() == "start");
  CHECK(player.session.last_lesson == "mask");
  player.session = open_where_left(player.session, load_lesson("chai"));
  CHECK(player.at() == left);
  // A script begins where the lesson does.
  player.settled("lesson mask; next; lesson chai");
  CHECK(player.at() == "start");
}

TEST_CASE("the second lecture opens every lesson at its start, as the first did") {
  Player player("words");
  player.settled("present");
  for (int lecture = 0; lecture < 2; ++lecture) {
    CAPTURE(lecture);
    for (int lesson = 0; lesson < 4; ++lesson) {
      CAPTURE(player.session.document->id);
      CHECK(player.session.playhead.target == Stop{});
      CHECK(player.session.question == -1);
      for (int presses = 0; presses < 300 && !player.session.next_lesson_offered; ++presses)
        player.settled("next");
      REQUIRE(player.session.next_lesson_offered);
      CHECK(player.session.progress[player.session.document->id].place.empty());
      CHECK(reopened(player).at() == "start");
      player.session = open_next(player.session, load_lesson(next_lesson_id(player.session)));
    }
    player.session = open_where_left(player.session, load_lesson("words"));
  }
  // Also one that was broken off; at a desk it goes on where it was left.
  player.settled("next; next");
  const std::string left = player.at();
  const Session here = player.session;
  CHECK(open_next(here, load_lesson("words")).playhead.target == Stop{});
  player.settled("present");
  player.session = open_next(player.session, load_lesson("words"));
  CHECK(player.at() == left);
}
