// Every lesson there is, walked as a learner walks it. A lesson that is added is walked too.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/assets/assets.h"
#include "core/document/qkv_file.h"
#include "core/session/knob_places.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "core/text/texts.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"
#include "tests/support/speaking.h"

using namespace qkv;

namespace {

const PageSize kSizes[] = {{1280, 720}, {3840, 2160}};

std::string text_of_lines(const std::vector<Line>& lines) {
  std::string all;
  for (const Line& line : lines) {
    for (const Span& span : line) all += span.text;
    all += "\n";
  }
  return all;
}

StoryPicture story_of(Player& player) {
  const Trace& now = player.trace();
  return paint_story(player.session, now, player.traces.before(player.session));
}

/// Everything that can be wrong with the page of this moment, in both themes and sizes.
std::string faults_here(Player& player) {
  std::string found;
  const Theme before = player.session.theme;
  for (const Theme theme : {Theme::dark, Theme::light}) {
    player.session.theme = theme;
    const Trace& now = player.trace();
    const Picture picture = paint(player.session, now, player.traces.before(player.session));
    for (const PageSize& size : kSizes) {
      const auto page = test::panels_page(player.session, picture, size);
      const std::string here =
          test::faults(page, player.session) + test::unreadable(page, player.session);
      if (!here.empty()) found += "\n  " + std::to_string(size.width) + " " + here.substr(0, 300);
      const Page whole = layout(player.session, picture, size);
      const std::string cut = test::cut_panels(whole);
      if (!cut.empty()) found += "\n  " + std::to_string(size.width) + cut;
      const std::string scene = test::scene_faults(player.session, whole, size);
      if (!scene.empty()) found += "\n  " + std::to_string(size.width) + " " + scene;
      for (const Item& item : whole.items) {
        const auto* text = std::get_if<Text>(&item.shape);
        if (text != nullptr && text->text.find_first_of("{}") != std::string::npos)
          found += " [not filled in] " + text->text;
      }
    }
  }
  player.session.theme = before;
  return found;
}

/// The numbers that a lesson's own text names stand in what is shown, read here anew.
void check_quoted(Player& player, const std::map<std::string, std::string>& words,
                  const std::string& shown) {
  const auto own = words.find(std::string(language()));
  if (own == words.end()) return;
  const Document& document = *player.session.document;
  for (const std::string& name : names_in_braces(own->second)) {
    if (is_name_of_moment(name)) continue;
    const Reference reference = parse_reference(name, document);
    AttentionOptions options = player.session.options;
    if (reference.changes()) {
      options = document.options;
      apply_changes(reference, options);
    }
    Trace trace;
    trace_of(document, options, player.session.slice, trace);
    const int head = reference.head.value_or(player.session.slice.head);
    const auto pieces = pieces_at(document, knob_places(player.session));
    const TraceView view{document, trace, head, pieces.get()};
    const auto digits = [](double value) {
      std::set<std::string> forms;
      for (int d = 0; d <= 3; ++d) forms.insert({format_number(value, d), format_fixed(value, d)});
      return forms;
    };
    const auto stands = [&](double value) {
      const auto forms = digits(value);
      return std::any_of(forms.begin(), forms.end(), [&](const std::string& form) {
        return shown.find(form) != std::string::npos;
      });
    };
    CAPTURE(name);
    CAPTURE(shown);
    using Kind = Reference::Kind;
    switch (reference.kind) {
      case Kind::score:
        CHECK(stands(static_cast<double>(trace.score(head, reference.row, reference.column))));
        break;
      case Kind::scaled:
        CHECK(stands(static_cast<double>(trace.scaled(head, reference.row, reference.column))));
        break;
      case Kind::weight:
        CHECK(stands(static_cast<double>(trace.weight(head, reference.row, reference.column))));
        break;
      case Kind::piece: {
        CHECK(shown.find(said(reference, view)) != std::string::npos);
        if (!reference.figures || !reference.knobs.empty()) break;
        const auto own_piece = pieces->find(reference.piece);
        const Tensor& piece = own_piece == pieces->end()
                                  ? document.pieces->given.at(reference.piece)
                                  : own_piece->second;
        const auto at = static_cast<std::size_t>(reference.row * piece.columns + reference.column);
        // Read back from what is shown: the same number to so many digits.
        std::string digits_shown = said(reference, view);
        const std::string_view parted = text("app.thousands");
        for (std::size_t found; (found = digits_shown.find(parted)) != std::string::npos;)
          digits_shown.erase(found, parted.size());
        if (digits_shown.starts_with("\u2212")) digits_shown.replace(0, 3, "-");
        CHECK(std::stod(digits_shown) ==
              doctest::Approx(static_cast<double>(piece.data.at(at)))
                  .epsilon(0.51 * std::pow(10.0, 1 - *reference.figures)));
        break;
      }
      case Kind::percent:
        CHECK(
            stands(100 * static_cast<double>(trace.weight(head, reference.row, reference.column))));
        break;
      default:
        CHECK(shown.find("{" + name + "}") == std::string::npos);
        CHECK_FALSE(said(reference, view).empty());
        CHECK(shown.find(said(reference, view)) != std::string::npos);
    }
  }
}

void check_stop(Player& player) {
  CAPTURE(player.at());
  CHECK(faults_here(player) == "");
  const StoryPicture story = story_of(player);
  for (const StepText& step : player.session.document->steps)
    if (step.at == player.at()) check_quoted(player, step.text, text_of_lines(story.text));
}

Given given_of(const action::Answer& answer) {
  return {true, false, false, answer.row, answer.key, answer.number};
}

std::vector<action::Answer> all_answers(const Document& document, const Question& question) {
  std::vector<action::Answer> all;
  const auto add = [&](int row, int key, float number) {
    action::Answer answer;
    answer.kind = question.kind;
    answer.row = row;
    answer.key = key;
    answer.number = number;
    all.push_back(answer);
  };
  switch (question.kind) {
    case Question::Kind::word:
      for (int key = 0; key < document.m(); ++key) add(-1, key, 0);
      break;
    case Question::Kind::cell:
      for (int row = 0; row < document.n(); ++row)
        for (int key = 0; key < document.m(); ++key) add(row, key, 0);
      break;
    case Question::Kind::choose:
      for (int key = 0; key < static_cast<int>(question.holds.size()); ++key) add(-1, key, 0);
      break;
    case Question::Kind::number: {
      const QuestionTrace own = question_trace(document, question);
      const double value = value_of(question.answer.left, {document, own.trace, own.head});
      add(-1, -1, static_cast<float>(value));
      add(-1, -1, static_cast<float>(value + 1));
    }
  }
  return all;
}

/// One right and one wrong answer are there, and both lead on.
void check_question(Player& player) {
  const auto i = static_cast<std::size_t>(player.session.question);
  const Document& document = *player.session.document;
  const Question& question = document.questions[i];
  CAPTURE(question.id);
  CHECK(faults_here(player) == "");
  const StoryPicture before = story_of(player);
  CHECK_FALSE(before.question.answered);
  CHECK(before.sums.empty());  // nothing is given away
  if (player.session.playhead.at.stage < Stage::all) {
    const Trace& now = player.trace();
    const TablePicture table = paint_table(player.session, now, nullptr);
    for (int row = 0; row < table.rows; ++row)
      for (int column = 0; column < table.columns && row != player.session.row; ++column)
        CHECK(table.cell(row, column).fill == 0);
    if (question.kind == Question::Kind::cell)
      for (const TablePicture::Cell& cell : table.cells) CHECK_FALSE(cell.outline);
  }
  const QuestionTrace own = question_trace(document, question);
  CHECK(player.session.options == own.options);
  std::optional<action::Answer> right, wrong;
  int rights = 0;
  for (const action::Answer& answer : all_answers(document, question)) {
    const bool is = is_right(document, question, given_of(answer));
    (is ? right : wrong) = answer;
    rights += is ? 1 : 0;
  }
  REQUIRE(right);
  REQUIRE(wrong);
  if (question.kind == Question::Kind::choose) CHECK(rights == 1);
  const Session asked = player.session;
  for (const bool is : {false, true}) {
    player.session = asked;
    // As text and back: an answer is replayed like any other move.
    player.settled(text_of(is ? *right : *wrong, player.session));
    CAPTURE(is);
    CHECK(player.session.answers[i].answered);
    CHECK(player.session.answers[i].right == is);
    CHECK(faults_here(player) == "");
    const StoryPicture after = story_of(player);
    CHECK(after.question.verdict.find(
              after.question.kind == Question::Kind::number
                  ? said(question.answer.left, {document, own.trace, own.head})
                  : "") != std::string::npos);
    const std::string shown = text_of_lines(after.text) + text_of_lines(after.notes);
    check_quoted(player, question.text, shown);
    check_quoted(player, question.why, shown);
    const Session kept = player.session;
    player.act(*wrong);  // the first answer counts
    CHECK(player.session.answers == kept.answers);
  }
}

}  // namespace

