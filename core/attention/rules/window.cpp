#include <algorithm>

#include "core/attention/rules/rules.h"

namespace qkv::rules {
namespace {

constexpr std::string_view kUsage = "window:W or window:L,R";

MaskRule parse(std::string_view arguments) {
  const std::string written = "window:" + std::string(arguments);
  const auto comma = arguments.find(',');
  if (comma != std::string_view::npos) {
    return {"window", reach(arguments.substr(0, comma), written, kUsage),
            reach(arguments.substr(comma + 1), written, kUsage)};
  }
  const int keys = reach(arguments, written, kUsage);
  if (keys == 0) {
    refuse(written, "W counts the word itself, so it is at least 1", kUsage);
  }
  return {"window", keys - 1, 0};
}

std::string text(const MaskRule& rule) {
  if (rule.right == 0) return "window:" + std::to_string(rule.left + 1);
  return "window:" + std::to_string(rule.left) + "," + std::to_string(rule.right);
}

KeyRange range(const MaskRule& rule, int position, int keys) {
  // A window that lies wholly before or after the keys is empty; reaches may be as large as int.
  const auto at = static_cast<long long>(position);
  const auto clip = [keys](long long key) {
    return static_cast<int>(std::clamp<long long>(key, 0, keys));
  };
  return {clip(at - rule.left), clip(at + rule.right + 1)};
}

}  // namespace

MaskRuleKind window() {
  return {"window",
          kUsage,
          "the last W keys, the word itself included; L,R: L keys before and R after it",
          parse,
          text,
          range};
}

}  // namespace qkv::rules
