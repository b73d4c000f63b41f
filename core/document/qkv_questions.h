#pragma once
// The questions of a lesson, and the numbers its texts name. Only for the .cpp files that read
// .qkv.

#include "core/document/document.h"
#include "core/document/qkv_reader.h"

namespace qkv {

/// [[question]]: id, kind, word, at, show, with, answer or holds.
void read_questions(const QkvReader& in, const toml::node& node, Document& result);
/// [text.en."question:ID"]: text, why, and the options of a choice.
void read_question_text(const QkvReader& in, const std::string& language, std::string_view id,
                        const toml::table& words, Document& result);
/// Every question has an English text and as many options as conditions.
void check_questions(const QkvReader& in, const toml::node& node, const Document& document);
/// Every {name} of a text is one that the program fills in.
void check_names(const QkvReader& in, const toml::node& at, const std::string& text,
                 const Document& document);

}  // namespace qkv
