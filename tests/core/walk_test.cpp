// Every press in every state of the walk.

#include <limits>

#include <doctest/doctest.h>

#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

TEST_CASE("the cat lesson opens with its chosen, at Start, everything still") {
  Player player("cat");
  CHECK(player.session.row == 3);
  CHECK(player.at() == "start");
  CHECK_FALSE(moving(player.session));
  CHECK(step_number(player.session, player.trace()).step == 1);
  CHECK(step_number(player.session, player.trace()).of == 6);
}

TEST_CASE("Next: the beat runs for 0.6 s and rests") {
  Player player("cat");
  player.press("next");
  CHECK(player.at() == "score:plane");
  CHECK(player.session.playhead.progress == 0.0f);
  CHECK(moving(player.session));
  player.wait(0.3f);
  CHECK(player.session.playhead.progress == doctest::Approx(0.5));
  CHECK(player.moment(3).progress == doctest::Approx(0.5));  // eased, and symmetric
  player.wait(0.31f);
  CHECK(player.rests());
  CHECK(player.session.playhead == rest_at({Stage::score, Beat::score_plane, -1}));
  CHECK_FALSE(moving(player.session));
}

TEST_CASE("Next during a beat finishes it at once and goes on: no press is lost") {
  Player player("cat");
  player.press("next");
  player.wait(0.1f);
  player.press("next");
  CHECK(player.session.playhead.from == Stop{Stage::score, Beat::score_plane, -1});
  CHECK_FALSE(player.rests());
  player.press("next");
  player.press("next");
  player.wait(5);
  Player slow("cat");
  slow.settled("next; next; next; next");
  CHECK(player.at() == slow.at());
  CHECK(player.rests());
}

TEST_CASE("Back during a beat returns at once to where it came from") {
  Player player("cat");
  player.settled("goto score:cat");
  player.press("next");
  player.wait(0.1f);
  CHECK(player.at() == "score:ate");
  player.press("back");
  CHECK(player.at() == "score:cat");
  CHECK(player.rests());
}

TEST_CASE("Back at rest plays the beat backwards, and Next then returns to where it was") {
  Player player("cat");
  player.settled("goto score:cat");
  player.press("back");
  CHECK(player.at() == "score:cat");
  CHECK(player.session.playhead.progress == 1.0f);
  player.wait(0.15f);
  CHECK(player.session.playhead.progress == doctest::Approx(0.75));
  SUBCASE("it arrives") {
    player.wait(0.5f);
    CHECK(player.at() == "score:the");
    CHECK(player.rests());
  }
  SUBCASE("Back again: at once at its beginning, and on") {
    player.press("back");
    CHECK(player.session.playhead.from == Stop{Stage::score, Beat::score_key, 0});
    player.wait(5);
    CHECK(player.at() == "score:plane");
    CHECK(player.rests());
  }
  SUBCASE("Next: at once at its end") {
    player.press("next");
    CHECK(player.at() == "score:cat");
    CHECK(player.rests());
  }
}

TEST_CASE("Back at Start and Back twice do nothing odd") {
  Player player("cat");
  player.press("back");
  CHECK(player.at() == "start");
  CHECK_FALSE(moving(player.session));
  player.press("back-stage");
  CHECK(player.session.playhead == rest_at({}));
}

TEST_CASE("with nothing hidden Next passes Mask; a click on it stops there and says why") {
  Player player("cat");
  player.settled("goto scale; next");
  CHECK(player.at() == "softmax:max");
  player.settled("back");
  CHECK(player.at() == "scale");
  player.settled("goto mask");
  CHECK(player.at() == "mask");
  CHECK(player.session.notice.find("Nothing is hidden") == 0);
  SUBCASE("Next goes on from there, and Back during the beat returns there") {
    player.press("next");
    CHECK(player.at() == "softmax:max");
    CHECK(player.session.notice.empty());
    player.press("back");
    CHECK(player.at() == "mask");
  }
  SUBCASE("Back goes to Scale") {
    player.settled("back");
    CHECK(player.at() == "scale");
  }
  SUBCASE("a step number does not jump there") {
    CHECK(step_number(player.session, player.trace()).of == 6);
    CHECK(step_number(player.session, player.trace()).step == 3);
  }
}

