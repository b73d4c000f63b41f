// What a typed character asks for while a question is asked.

#include "app/views/keyboard.h"

#include <doctest/doctest.h>

#include "core/page/layout.h"
#include "core/picture/picture.h"
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

TEST_CASE("numbers are guesses while a row is predicted, and never choose another word") {
  Player cat("cat");
  ViewState view;
  // What is typed, up to the number it is for.
  const auto type = [&](std::u32string_view number) {
    view.popup = {};
    for (const char32_t code : number) CHECK(typed(cat.session, code, view).actions.empty());
    return view.popup.name == "guess" ? view.popup.about.column : -1;
  };
  const auto confirm = [&](int key, float value) {
    cat.act(action::Guess{key, value});
    view.guessed = key;
  };
  cat.settled("predict weights its");
  CHECK(type(U"0.3") == 0);
  CHECK(view.popup.path == "0.3");
  CHECK(view.popup.about == Quantity{Quantity::Kind::weight, 0, 0, 3, 0});
  confirm(0, 0.3f);
  cat.press("guess cat 0.5");  // drawn
  CHECK(type(U".1") == 2);
  confirm(2, 0);  // is a guess as well
  CHECK(type(U"1") == 3);
  confirm(3, 0.1f);
  CHECK(type(U"1") == 4);
  confirm(4, 0.1f);
  CHECK(type(U"1") == 2);
  CHECK(cat.session.prediction->guess[1] == 0.5f);

  // Letters stay shortcuts; once it is revealed digits are words again.
  view.popup = {};
  for (const Action& action : typed(cat.session, U'g', view).actions) cat.act(action);
  REQUIRE(cat.session.prediction->revealed);
  const Intents intents = typed(cat.session, U'2', view);
  REQUIRE(intents.actions.size() == 1);
  CHECK(std::get<action::Select>(intents.actions.front()).row == 1);
  CHECK(view.popup.name.empty());

  cat.settled("predict scores its fish");  // one number alone
  CHECK(type(U"-2") == 4);
  CHECK(view.popup.about.kind == Quantity::Kind::score);
}

TEST_CASE("on the page of the course the arrows go among the lessons, never to another word") {
  Player player("cat");
  for (const bool gallery : {false, true}) {
    for (const glm::ivec2 pixels : {glm::ivec2(1440, 900), glm::ivec2(1280, 720)}) {
      CAPTURE(gallery);
      CAPTURE(pixels.y);
      player.act(action::Contents{true, gallery});
      const PageSize size{pixels.x, pixels.y, 1};
      const Page page =
          layout(player.session, paint(player.session, player.trace(), nullptr), size);
      ViewState view;
      Intents intents;
      const auto lesson = [&](Key key) -> std::string {
        on_key({key, 0, false, false, false}, player.session, page, view, intents);
        CHECK(intents.actions.empty());
        const Hit* hit = focused_hit(page, view);
        REQUIRE(hit != nullptr);
        const auto* opens = std::get_if<action::OpenLesson>(&hit->actions.front());
        return opens == nullptr ? "" : opens->id;
      };
      CHECK_FALSE(lesson(Key::down).empty());
      const Key back = gallery ? Key::left : Key::up, ahead = gallery ? Key::right : Key::down;
      for (std::size_t i = 0; i < lessons().size(); ++i) lesson(back);
      for (const LessonInfo& info : lessons()) {
        CHECK(focused_hit(page, view)->name.find(info.title) != std::string::npos);
        lesson(ahead);
      }
      CHECK(lesson(ahead) == lessons().back().id);
      CHECK(lesson(back) != lessons().back().id);
      // Across, and Enter opens.
      for (const Key key : {Key::left, Key::right, Key::up, Key::down})
        CHECK_FALSE(lesson(key).empty());
      const std::string here = lesson(back);
      on_key({Key::enter, 0, false, false, false}, player.session, page, view, intents);
      REQUIRE(intents.actions.size() == 1);
      CHECK(std::get<action::OpenLesson>(intents.actions.front()).id == here);
    }
  }
}
