// Every language says everything that English says, in its own words.

#include "core/text/texts.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "core/assets/assets.h"
#include "core/document/in_language.h"
#include "core/document/library.h"
#include "core/document/qkv_file.h"
#include "core/document/reference.h"
#include "core/session/edit_name.h"
#include "core/text/text_table.h"
#include "tests/support/speaking.h"

using namespace qkv;

namespace {

/// What a text names in braces; line breaks within are spaces.
std::set<std::string> names_in(const std::string& text) {
  std::set<std::string> names;
  for (std::string name : names_in_braces(text)) {
    std::replace(name.begin(), name.end(), '\n', ' ');
    names.insert(name);
  }
  return names;
}

/// Three words of letters or more: a formula or a line of code has fewer.
bool is_sentence(const std::string& text) {
  std::istringstream words(text);
  int found = 0;
  for (std::string word; words >> word;) {
    if (word.front() == '@' || word.find_first_of("(=") != word.npos) return false;  // code
    const bool letters = std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isalpha(c) != 0 || c == '.' || c == ',' || c == ';';
    });
    found += letters && word.size() > 1 ? 1 : 0;
  }
  return found >= 3;
}

std::vector<std::string> others() {
  std::vector<std::string> all = languages();
  std::erase(all, "en");
  return all;
}

using Texts = std::map<std::string, std::string>;

/// What is wrong with the translations of one text of a lesson.
std::string faults(const Texts& texts, const std::string& what, const std::string& kind = "") {
  std::string found;
  const auto english = texts.find("en" + kind);
  for (const std::string& other : others()) {
    const auto own = texts.find(other + kind);
    if (english == texts.end() || own == texts.end()) {
      if (english != texts.end()) found += what + kind + " is missing in " + other + "\n";
      continue;
    }
    if (names_in(english->second) != names_in(own->second))
      found += what + kind + " names other numbers in " + other + "\n";
    if (english->second == own->second && is_sentence(own->second))
      found += what + kind + " is still English in " + other + "\n";
  }
  return found;
}

std::string faults(const std::map<std::string, std::vector<std::string>>& lists,
                   const std::string& what) {
  std::string found;
  const auto english = lists.find("en");
  if (english == lists.end()) return found;
  for (const std::string& other : others()) {
    const auto own = lists.find(other);
    if (own == lists.end() || own->second.size() != english->second.size()) {
      found += what + " is missing in " + other + "\n";
      continue;
    }
    for (std::size_t i = 0; i < own->second.size(); ++i)
      found += faults(Texts{{"en", english->second[i]}, {other, own->second[i]}}, what);
  }
  return found;
}

std::string faults(const Document& lesson) {
  std::string found;
  for (const std::string& other : others()) {
    if (!lesson.titles.contains(other)) found += "title is missing in " + other + "\n";
    if (!lesson.notes.contains(other)) found += "note is missing in " + other + "\n";
    if (!lesson.head_names.empty() && !lesson.head_names_in.contains(other))
      found += "head_names are missing in " + other + "\n";
  }
  for (const StepText& step : lesson.steps) {
    found += faults(step.title, step.at + " title") + faults(step.text, step.at);
    for (const char* const kind : {"@sentence", "@trained", "@line", "@formula"})
      found += faults(step.text, step.at, kind);
    for (const std::string& other : others())
      if (step.at.starts_with("part:") && !step.text.contains(other + "@name"))
        found += step.at + " has no name in " + other + "\n";
    if (is_sentence(step.formula)) found += step.at + ": a formula of words\n";
  }
  for (const Question& question : lesson.questions)
    found += faults(question.text, question.id) + faults(question.why, question.id + " why") +
             faults(question.options, question.id + " options");
  for (const Knob& knob : lesson.knobs)
    found += faults(knob.label, "knob " + knob.name) + faults(knob.options, "knob " + knob.name);
  return found;
}

}  // namespace

