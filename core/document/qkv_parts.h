#pragma once
// The parts of a .qkv file that come after its vectors. All throw InputError with file and line.

#include "core/document/document.h"
#include "core/document/qkv_reader.h"

namespace qkv {

void read_options(const QkvReader& in, const toml::table& options, AttentionOptions& result);
void read_state(const QkvReader& in, const toml::table& state, Document& document);
/// parts, walk, head_names: what a lesson's walk has beside the attention's own stops.
void read_walk(const QkvReader& in, const toml::table& root, Document& document);
/// [train]: what W_Q and W_K can be trained for, and how far a saved scene had come.
void read_train(const QkvReader& in, const toml::node& node, Document& document);
/// [[knob]], its words, and `knobs` of the step at `at`; see knobs.h.
void read_knobs(const QkvReader& in, const toml::table& root, Document& document);
void read_knob_text(const QkvReader& in, const std::string& language, std::string_view name,
                    const toml::table& words, Document& document);
std::vector<KnobSetting> read_settings(const QkvReader& in, const toml::node& node,
                                       const std::string& at, const Document& document);
/// The table of a lesson's own kind, see lesson_kind.h.
void read_pieces(const QkvReader& in, const toml::table& root, Document& document);
bool has_pieces(const toml::table& root);
/// Weights alone: nothing is computed from them, every row is somebody's whole attention.
void read_weights(const QkvReader& in, const toml::table& root, Document& document);
/// [[step]], [[question]] and the words of [text.<language>]; every step has its English text.
void read_lesson(const QkvReader& in, const toml::table& root, Document& document);

}  // namespace qkv
