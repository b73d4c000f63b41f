#include "core/document/in_language.h"

#include "core/text/texts.h"

namespace qkv {

const std::string* in_language(const std::map<std::string, std::string>& texts,
                               std::string_view kind) {
  for (const std::string_view wanted : {language(), std::string_view("en")}) {
    const auto found = texts.find(std::string(wanted) + std::string(kind));
    if (found != texts.end() && !found->second.empty()) return &found->second;
  }
  return nullptr;
}

const std::vector<std::string>* in_language(
    const std::map<std::string, std::vector<std::string>>& lists) {
  auto found = lists.find(std::string(language()));
  if (found == lists.end()) found = lists.find("en");
  return found == lists.end() ? nullptr : &found->second;
}

const std::string& title_of(const Document& document) {
  const auto found = document.titles.find(std::string(language()));
  return found == document.titles.end() ? document.title : found->second;
}

std::string note_of(const Document& document) {
  std::string note = document.provenance_note;
  const auto from = document.notes.find("en"), to = document.notes.find(std::string(language()));
  if (from == document.notes.end() || to == document.notes.end()) return note;
  const std::size_t at = note.find(from->second);
  if (at != note.npos) note.replace(at, from->second.size(), to->second);
  return note;
}

const std::vector<std::string>& head_names_of(const Document& document) {
  const auto found = document.head_names_in.find(std::string(language()));
  return found == document.head_names_in.end() ? document.head_names : found->second;
}

std::string_view provenance_name(Provenance provenance) {
  switch (provenance) {
    case Provenance::hand_made:
      return text("provenance.hand_made");
    case Provenance::computed:
      return text("provenance.computed");
    case Provenance::trained:
      return text("provenance.trained");
    case Provenance::recorded:
      return text("provenance.recorded");
  }
  return "";
}

}  // namespace qkv