TEST_CASE("with the scale off Next passes Scale; a click on it says why") {
  Player player("cat");
  player.settled("scale off; goto score; next");
  CHECK(player.at() == "softmax:max");
  player.settled("goto scale");
  CHECK(player.at() == "scale");
  CHECK(player.session.notice.find("scale is off") != std::string::npos);
  player.settled("mask causal; goto score; next");
  CHECK(player.at() == "mask");
}

TEST_CASE("a whole stage: to its last stop, the beats between one after another") {
  Player player("cat");
  player.press("next-stage");
  CHECK(player.at() == "score:plane");
  CHECK(player.session.playhead.target == Stop{Stage::score, Beat::score_key, 4});
  player.wait(0.61f);
  CHECK(player.at() == "score:the");
  player.wait(0.15f * 4);
  CHECK(player.at() == "score:fish");
  CHECK_FALSE(player.rests());
  SUBCASE("it arrives") {
    player.wait(0.6f);
    CHECK(player.rests());
    CHECK(player.at() == "score:fish");
    player.press("back-stage");
    player.wait(5);
    CHECK(player.at() == "start");
    CHECK(player.rests());
  }
  SUBCASE("Next finishes the whole stage at once and goes on") {
    player.press("next");
    player.wait(5);
    CHECK(player.at() == "scale");
    CHECK(player.rests());
  }
  SUBCASE("Back returns at once to where the whole movement began") {
    player.press("back");
    CHECK(player.at() == "start");
    CHECK(player.rests());
  }
}

TEST_CASE("Shift+Space from the middle of a stage goes to the end of the next one") {
  Player player("cat");
  player.settled("goto score:cat; next-stage");
  CHECK(player.at() == "scale");
  player.settled("next-stage");
  CHECK(player.at() == "softmax:divide");
  player.settled("back-stage");
  CHECK(player.at() == "scale");
  player.settled("goto mix:cat; back-stage");
  CHECK(player.at() == "softmax:divide");
}

TEST_CASE("Steps: stages makes Next and Back go by stage") {
  Player player("cat");
  player.settled("steps stages; next");
  CHECK(player.at() == "score:fish");
  player.settled("next; next; next; next");
  CHECK(player.at() == "all:z");
  player.settled("back");
  CHECK(player.at() == "mix:z");
}

TEST_CASE("from within the last stage a stage step ends the walk") {
  Player player("cat");
  player.settled("goto all:scores; next-stage");
  CHECK(player.at() == "all:z");
}

TEST_CASE("any time step is taken: none, negative, NaN, huge, infinite") {
  Player player("cat");
  player.press("next");
  const Session before = player.session;
  player.wait(0);
  player.wait(-1);
  player.wait(std::numeric_limits<float>::quiet_NaN());
  player.wait(-std::numeric_limits<float>::infinity());
  CHECK(player.session == before);
  SUBCASE("huge") { player.wait(1e30f); }
  SUBCASE("infinite") { player.wait(std::numeric_limits<float>::infinity()); }
  SUBCASE("in tiny pieces") {
    for (int i = 0; i < 700; ++i) player.wait(0.001f);
  }
  CHECK(player.session.playhead == rest_at({Stage::score, Beat::score_plane, -1}));
}

TEST_CASE("speed scales the beat, and stays within bounds") {
  Player player("cat");
  player.press("speed 2");
  player.press("next");
  player.wait(0.15f);
  CHECK(player.session.playhead.progress == doctest::Approx(0.5));
  player.press("speed 1000");
  CHECK(player.session.play_speed == 4.0f);
  player.press("speed 0");
  CHECK(player.session.play_speed == 0.25f);
  player.act(action::Speed{std::numeric_limits<float>::quiet_NaN()});
  CHECK(player.session.play_speed == 0.25f);
}

