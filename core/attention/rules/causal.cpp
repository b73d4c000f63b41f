#include <algorithm>

#include "core/attention/rules/rules.h"

namespace qkv::rules {
namespace {

constexpr std::string_view kUsage = "causal";

MaskRule parse(std::string_view arguments) {
  if (!arguments.empty()) {
    refuse("causal:" + std::string(arguments), "causal takes no number", kUsage);
  }
  return {"causal", 0, 0};
}

std::string text(const MaskRule&) { return "causal"; }

// A position below 0 (more queries than keys, aligned to the end) sees nothing.
KeyRange range(const MaskRule&, int position, int keys) {
  return {0, std::clamp(position + 1, 0, keys)};
}

}  // namespace

MaskRuleKind causal() {
  return {"causal", kUsage, "each word sees itself and the words before it", parse, text, range};
}

}  // namespace qkv::rules
