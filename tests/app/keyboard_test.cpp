// What a typed character asks for while a question is asked.

#include "app/views/keyboard.h"

#include <doctest/doctest.h>

#include "tests/support/player.h"

using namespace qkv;

namespace {

Intents typed(const Session& session, char32_t code, ViewState& view) {
  Intents intents;
  on_typed(code, session, view, intents);
  return intents;
}

}  // namespace

TEST_CASE("digits answer a question and never choose another word while one is asked") {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    const Document& document = *player.session.document;
    for (std::size_t q = 0; q < document.questions.size(); ++q) {
      CAPTURE(lesson.id);
      CAPTURE(document.questions[q].id);
      player.act(action::Ask{static_cast<int>(q)});
      player.settle_all();
      for (const char32_t code : U"123456789") {
        if (code == 0) continue;
        ViewState view;
        const Intents open = typed(player.session, code, view);
        const Question& question = document.questions[q];
        const int digit = static_cast<int>(code - U'1');
        const int count = question.kind == Question::Kind::word ? document.m()
                          : question.kind == Question::Kind::choose
                              ? static_cast<int>(question.holds.size())
                              : 0;
        REQUIRE(open.actions.size() == (digit < count ? 1 : 0));
        if (digit < count) {
          const auto* answer = std::get_if<action::Answer>(&open.actions.front());
          REQUIRE(answer != nullptr);
          CHECK(answer->key == digit);
        }
        CHECK((view.popup.name == "answer") == (question.kind == Question::Kind::number));
      }
      // The clipboard is no sentence while a question is asked.
      ViewState pasted;
      Intents paste;
      event::KeyDown ctrl_v{Key::letter, 'v', false, true, false};
      on_key(ctrl_v, player.session, Page{}, pasted, paste);
      CHECK_FALSE(paste.paste);
      CHECK((pasted.popup.name == "answer") ==
            (document.questions[q].kind == Question::Kind::number));
      Session answered = player.session;
      answered.answers[q].answered = true;
      ViewState view;
      CHECK(typed(answered, U'2', view).actions.empty());
    }
  }
  Player cat("cat");
  ViewState view;
  const Intents intents = typed(cat.session, U'2', view);
  REQUIRE(intents.actions.size() == 1);
  CHECK(std::get<action::Select>(intents.actions.front()).row == 1);
}

TEST_CASE("K shows the code over an open number at once; K again or Escape gives it back") {
  Player player("cat");
  player.settled("end; pin its cat weight");
  ViewState view;
  const auto key = [&](char32_t code) {
    for (const Action& action : typed(player.session, code, view).actions) player.act(action);
  };
  const auto escape = [&] {
    Intents intents;
    on_key({Key::escape, 0, false, false, false}, player.session, Page{}, view, intents);
    for (const Action& action : intents.actions) player.act(action);
  };
  key(U'k');
  CHECK(shows_code(player.session));
  key(U'k');
  CHECK(shows_chain(player.session));
  key(U'k');
  escape();
  CHECK(shows_chain(player.session));
  key(U'k');
  key(U'e');  // the number comes back before it is closed
  CHECK(shows_chain(player.session));
  escape();
  CHECK_FALSE(player.session.pinned);
}

TEST_CASE("Shift takes the other step size: a stage, and in a hall one stop") {
  Player player("cat");
  const auto press = [&](Key key, bool shift) {
    ViewState view;
    Intents intents;
    on_key({key, 0, shift, false, false}, player.session, Page{}, view, intents);
    for (const Action& action : intents.actions) player.act(action);
    player.settle_all();
    return player.at();
  };
  CHECK(press(Key::right, true) == "score:fish");
  CHECK(press(Key::space, false) == "scale");
  player.settled("goto start; present");
  CHECK(press(Key::page_down, true) == "score:plane");
  CHECK(press(Key::space, true) == "score:the");
  CHECK(press(Key::left, true) == "score:plane");
  CHECK(press(Key::page_down, false) == "score:fish");
  CHECK(player.session.steps == StepSize::stages);
}

TEST_CASE("letters belong to a number that is asked for, but none opens a field in a hall") {
  Player cat("cat");
  cat.act(action::Ask{1});
  cat.settle_all();
  ViewState view;
  for (const char32_t code : U"Naf1")
    if (code != 0) CHECK(typed(cat.session, code, view).actions.empty());
  CHECK(view.popup.name == "answer");
  CHECK(view.popup.path == "Naf1");

  cat.act(action::Present{});
  for (int question = 0; question < 2; ++question) {
    CAPTURE(question);
    cat.act(action::Ask{question});
    cat.settle_all();
    view = {};
    CHECK(typed(cat.session, U'n', view).presenter);
    CHECK(typed(cat.session, U'N', view).presenter);
    CHECK(typed(cat.session, U'b', view).actions.size() == 1);
    CHECK(typed(cat.session, U'g', view).actions.size() == 1);
    for (char32_t code = U' '; code < 127; ++code) typed(cat.session, code, view);
    CHECK(view.popup.name.empty());
  }
}