TEST_CASE("reduced motion jumps, and ends what is moving") {
  Player player("cat");
  player.press("next");
  player.press("reduced-motion on");
  CHECK(player.rests());
  player.press("next");
  CHECK(player.at() == "score:the");
  CHECK_FALSE(moving(player.session));
  player.press("back");
  CHECK(player.at() == "score:plane");
  player.press("select cat");
  player.press("toggle-causal");
  player.press("home");
  CHECK_FALSE(moving(player.session));
}

TEST_CASE("Play sets out at once, waits 1.2 s at each stop, ends at the end") {
  Player player("cat");
  player.press("play");
  player.wait(0.01f);
  CHECK(player.at() == "score:plane");
  player.wait(0.6f);
  CHECK(player.rests());
  player.wait(1.1f);
  CHECK(player.at() == "score:plane");
  player.wait(0.15f);
  CHECK(player.at() == "score:the");
  player.wait(1000);
  CHECK(player.at() == "all:z");
  CHECK_FALSE(player.session.playing);
  CHECK_FALSE(moving(player.session));
  CHECK_FALSE(player.session.next_lesson_offered);
  SUBCASE("pressed at the end it begins anew") {
    player.press("play");
    CHECK(player.at() == "start");
    CHECK(player.session.playing);
  }
}

TEST_CASE("Play takes its whole time, however it is cut") {
  Player whole("cat"), pieces("cat");
  whole.press("play");
  pieces.press("play");
  whole.wait(7.35f);
  for (int i = 0; i < 735; ++i) pieces.wait(0.01f);
  CHECK(whole.session.playhead.at == pieces.session.playhead.at);
  CHECK(whole.session.playhead.progress ==
        doctest::Approx(pieces.session.playhead.progress).epsilon(0.01));
}

TEST_CASE("Play pressed during a beat waits at its end") {
  Player player("cat");
  player.press("next");
  player.press("play");
  player.wait(0.7f);
  CHECK(player.at() == "score:plane");
  CHECK(player.rests());
  player.wait(1.15f);
  CHECK(player.at() == "score:the");
}

TEST_CASE("any key stops Play, but not speed and theme") {
  for (const char* key : {"next", "back", "select cat", "toggle-causal", "toggle-scale", "rewind",
                          "goto score", "play", "orbit 15 0", "present", "fold story", "undo"}) {
    Player player("cat");
    player.press("play");
    player.press("speed 2");
    player.press("theme light");
    CHECK(player.session.playing);
    player.press(key);
    CHECK_MESSAGE(!player.session.playing, std::string(key));
    CHECK(player.session.play_wait == 0.0f);
  }
}

TEST_CASE("Next while playing goes on by hand, also from within a beat") {
  Player player("cat");
  player.press("play");
  player.wait(0.3f);
  player.press("next");
  player.wait(5);
  CHECK(player.at() == "score:the");
  CHECK(player.rests());
  CHECK_FALSE(moving(player.session));
}

TEST_CASE("Play by stages rests at the end of each") {
  Player player("cat");
  player.press("steps stages");
  player.press("play");
  player.wait(0.6f + 0.15f * 4 + 0.6f + 0.5f);
  CHECK(player.at() == "score:fish");
  CHECK(player.rests());
  CHECK(player.session.playing);
}

TEST_CASE("settle is what waiting leads to") {
  for (const char* key : {"next", "back", "next-stage", "back-stage", "play", "select fish",
                          "toggle-causal", "home", "present"}) {
    Player settled("cat");
    settled.settled("goto mix:cat; orbit 30 5");
    settled.press(key);
    Player waited = settled;
    settled.settle_all();
    waited.wait(3600);
    CHECK_MESSAGE(settled.session == waited.session, std::string(key));
    const Session once = settled.session;
    settled.settle_all();
    CHECK(settled.session == once);
  }
}