TEST_CASE("no lesson is broken") { CHECK(lessons().size() == assets_under("lessons/").size()); }

static void walk_every_lesson() {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    CHECK_FALSE(lesson.title.empty());
    CHECK(lesson.course > 0);
    Player player(lesson.id.c_str());
    const Document& document = *player.session.document;
    CHECK_FALSE(document.provenance_note.empty());
    CHECK((lesson.id == "cat" || !document.questions.empty()));
    const Stop start = player.session.playhead.at;
    const WalkShape shape = walk_shape(player.session, player.trace(), player.session.row);
    for (const StepText& step : document.steps) {
      CAPTURE(step.at);
      CHECK_NOTHROW(parse_stop(step.at, shape, document));
    }
    check_stop(player);
    std::set<std::string> seen{player.at()};
    for (int steps = 0; steps < 200 && player.session.question < 0; ++steps) {
      if (player.session.next_lesson_offered || player.session.notice == text("notice.walk_done"))
        break;
      player.settled("next");
      if (player.session.question < 0 && seen.insert(player.at()).second) check_stop(player);
    }
    for (const StepText& step : document.steps)
      if (step.at.find(':') != std::string::npos) CHECK_MESSAGE(seen.contains(step.at), step.at);
    CHECK(player.session.progress.at(lesson.id).walked);
    const int questions = static_cast<int>(document.questions.size());
    for (int q = 0; q < questions; ++q) {
      REQUIRE(player.session.question == q);
      check_question(player);
      player.settled("next");
    }
    CHECK(player.session.progress.at(lesson.id).right == questions);
    CHECK((player.session.next_lesson_offered || next_lesson_id(player.session).empty()));
    for (int steps = 0; steps < 200 && player.session.playhead.at != start; ++steps)
      player.settled("back");
    CHECK(player.session.playhead.at == start);
    CHECK(player.session.question == -1);
  }
}

