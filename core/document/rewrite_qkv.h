#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/document/document.h"

namespace qkv {

/// A scene written into the text that a person wrote before: what is the same keeps its words,
/// order and comments, what changed is replaced in its place, what is new comes at the end. Empty
/// where the result would not read back as the scene does; then write_qkv alone is right.
std::optional<std::string> rewrite_qkv(std::string_view old_text, const Document& scene);

/// Does the text hold a comment that writing anew would lose?
bool has_comments(std::string_view toml);

}  // namespace qkv
