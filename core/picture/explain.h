#pragma once
// The whole arithmetic of one number: what a hover shows.

#include <vector>

#include "core/picture/panels.h"

namespace qkv {

/// q·k term by term, ÷√d, e^(s−max), ÷ sum, as lines; empty for Kind::none.
std::vector<Line> explain(const Session& session, const Trace& trace, const Quantity& quantity);

}  // namespace qkv
