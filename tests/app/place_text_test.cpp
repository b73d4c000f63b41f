// Where a lecture goes on that the program's death has broken off.

#include <sstream>

#include <doctest/doctest.h>

#include "app/frame/place_file.h"
#include "core/session/action.h"
#include "tests/support/player.h"

using namespace qkv;

TEST_CASE("a lecture that broke off goes on at its stop, its question and what was told of it") {
  for (const char* script :
       {"present; goto softmax:exp", "select ate; present; goto mix", "present; end; ask 1",
        "present; end; ask 1; reveal", "present; select ate; end; ask 2; reveal",
        "present; end; ask 1; answer word cat", "goto score:cat; ask 2"}) {
    CAPTURE(std::string(script));
    Player player("cat");
    player.settled(script);
    std::istringstream lines(place_text(player.session, ""));
    std::string input, again;
    std::getline(lines, input);
    std::getline(lines, again);
    CHECK(input == "cat");
    Player next("cat");
    next.settled(again);
    CHECK(next.session.layout.present == player.session.layout.present);
    CHECK(next.session.question == player.session.question);
    CHECK(next.session.playhead == player.session.playhead);
    CHECK(next.session.row == player.session.row);
    CHECK(next.session.hall.poll_left == player.session.hall.poll_left);
    CHECK(next.session.before_questions.has_value() == player.session.before_questions.has_value());
    if (!player.session.before_questions) continue;
    CHECK(next.session.before_questions->stop == player.session.before_questions->stop);
    CHECK(next.session.before_questions->row == player.session.before_questions->row);
    const auto asked = static_cast<std::size_t>(player.session.question);
    CHECK(next.session.answers[asked] == player.session.answers[asked]);
  }
}
