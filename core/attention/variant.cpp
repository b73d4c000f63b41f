#include "core/attention/variant.h"

#include <algorithm>

#include "core/text/input_error.h"

namespace qkv {
namespace {

std::string usage(const VariantKind& kind) {
  return std::string(kind.name) + "=" + std::string(kind.right) + " or " + std::string(kind.name) +
         "=" + std::string(kind.broken);
}

const VariantKind& named(std::string_view name, std::string_view written) {
  std::string all;
  for (const VariantKind& kind : variant_kinds()) {
    if (kind.name == name) return kind;
    all += (all.empty() ? "" : ", ") + std::string(kind.name) + "=" + std::string(kind.broken);
  }
  throw InputError("variant \"" + std::string(written) +
                   "\": there is no such variant; use none, " + all + ", joined by +");
}

}  // namespace

const std::vector<VariantKind>& variant_kinds() {
  static const std::vector<VariantKind> kKinds = {
      {"axis", "rows", "columns", "softmax down the columns instead of along the rows",
       &Variant::columns},
      {"order", "before", "after", "the mask strikes out weights after softmax",
       &Variant::mask_after},
      {"fill", "infinity", "zero", "a hidden score becomes 0 instead of −∞", &Variant::zero_fill},
      {"mask", "upright", "inverted", "hidden and visible are swapped", &Variant::inverted},
      {"values", "own", "keys", "the keys are mixed instead of the values",
       &Variant::keys_as_values},
      {"softmax", "once", "twice", "softmax of the softmax", &Variant::twice}};
  return kKinds;
}

Variant parse_variant(std::string_view text) {
  Variant variant;
  while (!text.empty()) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const std::string_view written = text.substr(0, plus);
    text.remove_prefix(std::min(plus + 1, text.size()));
    if (written == "none") continue;
    const std::size_t equals = std::min(written.find('='), written.size());
    const VariantKind& kind = named(written.substr(0, equals), written);
    const std::string_view value = written.substr(std::min(equals + 1, written.size()));
    if (value != kind.right && value != kind.broken)
      throw InputError("variant \"" + std::string(written) + "\": write " + usage(kind));
    variant.*kind.field = value == kind.broken;
  }
  return variant;
}

std::string variant_text(const Variant& variant) {
  std::string text;
  for (const VariantKind& kind : variant_kinds()) {
    if (!(variant.*kind.field)) continue;
    text += (text.empty() ? "" : "+") + std::string(kind.name) + "=" + std::string(kind.broken);
  }
  return text.empty() ? "none" : text;
}

}  // namespace qkv