TEST_CASE("a row with nothing to see: Mix is z alone") {
  Player player("cat");
  player.settled("mask padding:5; goto softmax; next");
  CHECK(player.at() == "mix:z");
  player.settled("next");
  CHECK(player.at() == "all:scores");
}

TEST_CASE("a tab that is clicked holds until the stage changes") {
  Player player("cat");
  player.settled("goto score:the");
  CHECK(tab_of(player.session) == Tab::scores);
  player.settled("tab weights; next");
  CHECK(tab_of(player.session) == Tab::weights);
  player.settled("goto score; next");
  CHECK(tab_of(player.session) == Tab::scaled);
  player.settled("next");
  CHECK(tab_of(player.session) == Tab::weights);
  player.settled("goto all:scores");
  CHECK(tab_of(player.session) == Tab::scores);
  player.settled("tab weights; next");
  CHECK(tab_of(player.session) == Tab::masked);
}

TEST_CASE("All words: the rows fill together, and Back empties them again") {
  Player player("cat");
  player.settled("goto mix:z");
  const Stop last_score{Stage::score, Beat::score_key, 4};
  const auto amount_of_fish = [&](const Stop& stop) {
    return amount(walk_shape(player.session, player.trace(), 4), player.moment(4), stop);
  };
  CHECK(amount_of_fish(last_score) == 0.0f);
  player.press("next");
  player.wait(0.3f);
  CHECK(amount_of_fish(last_score) == doctest::Approx(0.5));
  CHECK(amount_of_fish({Stage::score, Beat::score_key, 0}) == doctest::Approx(0.5));
  player.settle_all();
  CHECK(amount_of_fish(last_score) == 1.0f);
  CHECK(amount_of_fish({Stage::softmax, Beat::softmax_divide, -1}) == 0.0f);
  player.settled("next; next");
  CHECK(amount_of_fish({Stage::softmax, Beat::softmax_divide, -1}) == 1.0f);
  CHECK(amount_of_fish({Stage::mix, Beat::mix_z, -1}) == 0.0f);
  player.settled("next");
  CHECK(amount_of_fish({Stage::mix, Beat::mix_z, -1}) == 1.0f);
  player.settled("goto mix:z");
  CHECK(amount_of_fish(last_score) == 0.0f);
}

TEST_CASE("a recording opens at its end, passes what it lacks, and refuses edits with a reason") {
  Player player(recorded_document(6, true));
  CHECK(player.at() == "all:weights");
  CHECK(player.session.scene == Scene::sentence);
  player.settled("rewind");
  CHECK(tab_of(player.session) == Tab::scaled);
  player.settled("next");
  CHECK(player.at() == "scale");
  player.act(action::GoTo{{Stage::score, Beat::score_plane, -1}});
  CHECK(player.at() == "scale");
  CHECK(player.session.notice.find("no numbers") != std::string::npos);
  const AttentionOptions before = player.session.options;
  for (const char* edit : {"toggle-causal", "toggle-scale", "scale off", "mask window:2"}) {
    player.press(edit);
    CHECK(player.session.options == before);
    CHECK(player.session.notice.find("recorded") != std::string::npos);
    CHECK(player.session.history.done.empty());
  }
  player.settled("look 1 0 1");
  CHECK(player.session.slice == Slice{1, 0, 1});
  player.settled("look 99 7 -3");
  CHECK(player.session.slice == Slice{1, 0, 0});

  Player weights(recorded_document(6, false));
  CHECK(tab_of(weights.session) == Tab::weights);
  weights.settled("rewind; next");
  CHECK(weights.at() == "softmax:divide");
  weights.settled("next");
  CHECK(weights.at() == "all:weights");
}
