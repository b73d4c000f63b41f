#pragma once
// The parts of a .qkv file that come after its vectors. All throw InputError with file and line.

#include "core/document/document.h"
#include "core/document/qkv_reader.h"

namespace qkv {

void read_options(const QkvReader& in, const toml::table& options, AttentionOptions& result);
void read_state(const QkvReader& in, const toml::table& state, Document& document);
/// [[step]] and the words of [text.<language>]; every step has its English text.
void read_lesson(const QkvReader& in, const toml::table& root, Document& document);

}  // namespace qkv
