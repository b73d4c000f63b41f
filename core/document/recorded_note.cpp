#include "core/document/recorded_note.h"

#include "core/text/texts.h"

namespace qkv {

void add_remark(Document& document, std::string_view key, const TextValues& values) {
  document.remarks.push_back(filled(text_in("en", key), values));
  for (const std::string& language : languages())
    document.notes[language] += " " + filled(text_in(language, "recorded.remark"),
                                             {{"what", filled(text_in(language, key), values)}});
}

void note_source(Document& document, std::string_view what) {
  const std::string source = document.provenance_note;
  for (const std::string& language : languages()) {
    const std::string from =
        source.empty() ? std::string(text_in(language, "recorded.model")) : source;
    const std::string note =
        filled(text_in(language, "recorded.note"),
               {{"source", from}, {"what", std::string(text_in(language, what))}});
    document.notes[language] = note + document.notes[language];
  }
}

}  // namespace qkv
