#include "core/document/qkv_questions.h"

#include <algorithm>

#include "core/document/reference_parts.h"
#include "core/document/stop_names.h"
#include "core/text/input_error.h"
#include "core/text/nearest.h"

namespace qkv {
namespace {

using Kind = Question::Kind;

template <class Read>
auto at_line(const QkvReader& in, const toml::node& node, const std::string& key,
             const std::string& mend, Read read) {
  try {
    return read();
  } catch (const InputError& error) {
    in.fail(node, key + ": " + error.what(), mend);
  }
}

int wildcards(const Reference& r) {
  return (r.row == Reference::kAny ? 1 : 0) + (r.column == Reference::kAny ? 1 : 0);
}

Condition condition(const QkvReader& in, const toml::node& node, const std::string& key,
                    const Document& document) {
  const std::string text = in.string(node, key);
  return at_line(in, node, key, "what can be named: " + kinds_of_references(),
                 [&] { return parse_condition(text, document); });
}

void read_answer(const QkvReader& in, const toml::table& table, const Document& document,
                 Question& q) {
  const toml::node* const answer = table.get("answer");
  const toml::node* const conditions = table.get("holds");
  if (q.kind == Kind::choose) {
    if (conditions == nullptr || answer != nullptr)
      in.fail(table, "a choice is answered by conditions",
              "give holds = [\"weight its cat > 0.5\", ...], one an option");
    for (const toml::node& item :
         in.array(*conditions, "holds", "write it as [\"...\", \"...\"]")) {
      q.holds.push_back(condition(in, item, "holds", document));
      if (q.holds.back().compare == 0 || wildcards(q.holds.back().left) > 0)
        in.fail(item, "holds: nothing is compared", "write for instance \"weight its cat > 0.5\"");
    }
    return;
  }
  if (answer == nullptr || conditions != nullptr)
    in.fail(table, "a question needs an answer to be computed",
            "give answer = \"weight its ?\" (the largest), or with a comparison");
  q.answer = condition(in, *answer, "answer", document);
  const int wanted = q.kind == Kind::word ? 1 : q.kind == Kind::cell ? 2 : 0;
  if (wildcards(q.answer.left) != wanted ||
      (q.kind == Kind::word && q.answer.left.column != Reference::kAny))
    in.fail(*answer, "answer: this kind of question has " + std::to_string(wanted) + " ? in it",
            q.kind == Kind::word   ? "write for instance \"weight its ?\""
            : q.kind == Kind::cell ? "write for instance \"visible ? ? = 0\""
                                   : "name one number, \"score its cat\"");
}

}  // namespace

void read_questions(const QkvReader& in, const toml::node& node, Document& result) {
  for (const toml::node& item : in.array(node, "question", "write each one as [[question]]")) {
    const toml::table& table = in.table(item, "[question]");
    in.only(table, {"id", "kind", "word", "at", "show", "with", "answer", "holds"},
            " in [[question]]");
    Question q;
    const auto text = [&](const char* key, std::string& where) {
      if (const toml::node* const value = table.get(key)) where = in.string(*value, key);
    };
    text("id", q.id);
    text("word", q.word);
    text("at", q.at);
    text("show", q.show);
    text("with", q.with);
    if (q.id.empty()) in.fail(table, "a question has no id", "add id = \"most\"");
    for (const Question& other : result.questions)
      if (other.id == q.id)
        in.fail(table, "the question \"" + q.id + "\" is there twice", "keep one of them");
    const toml::node* const kind = table.get("kind");
    if (kind == nullptr) in.fail(table, "a question has no kind", "add kind = \"word\"");
    q.kind = static_cast<Kind>(in.choice(*kind, "kind", {"word", "cell", "choose", "number"}));
    if (!q.word.empty())
      at_line(in, *table.get("word"), "word", "name a word of the sentence, the#2 for a second one",
              [&] { return parse_reference("sees " + q.word, result); });
    if (!q.with.empty())
      at_line(in, *table.get("with"), "with",
              "write for instance with = \"mask causal, scale off, head 1, knob d 64\"",
              [&] { return parse_changes(q.with, result); });
    for (const char* const place : {"at", "show"})
      if (const toml::node* const value = table.get(place))
        if (const StopFault fault = stop_fault(in.string(*value, place), result);
            !fault.what.empty())
          in.fail(*value, std::string(place) + ": " + fault.what, fault.mend);
    read_answer(in, table, result, q);
    result.questions.edit().push_back(std::move(q));
  }
}

void read_question_text(const QkvReader& in, const std::string& language, std::string_view id,
                        const toml::table& words, Document& result) {
  std::vector<Question>& questions = result.questions.edit();
  const auto question = std::find_if(questions.begin(), questions.end(),
                                     [&](const Question& q) { return q.id == id; });
  if (question == questions.end()) {
    std::vector<std::string_view> ids;
    for (const Question& q : result.questions) ids.push_back(q.id);
    const std::string near = nearest(id, ids);
    in.fail(words, "no [[question]] has id = \"" + std::string(id) + "\"",
            near.empty() ? "add the question" : "did you mean \"" + near + "\"?");
  }
  in.only(words, {"text", "why", "options"}, " in the words of a question");
  for (const auto& [key, node] : words) {
    if (key.str() == "options") {
      question->options[language] = in.strings(node, "options");
      for (const std::string& option : question->options[language])
        check_names(in, node, option, result);
      continue;
    }
    const std::string text = in.string(node, key.str());
    check_names(in, node, text, result);
    (key.str() == "text" ? question->text : question->why)[language] = text;
  }
}

void check_questions(const QkvReader& in, const toml::node& node, const Document& document) {
  const toml::array& list = *node.as_array();
  for (std::size_t i = 0; i < document.questions.size(); ++i) {
    const Question& q = document.questions[i];
    const std::string place = "[text.en.\"question:" + q.id + "\"]";
    if (!q.text.contains("en"))
      in.fail(list[i], "the question \"" + q.id + "\" has no English text",
              "add " + place + " with text = \"...\"");
    const auto options = q.options.find("en");
    const std::size_t count = options == q.options.end() ? 0 : options->second.size();
    if (count != q.holds.size())
      in.fail(list[i],
              "the question \"" + q.id + "\" has " + std::to_string(count) + " options and " +
                  std::to_string(q.holds.size()) + " conditions",
              "give each option of " + place + " one of holds");
    for (const auto& [language, own] : q.options)
      if (own.size() != count)
        in.fail(list[i],
                "the question \"" + q.id + "\" has " + std::to_string(own.size()) +
                    " options in [text." + language + "], " + std::to_string(count) + " in English",
                "give it the same options in every language");
  }
}

void check_names(const QkvReader& in, const toml::node& at, const std::string& text,
                 const Document& document) {
  for (const std::string& name : names_in_braces(text)) {
    if (is_name_of_moment(name)) continue;
    try {
      const Reference reference = parse_reference(name, document);
      if (wildcards(reference) > 0) throw InputError("? stands in questions only");
    } catch (const InputError& error) {
      in.fail(at, "{" + name + "}: " + error.what(),
              "or write the text without braces; what can be named: " + kinds_of_references());
    }
  }
}

}  // namespace qkv
