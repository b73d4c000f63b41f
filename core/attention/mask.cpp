#include "core/attention/mask.h"

#include <algorithm>
#include <cassert>

#include "core/attention/rules/rules.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr std::string_view kFull = "full";

const MaskRuleKind* find_rule(std::string_view name) {
  for (const MaskRuleKind& kind : mask_rules()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::string all_usages() {
  std::string usages(kFull);
  for (const MaskRuleKind& kind : mask_rules()) usages += ", " + std::string(kind.usage);
  return usages;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

template <typename T>
bool same_value(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
  return a == b || (a && b && *a == *b);
}

}  // namespace

bool operator==(const Mask& a, const Mask& b) {
  return a.rules == b.rules && a.align == b.align && same_value(a.cells, b.cells) &&
         same_value(a.bias, b.bias);
}

const std::vector<MaskRuleKind>& mask_rules() {
  static const std::vector<MaskRuleKind> table = {rules::causal(), rules::window(),
                                                  rules::padding()};
  return table;
}

std::vector<MaskRule> parse_mask_rules(std::string_view text) {
  std::vector<MaskRule> parsed;
  if (trimmed(text).empty()) return parsed;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    const std::string_view written = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    const auto colon = written.find(':');
    const std::string_view name = written.substr(0, colon);
    if (written == kFull) continue;
    const MaskRuleKind* const kind = find_rule(name);
    if (kind == nullptr) {
      throw InputError("mask rule \"" + std::string(written) + "\": there is no such rule; use " +
                       all_usages() + ", joined by +");
    }
    if (colon != std::string_view::npos && colon + 1 == written.size()) {
      rules::refuse(written, "nothing follows the colon", kind->usage);
    }
    parsed.push_back(kind->parse(colon == std::string_view::npos ? "" : written.substr(colon + 1)));
  }
  return parsed;
}

std::string mask_rules_text(const std::vector<MaskRule>& rules) {
  std::string text;
  for (const MaskRule& rule : rules) {
    const MaskRuleKind* const kind = find_rule(rule.name);
    assert(kind != nullptr && "a MaskRule that is not in mask_rules()");
    if (!text.empty()) text += '+';
    text += kind->text(rule);
  }
  return text.empty() ? std::string(kFull) : text;
}

KeyRange visible_keys(const Mask& mask, int row, int n, int m) {
  const int position = mask.align == CausalAlign::end ? row + m - n : row;
  KeyRange visible{0, m};
  for (const MaskRule& rule : mask.rules) {
    const MaskRuleKind* const kind = find_rule(rule.name);
    assert(kind != nullptr && "a MaskRule that is not in mask_rules()");
    const KeyRange allowed = kind->range(rule, position, m);
    visible.begin = std::max(visible.begin, allowed.begin);
    visible.end = std::min(visible.end, allowed.end);
  }
  return visible;
}

bool is_visible(const Mask& mask, int head, int row, int column, int n, int m) {
  const KeyRange keys = visible_keys(mask, row, n, m);
  if (column < keys.begin || column >= keys.end) return false;
  if (mask.cells && mask.cells->visible[cell_index(*mask.cells, head, row, column)] == 0) {
    return false;
  }
  // Not "> kHiddenBias": a NaN is not hidden, attend() reports it.
  return !mask.bias ||
         !(mask.bias->added[cell_index(*mask.bias, head, row, column)] <= kHiddenBias);
}

bool hides_anything(const Mask& mask, int heads, int n, int m) {
  for (int row = 0; row < n; ++row) {
    if (visible_keys(mask, row, n, m) != KeyRange{0, m}) return true;
  }
  if (mask.cells && std::count(mask.cells->visible.begin(), mask.cells->visible.end(), 0) > 0) {
    return true;
  }
  (void)heads;  // cells and bias hold every head there is
  return mask.bias && std::any_of(mask.bias->added.begin(), mask.bias->added.end(),
                                  [](float added) { return added <= kHiddenBias; });
}

}  // namespace qkv
