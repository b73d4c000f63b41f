// A question of the lesson in the story's place.

#include <algorithm>

#include "core/document/in_language.h"
#include "core/picture/line_names.h"
#include "core/picture/panels/story_parts.h"
#include "core/session/questions.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/token_text.h"

namespace qkv {
namespace {

using Kind = Question::Kind;

std::string own_words(const std::map<std::string, std::string>& texts) {
  const std::string* const own = in_language(texts);
  return own == nullptr ? std::string() : *own;
}

Action answer_of(Kind kind, int key) {
  action::Answer answer;
  answer.kind = kind;
  answer.key = key;
  return answer;
}

void list_options(QuestionPicture& picture, const RowView& view, const Question& question,
                  const Given& given) {
  const Document& document = view.document();
  const auto add = [&](std::string words, int key) {
    Given own;
    own.key = key;
    const bool right = given.answered && is_right(document, question, own);
    picture.options.push_back({std::move(words), answer_of(question.kind, key),
                               given.answered && given.key == key, right});
  };
  if (question.kind == Kind::word)
    for (int key = 0; key < document.m(); ++key) add(key_word(view.session, key), key);
  if (question.kind == Kind::choose) {
    const auto* const options = in_language(question.options);
    if (options == nullptr) return;
    int key = 0;
    for (const std::string& option : *options) add(in_words(view, option), key++);
  }
}

/// "row “its”, column “cat”".
std::string cell_in_words(const Session& session, const Given& given) {
  auto names = line_names(session);
  names.emplace_back("word", query_word(session, given.row));
  names.emplace_back("key", key_word(session, given.key));
  return filled(text("question.cell_named"), names);
}

std::string given_in_words(const RowView& view, const Question& question, const Given& given) {
  if (given.told) return {};
  if (question.kind == Kind::number) return format_number(static_cast<double>(given.number), 4);
  if (question.kind == Kind::cell) return cell_in_words(view.session, given);
  return {};
}

std::string prompt_of(const RowView& view, const Question& question, const Given& given) {
  if (given.answered) return given_in_words(view, question, given);
  switch (question.kind) {
    case Kind::cell:
      return std::string(text("question.click_cell"));
    case Kind::number:
      return std::string(text("question.type"));
    default:
      return std::string(
          text(question.kind == Kind::word ? "question.pick_word" : "question.pick"));
  }
}

}  // namespace

bool tell_question(StoryPicture& story, const RowView& view) {
  const Session& session = view.session;
  const auto i = static_cast<std::size_t>(session.question);
  if (session.question < 0 || i >= view.document().questions.size()) return false;
  const Question& question = view.document().questions[i];
  const Given given = i < session.answers.size() ? session.answers[i] : Given{};
  QuestionPicture& picture = story.question;
  picture.number = session.question + 1;
  picture.of = static_cast<int>(view.document().questions.size());
  picture.kind = question.kind;
  picture.answered = given.answered;
  picture.right = given.right;
  list_options(picture, view, question, given);
  picture.prompt = prompt_of(view, question, given);
  story.title = std::string(text(!given.answered ? "question.title"
                                 : given.told    ? "question.answer"
                                 : given.right   ? "question.right"
                                                 : "question.wrong"));
  story.text = paragraphs(in_words(view, own_words(question.text)));
  const auto tell_notice = [&] {
    if (!session.notice.empty())
      story.notes.push_back({{session.notice, Role::accent, false, false, 0, {}}});
  };
  if (!given.answered) {
    tell_notice();
    return true;
  }
  std::string answer = right_answer(view.document(), question);
  if (question.kind == Kind::choose) answer = in_words(view, answer);
  if (question.kind == Kind::cell)
    answer = cell_in_words(session, right_one(view.document(), question, given));
  picture.verdict = filled(text(given.right  ? "question.it_is"
                                : given.told ? "question.told"
                                             : "question.look"),
                           {{"answer", token_text(answer)}});
  for (Line& line : paragraphs(in_words(view, own_words(question.why))))
    story.notes.push_back(std::move(line));
  tell_notice();
  return true;
}

}  // namespace qkv
