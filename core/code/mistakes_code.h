#pragma once
// The scripts of lesson "Common mistakes" at the stops that break a rule.

#include <vector>

#include "core/code/code.h"
#include "core/document/kinds/mistakes.h"
#include "core/session/session.h"

namespace qkv {

/// What is changed where the walk stands; null at Start, where the rule is kept, and in any other
/// lesson.
const Mistake* broken_rule(const Session& session);
/// Computes what the changed side shows. The lines that differ from attention as it should be are
/// of Stage::part; those of a mistake begin their comment with WRONG.
std::vector<CodeLine> mistake_code(const Session& session, const Mistake& mistake,
                                   Language language);

}  // namespace qkv
