// A question that asks for a cell: what is lit and said when it is answered.

#include <string>

#include <doctest/doctest.h>

#include "core/picture/picture.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

int cell_question(const Document& document) {
  for (std::size_t i = 0; i < document.questions.size(); ++i)
    if (document.questions[i].kind == Question::Kind::cell) return static_cast<int>(i);
  return -1;
}

Player answered(const char* lesson, int row, int key) {
  Player player(lesson);
  player.settled("end");
  player.act(action::Ask{cell_question(*player.session.document)});
  player.act(action::Answer{Question::Kind::cell, row, key, 0});
  player.settle_all();
  return player;
}

}  // namespace

TEST_CASE("a wrong cell leads to the right one: row, beams, frame and words") {
  Player player = answered("words", 0, 0);
  const Picture picture = paint(player.session, player.trace(), nullptr);
  CHECK(player.session.row == 3);  // its
  CHECK(picture.table.chosen == 3);
  CHECK(picture.table.marked_row == 3);
  CHECK(picture.table.marked_column == 1);
  CHECK(picture.story.question.prompt == "row \u201cthe\u201d, column \u201cthe\u201d");
  CHECK(picture.story.question.verdict.find("row \u201cits\u201d, column \u201ccat\u201d") !=
        std::string::npos);
  player.settled("queries columns");
  CHECK(paint(player.session, player.trace(), nullptr)
            .story.question.verdict.find("column \u201cits\u201d, row \u201ccat\u201d") !=
        std::string::npos);
  player.settled("back; back; back");
  REQUIRE(player.session.question == -1);
  CHECK(player.at() == "part:suitcase");
}

TEST_CASE("of several right cells the one beside the wrong one is lit, and a right one itself") {
  Player wrong = answered("mask", 2, 2);
  const TablePicture table = paint(wrong.session, wrong.trace(), nullptr).table;
  CHECK(table.chosen == 2);
  CHECK(table.marked_row == 2);
  CHECK(table.marked_column == 3);
  Player right = answered("mask", 1, 4);
  CHECK(right.session.answers[0].right);
  CHECK(right.session.row == 1);
  const TablePicture hit = paint(right.session, right.trace(), nullptr).table;
  CHECK(hit.marked_row == 1);
  CHECK(hit.marked_column == 4);
}