TEST_CASE("every lesson: Next to its end, through its questions, and back") { walk_every_lesson(); }

TEST_CASE("every lesson in German: Next to its end, through its questions, and back") {
  const test::Speaking german("de");
  walk_every_lesson();
}

static void walk_presented() {
  for (const LessonInfo& lesson : lessons())
    for (const char* how : {"present", "scene sentence", "present; scene sentence"}) {
      CAPTURE(lesson.id);
      CAPTURE(how);
      Player player(lesson.id.c_str());
      player.settled(std::string(how) + "; steps keys");
      for (int steps = 0; steps < 200; ++steps) {
        CAPTURE(player.at());
        if (player.session.next_lesson_offered) break;  // a slide of its own (hall_page_test)
        const Picture picture =
            paint(player.session, player.trace(), player.traces.before(player.session));
        const bool small = player.session.layout.present;
        for (const PageSize& size : {PageSize{1280, 720}, PageSize{1024, 768}}) {
          if (size.width == 1024 && !small) continue;
          CAPTURE(size.width);
          const auto page = test::panels_page(player.session, picture, size);
          std::string found = test::faults(page, player.session);
          for (const test::PlacedText& text : page.texts)
            if (text.panel != PanelId::table && test::cut_short(text.text->text))
              found += " [cut] " + text.text->text;
          found += test::scene_faults(player.session, layout(player.session, picture, size), size);
          CHECK(found == "");
        }
        if (player.session.notice == text("notice.walk_done")) break;
        player.settled("next");
      }
    }
}

TEST_CASE("every lesson in Present and in the Sentence scene: nothing overlaps or is cut") {
  walk_presented();
}

TEST_CASE("every lesson in German, in Present and in the Sentence scene: nothing is cut") {
  const test::Speaking german("de");
  walk_presented();
}

TEST_CASE("every lesson at text sizes up to 300 %: nothing leaves its panel or overlaps") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    Player player(lesson.id.c_str());
    player.settled("steps stages");
    for (int steps = 0; steps < 40 && player.session.question < 0; ++steps) {
      CAPTURE(player.at());
      for (const float scale : {1.0f, 2.0f, kLargestText}) {
        CAPTURE(scale);
        player.session.layout.text_scale = scale;
        const Picture picture = paint(player.session, player.trace(), nullptr);
        for (const PageSize& size : {PageSize{1280, 720}, PageSize{1920, 1080}}) {
          CAPTURE(size.width);
          const auto page = test::panels_page(player.session, picture, size);
          CHECK(
              test::faults(page, player.session) +
                  test::scene_faults(player.session, layout(player.session, picture, size), size) ==
              "");
        }
      }
      player.session.layout.text_scale = 1;
      const Stop before = player.session.playhead.at;
      player.settled("next");
      if (player.session.playhead.at == before) break;
    }
  }
}

