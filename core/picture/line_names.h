#pragma once
// What a query's numbers are called as the table stands: a row, or a column where queries are
// columns. Everything that says so says it by these.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session/session.h"

namespace qkv {

/// {line} is of a query, {cross} of a key: "row" and "column", or the other way round; {lines},
/// {crosses}, at the beginning of a sentence {Line}, {Lines}, {Crosses}; {reading}: along a line.
std::vector<std::pair<std::string_view, std::string>> line_names(const Session& session);

/// The text `key` with them.
std::string text_by_lines(const Session& session, std::string_view key);

}  // namespace qkv
