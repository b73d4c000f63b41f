#pragma once
// Names of the stops that a document's walk can have, checked when a file is read. The session,
// which walks, says and reads its stops by the same names (core/session/stop_text.cpp).

#include <array>
#include <string>
#include <string_view>

#include "core/document/document.h"

namespace qkv {

/// Every stop inside a stage that has a name of its own, in the order of time; a key's is its word.
struct StepName {
  std::string_view stage, step;
};
inline constexpr std::array<StepName, 15> kStepNames = {{{"project", "q"},
                                                         {"project", "k"},
                                                         {"project", "v"},
                                                         {"score", "plane"},
                                                         {"score", "rest"},
                                                         {"softmax", "max"},
                                                         {"softmax", "exp"},
                                                         {"softmax", "stack"},
                                                         {"softmax", "divide"},
                                                         {"mix", "rest"},
                                                         {"mix", "z"},
                                                         {"all", "scores"},
                                                         {"all", "masked"},
                                                         {"all", "weights"},
                                                         {"all", "z"}}};

struct StopFault {
  std::string what, mend;  ///< empty: the walk has this stop
};
/// "score", "score:cat", "softmax:exp", "part:chain". Which words a mask hides is not asked: a stop
/// of any word is one that some row has, and a word may have been edited away.
StopFault stop_fault(std::string_view name, const Document& document);

}  // namespace qkv
