#include <algorithm>

#include "core/attention/rules/rules.h"

namespace qkv::rules {
namespace {

constexpr std::string_view kUsage = "padding:N";

MaskRule parse(std::string_view arguments) {
  return {"padding", reach(arguments, "padding:" + std::string(arguments), kUsage), 0};
}

std::string text(const MaskRule& rule) { return "padding:" + std::to_string(rule.left); }

KeyRange range(const MaskRule& rule, int, int keys) { return {0, std::max(0, keys - rule.left)}; }

}  // namespace

MaskRuleKind padding() {
  return {"padding", kUsage, "the last N keys are filling and hidden from every word",
          parse,     text,   range};
}

}  // namespace qkv::rules
