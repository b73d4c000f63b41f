// [[step]] and [text.<language>] of a .qkv file.

#include <algorithm>

#include "core/document/qkv_parts.h"
#include "core/document/qkv_questions.h"
#include "core/document/stop_names.h"
#include "core/text/nearest.h"

namespace qkv {
namespace {

void read_steps(const QkvReader& in, const toml::node& node, Document& document) {
  std::vector<StepText>& steps = document.steps.edit();
  const toml::array& list = in.array(node, "step", "write each step as [[step]]");
  for (const toml::node& item : list) {
    const toml::table& step = in.table(item, "[step]");
    in.only(step, {"at", "knobs", "formula", "seconds"}, " in [[step]]");
    const toml::node* const at = step.get("at");
    if (at == nullptr) in.fail(step, "a step has no place", "add at = \"score\"");
    StepText text;
    text.at = in.string(*at, "at");
    if (const StopFault fault = stop_fault(text.at, document); !fault.what.empty())
      in.fail(*at, "at: " + fault.what, fault.mend);
    if (const toml::node* const formula = step.get("formula"))
      text.formula = in.string(*formula, "formula");
    if (const toml::node* const seconds = step.get("seconds")) {
      text.seconds = in.number(*seconds, "seconds");
      if (!(text.seconds >= 0.1f && text.seconds <= 20.0f))
        in.fail(*seconds, "seconds: a beat of this length is no step", "give 0.1 to 20");
    }
    for (const StepText& other : steps)
      if (other.at == text.at)
        in.fail(*at, "the step \"" + text.at + "\" is there twice", "keep one of them");
    if (const toml::node* const knobs = step.get("knobs"))
      text.knobs = read_settings(in, *knobs, text.at, document);
    steps.push_back(std::move(text));
  }
}

void read_step_text(const QkvReader& in, const std::string& language, std::string_view place,
                    const toml::table& words, Document& document) {
  std::vector<StepText>& steps = document.steps.edit();
  const auto step =
      std::find_if(steps.begin(), steps.end(), [&](const StepText& s) { return s.at == place; });
  if (step == steps.end()) {
    std::vector<std::string_view> places;
    for (const StepText& s : steps) places.push_back(s.at);
    const std::string near = nearest(place, places);
    in.fail(words, "no [[step]] has at = \"" + std::string(place) + "\"",
            near.empty() ? "add the step" : "did you mean \"" + near + "\"?");
  }
  in.only(words, {"title", "text", "sentence", "trained", "notes", "line", "formula", "name"},
          " in the words of a step");
  for (const auto& [key, node] : words) {
    // What is said instead in the Sentence scene, and while the matrices are trained ones; what
    // only who presents it sees, the one line of a hall; a formula that has words in it; the name
    // of a part.
    if (key.str() != "title" && key.str() != "text") {
      const std::string words_there = in.string(node, key.str());
      check_names(in, node, words_there, document);
      step->text[language + "@" + std::string(key.str())] = words_there;
      continue;
    }
    auto& where = key.str() == "title" ? step->title : step->text;
    where[language] = in.string(node, key.str());
    check_names(in, node, where[language], document);
  }
}

void read_texts(const QkvReader& in, const toml::node& node, Document& result) {
  for (const auto& [language, words_node] : in.table(node, "text")) {
    const std::string name(language.str());
    const toml::table& words = in.table(words_node, "text." + name);
    for (const auto& [key, value] : words) {
      if (key.str() == "title") {
        result.titles[name] = in.string(value, "title");
      } else if (key.str() == "note") {
        result.notes[name] = in.string(value, "note");
      } else if (key.str() == "head_names") {
        result.head_names_in[name] = in.strings(value, "head_names");
        if (result.head_names_in[name].size() != result.head_names.size())
          in.fail(value,
                  "head_names: has " + std::to_string(result.head_names_in[name].size()) +
                      " names, the file's own list " + std::to_string(result.head_names.size()),
                  "give one name a head");
      } else if (key.str().starts_with("knob:")) {
        read_knob_text(in, name, key.str().substr(5), in.table(value, "text." + name), result);
      } else if (key.str().starts_with("question:")) {
        read_question_text(in, name, key.str().substr(9), in.table(value, "text." + name), result);
      } else {
        read_step_text(in, name, key.str(), in.table(value, "text." + name), result);
      }
    }
  }
}

void check_texts(const QkvReader& in, const toml::table& root, const Document& document) {
  const toml::node* const list = root.get("step");
  if (list == nullptr) return;
  for (std::size_t i = 0; i < document.steps.size(); ++i)
    if (!document.steps[i].text.contains("en"))
      in.fail((*list->as_array())[i],
              "the step \"" + document.steps[i].at + "\" has no English text",
              "add [text.en.\"" + document.steps[i].at + "\"] with text = \"...\"");
}

}  // namespace

void read_lesson(const QkvReader& in, const toml::table& root, Document& document) {
  if (const toml::node* const node = root.get("step")) read_steps(in, *node, document);
  const toml::node* const questions = root.get("question");
  if (questions != nullptr) read_questions(in, *questions, document);
  if (const toml::node* const node = root.get("text")) read_texts(in, *node, document);
  // What the other notes are translations of.
  if (!document.notes.empty()) document.notes.try_emplace("en", document.provenance_note);
  if (questions != nullptr) check_questions(in, *questions, document);
  check_texts(in, root, document);
}

}  // namespace qkv
