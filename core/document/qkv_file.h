#pragma once
// The .qkv format: TOML, see design "Files and the command line".

#include <string>
#include <string_view>

#include "core/document/document.h"

namespace qkv {

/// `origin` stands in messages: "cat.qkv:12: keys: row 3 has 3 numbers, the others have 2; ...".
DocumentPtr parse_qkv(std::string_view text, const std::string& origin, const std::string& id);
/// Fixed key order, shortest floats; parse_qkv(write_qkv(d)) == d.
std::string write_qkv(const Document& document);

}  // namespace qkv