TEST_CASE("questions stand where the file says, and the places are there") {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    const Document& document = *player.session.document;
    for (std::size_t i = 0; i < document.questions.size(); ++i) {
      const Question& question = document.questions[i];
      CAPTURE(lesson.id);
      CAPTURE(question.id);
      player.act(action::Ask{static_cast<int>(i)});
      player.settle_all();
      const WalkShape shape = walk_shape(player.session, player.trace(), player.session.row);
      CHECK_NOTHROW(parse_stop(question.show, shape, document));
      CHECK(player.session.playhead.at == parse_stop(question.at, shape, document));
      CHECK(question.why.contains("en"));
    }
  }
}

TEST_CASE("from the first lesson to the last with Next and answers alone") {
  Player player(lessons().front().id.c_str());
  std::vector<std::string> opened{player.session.document->id};
  for (int steps = 0; steps < 2000; ++steps) {
    Session& session = player.session;
    const auto q = static_cast<std::size_t>(session.question);
    if (session.question >= 0 && !session.answers[q].answered) {
      const Question& question = session.document->questions[q];
      for (const action::Answer& answer : all_answers(*session.document, question)) {
        if (!is_right(*session.document, question, given_of(answer))) continue;
        player.settled(text_of(answer, session));
        break;
      }
    }
    player.settled("next");
    if (player.session.document->id != opened.back()) opened.push_back(player.session.document->id);
    if (player.session.notice == text("notice.walk_done")) break;
  }
  REQUIRE(opened.size() == lessons().size());
  int right = 0, asked = 0;
  for (const LessonInfo& lesson : lessons()) {
    CHECK(player.session.progress.at(lesson.id).walked);
    right += player.session.progress.at(lesson.id).right;
    asked += lesson.questions;
  }
  CHECK(right == asked);
}

TEST_CASE("the Sentence scene has the program's own titles where it has its words") {
  Player player("cat");
  player.settled("goto softmax:stack");
  CHECK(story_of(player).title == "One tower");
  player.settled("scene sentence");
  CHECK(story_of(player).title == "One sum");
  const std::string words = text_of_lines(story_of(player).text);
  CHECK(words.find("tower") == std::string::npos);
}

TEST_CASE("written weights: nothing is shown that the lesson has not") {
  Player player("words");
  const Picture picture = paint(player.session, player.trace(), nullptr);
  CHECK_FALSE(picture.toolbar.has_tools);
  CHECK_FALSE(picture.table.has_tabs);
  for (const RibbonPicture::Segment& segment : picture.ribbon.segments) CHECK_FALSE(segment.passed);
  const Page page = layout(player.session, picture, {1280, 720});
  for (const Hit& hit : page.hits) {
    CAPTURE(hit.name);
    CHECK(hit.name.find("Mask") == std::string::npos);
    CHECK(hit.name != "Scale");
    CHECK(hit.name != "Scaled");
  }
  Player cat("cat");
  CHECK(paint(cat.session, cat.trace(), nullptr).toolbar.has_tools);
}

TEST_CASE("a scale that was switched is announced by an outline before its stage, and there only") {
  const auto plane = [](Player& player) {
    return paint(player.session, player.trace(), player.traces.before(player.session))
        .landscape.plane;
  };
  Player player("cat");
  player.settled("goto score:cat");
  CHECK(plane(player).ghost.empty());
  player.settled("scale off");
  const PlanePicture off = plane(player);
  REQUIRE(off.announces);
  REQUIRE(off.ghost.size() == off.outline.size());
  for (std::size_t i = 0; i < off.ghost.size(); ++i)
    CHECK(off.ghost[i].z == doctest::Approx(off.outline[i].z / std::sqrt(2.0f)).epsilon(0.02));
  player.settled("goto softmax:max");
  CHECK_FALSE(plane(player).announces);
  player.settled("goto score:cat; scale on");
  CHECK_FALSE(plane(player).announces);
}

TEST_CASE(
    "a walk with trained matrices: nothing overlaps or is cut, no text speaks of the others") {
  for (const LessonInfo& lesson : lessons()) {
    Player player(lesson.id.c_str());
    if (!player.session.document->training) continue;
    CAPTURE(lesson.id);
    for (const char* run : {"train 0", "train 12", "train"}) {
      CAPTURE(run);
      player.settled(std::string(run) + "; rewind");
      for (int steps = 0; steps < 200; ++steps) {
        CAPTURE(player.at());
        CHECK(faults_here(player) == "");
        const std::string words = text_of_lines(story_of(player).text);
        CHECK(words.find("chosen by hand") == std::string::npos);
        CHECK(words.find("quarter") == std::string::npos);
        if (player.at() == "train") break;
        player.settled("next");
      }
      CHECK(player.at() == "train");
    }
  }
}
