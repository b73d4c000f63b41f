#pragma once

#include <string>

namespace qkv {

/// An edit's name as its reader sees it: "query its 2 0.5" is "Query its 2 0.5". The words of an
/// action stay what they are; which kind of edit it was is said in the chosen language.
std::string edit_in_words(const std::string& name);

}  // namespace qkv