TEST_CASE("every table of texts has the keys of the English one, with the same names in braces") {
  CHECK(languages() == std::vector<std::string>{"de", "en"});
  const auto& english = all_texts("en");
  for (const std::string& other : others()) {
    CAPTURE(other);
    const auto& own = all_texts(other);
    for (const auto& [key, text] : english) {
      CAPTURE(key);
      const auto found = own.find(key);
      CHECK(found != own.end());
      if (found == own.end()) continue;
      CHECK(names_in(text) == names_in(found->second));
      CHECK_FALSE((text == found->second && is_sentence(text)));
    }
    for (const auto& [key, text] : own) CHECK_MESSAGE(english.contains(key), key);
  }
}

TEST_CASE("every lesson says in every language what it says in English") {
  for (const LessonInfo& lesson : lessons()) {
    CAPTURE(lesson.id);
    CHECK(faults(*load_lesson(lesson.id)) == "");
  }
}

TEST_CASE("every page of help is there in every language") {
  for (const std::string_view name : assets_under("help/"))
    if (name.find('/', 5) == name.npos)
      for (const std::string& other : others())
        CHECK_NOTHROW(asset("help/" + other + "/" + std::string(name.substr(5))));
}

TEST_CASE("a text that a language lacks is said in English, key by key") {
  const TextTable english{{"a", "one"}, {"b", "two"}}, own{{"b", "zwei"}};
  CHECK(text_among(own, english, "a") == "one");
  CHECK(text_among(own, english, "b") == "zwei");
}

TEST_CASE("the language is that of the locale, English where there is no table") {
  for (const char* const locale : {"de_DE.UTF-8", "de", "de-AT", "DE_CH@euro", "de.utf8"})
    CHECK(language_of_locale(locale) == "de");
  for (const char* const locale : {"", "C", "POSIX", "C.UTF-8", "en_GB.UTF-8", "fr_FR", "den"})
    CHECK(language_of_locale(locale) == "en");
  CHECK_FALSE(set_language("klingon"));
  CHECK(language() == "en");
}

TEST_CASE("texts, quotes and keys of the keyboard follow the language") {
  CHECK(key_names("Ctrl+Shift+Z") == "Ctrl+Shift+Z");
  const test::Speaking german("de");
  CHECK(text("stage.mask") == "Maske");
  CHECK(text_in("en", "stage.mask") == "Mask");
  CHECK(in_quotes("cat") == "„cat“");
  CHECK(key_names("Ctrl+Shift+Z") == "Strg+Umschalt+Z");
  CHECK(key_names("Space → PageDown") == "Leertaste → Bild↓");
}

TEST_CASE("a document speaks the language, and what was added to its note stays") {
  const char* const file = R"(format = 1
title = "Mine"
note = "Chosen by hand."
words = ["a", "b"]
queries = [[1], [2]]
keys = [[1], [0]]
values = [[3], [4]]
[[step]]
at = "score"
[[step]]
at = "mix"
[text.en.score]
text = "hello"
[text.en.mix]
text = "bye"
[text.de]
title = "Meins"
note = "Von Hand."
[text.de.score]
text = "hallo"
)";
  const DocumentPtr document = parse_qkv(file, "mine.qkv", "mine");
  Document changed = *document;
  changed.provenance_note += " Changed: a.";
  CHECK(title_of(*document) == "Mine");
  CHECK(note_of(changed) == "Chosen by hand. Changed: a.");
  const test::Speaking german("de");
  CHECK(title_of(*document) == "Meins");
  CHECK(note_of(*document) == "Von Hand.");
  CHECK(note_of(changed) == "Von Hand. Changed: a.");
  CHECK(*in_language(document->steps[0].text) == "hallo");
  CHECK(*in_language(document->steps[1].text) == "bye");
  CHECK(*parse_qkv(write_qkv(changed), "mine.qkv", "mine") == changed);
}
