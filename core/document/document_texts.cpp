#include "core/document/document_texts.h"

#include <algorithm>

#include "core/text/texts.h"

namespace qkv {

std::string words_of(const Document& document) {
  std::string all;
  for (const auto* const words : {&document.query_words, &document.key_words})
    for (const std::string& word : *words) all += word + " ";
  return all;
}

std::string texts_of(const Document& document) {
  std::string all = words_of(document) + document.title + document.provenance_note;
  for (const auto* const texts : {&document.titles, &document.notes})
    for (const auto& [language, words] : *texts) all += words;
  const auto add = [&](const std::map<std::string, std::string>& texts) {
    for (const auto& [language, text] : texts) all += text;
  };
  for (const StepText& step : document.steps) {
    add(step.title);
    add(step.text);
  }
  for (const Question& question : document.questions) {
    add(question.text);
    add(question.why);
    for (const auto& [language, options] : question.options)
      for (const std::string& option : options) all += option;
  }
  for (const std::string& name : document.head_names) all += name;
  for (const auto& [language, names] : document.head_names_in)
    for (const std::string& name : names) all += name;
  return all;
}

// The blocks of UTF-8 that begin with D6 to DF are Hebrew, Arabic, Syriac, Thaana and NKo
// (U+0590 to U+07FF); E0 A0 to E0 A3 are U+0800 to U+08FF; EF AC 9D to EF BB BF are presentation
// forms (U+FB1D to U+FEFF).
bool has_right_to_left(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[i + k]); };
    if (byte(0) == 0xD6 && byte(1) >= 0x90) return true;
    if (byte(0) >= 0xD7 && byte(0) <= 0xDF) return true;
    if (i + 2 >= text.size()) continue;
    if (byte(0) == 0xE0 && byte(1) >= 0xA0 && byte(1) <= 0xA3) return true;
    if (byte(0) == 0xEF && byte(1) >= 0xAD && byte(1) <= 0xB7) return true;
    if (byte(0) == 0xEF && byte(1) >= 0xB9 && byte(1) <= 0xBA) return true;
  }
  return false;
}

void note_script(Document& document) {
  const std::string remark(text("file.right_to_left"));
  const auto there = std::find(document.remarks.begin(), document.remarks.end(), remark);
  if (there == document.remarks.end() && has_right_to_left(words_of(document)))
    document.remarks.push_back(remark);
}

}  // namespace qkv
