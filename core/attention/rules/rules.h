#pragma once
// The rules that the table in mask.cpp names. A rule reads its own arguments and gives an interval
// of keys for the position at which a query row stands.

#include "core/attention/mask.h"

namespace qkv::rules {

MaskRuleKind causal();
MaskRuleKind window();
MaskRuleKind padding();

/// A whole number from 0, or InputError "mask rule "<rule>": <what> ...; use <usage>".
int reach(std::string_view digits, std::string_view written, std::string_view usage);
/// The error that every rule throws: names what was written and how the rule is written.
[[noreturn]] void refuse(std::string_view written, std::string_view what, std::string_view usage);

}  // namespace qkv::rules
