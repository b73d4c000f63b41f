// The mask: rules as inequalities of positions, a file's own cells, numbers that are added.

#include <algorithm>

#include "core/code/script.h"

namespace qkv::code {
namespace {

// One rule as a condition on i (the query's place) and j (the key's); empty for a rule that is not
// known here.
std::string condition(const MaskRule& rule) {
  if (rule.name == "causal") return "j <= i";
  if (rule.name == "padding") return "j < m - " + std::to_string(rule.left);
  if (rule.name != "window") return {};
  const std::string from = rule.left == 0 ? "j >= i" : "j >= i - " + std::to_string(rule.left);
  const std::string to = rule.right == 0 ? "j <= i" : "j <= i + " + std::to_string(rule.right);
  return "(" + from + ") & (" + to + ")";
}

bool hides_by_adding(const Mask& mask) {
  return mask.bias && std::any_of(mask.bias->added.begin(), mask.bias->added.end(),
                                  [](float added) { return added <= kHiddenBias; });
}

// Where hidden and visible are treated in any other way than by adding -inf.
bool needs_flags(const AttentionOptions& options) {
  const Variant& v = options.variant;
  return v.mask_after || v.zero_fill || v.inverted;
}

bool from_file(const Script& script, bool bias);

// Are hidden cells of the added mask told by flags of their own? A file may hide with the lowest
// float, which is no infinity.
bool flags_added(const Script& script) {
  return hides_by_adding(script.options().mask) &&
         (needs_flags(script.options()) || from_file(script, true));
}

bool from_file(const Script& script, bool bias) {
  const Document& d = script.document;
  if (!d.tensors || d.tensors->mask.empty()) return false;
  const Mask &now = script.options().mask, &own = d.options.mask;
  return bias ? now.bias == own.bias : now.cells == own.cells;
}

// The file's mask is broadcast to batches and heads, as it was read.
std::string loaded(const Script& script) {
  const Document& d = script.document;
  const std::string array = "data[\"" + d.tensors->mask + "\"]";
  const std::string shape = std::to_string(std::max(1, d.file_batches)) + ", " +
                            std::to_string(script.trace.heads) + ", " +
                            std::to_string(script.trace.n) + ", " + std::to_string(script.trace.m);
  std::string line = "np.broadcast_to(" + array + ", (" + shape + "))[" +
                     std::to_string(d.file_batches > 1 ? d.file_batch : 0) + "]";
  if (script.flat()) line += "[0]";
  return script.torch() ? "torch.from_numpy(" + line + ".copy())" : line;
}

void write_cells(Script& script, const BoolCells& cells) {
  if (from_file(script, false)) return script.say("cells = " + loaded(script));
  write_array(
      script, "cells", cells.heads, cells.rows, cells.columns,
      [&](std::size_t i) { return std::string(cells.visible[i] != 0 ? "1" : "0"); },
      script.document.query_words, script.torch() ? ", dtype=torch.bool" : ", dtype=bool");
}

void write_added(Script& script, const FloatCells& bias) {
  const Dialect& words = script.words;
  if (from_file(script, true)) {
    script.say("added = " + loaded(script));
  } else {
    write_array(
        script, "added", bias.heads, bias.rows, bias.columns,
        [&](std::size_t i) {
          const float added = bias.added[i];
          return added <= kHiddenBias ? "-" + std::string(words.inf) : number(added, words);
        },
        script.document.query_words);
  }
}

void write_places(Script& script) {
  const Mask& mask = script.options().mask;
  script.say("n, m = scores.shape[-2:]");
  if (script.torch()) {
    script.say("i, j = torch.arange(n)[:, None], torch.arange(m)[None, :]", "query, key");
  } else {
    script.say("i, j = np.ogrid[:n, :m]", "query, key");
  }
  if (mask.align == CausalAlign::end && script.trace.n != script.trace.m)
    script.say("i = i + m - n", "the last query stands at the last key");
}

// A rule that this file has no words for yet: its cells, one by one.
void write_rule_cells(Script& script, const std::string& name, const MaskRule& rule) {
  Mask alone;
  alone.rules = {rule};
  alone.align = script.options().mask.align;
  const int n = script.trace.n, m = script.trace.m;
  write_array(
      script, name, 1, n, m,
      [&](std::size_t i) {
        const int row = static_cast<int>(i) / m, column = static_cast<int>(i) % m;
        return std::string(is_visible(alone, 0, row, column, n, m) ? "1" : "0");
      },
      script.document.query_words, script.torch() ? ", dtype=torch.bool" : ", dtype=bool");
}

std::string joined(const std::vector<std::string>& conditions) {
  if (conditions.size() == 1) return conditions.front();
  std::string all;
  for (const std::string& condition : conditions) {
    const bool bare = condition.find(' ') == std::string::npos || condition.front() == '(';
    all += (all.empty() ? "" : " & ") + (bare ? condition : "(" + condition + ")");
  }
  return all;
}

std::vector<std::string> conditions_of(Script& script) {
  const Mask& mask = script.options().mask;
  std::vector<std::string> conditions;
  if (!mask.rules.empty()) write_places(script);
  for (const MaskRule& rule : mask.rules) {
    std::string one = condition(rule);
    if (one.empty()) write_rule_cells(script, one = rule.name + "_cells", rule);
    conditions.push_back(std::move(one));
  }
  if (mask.cells) {
    write_cells(script, *mask.cells);
    conditions.push_back("cells");
  }
  if (mask.bias) write_added(script, *mask.bias);
  if (flags_added(script)) conditions.push_back("(added > -3.4e38)");
  return conditions;
}

}  // namespace

bool has_mask(const Script& script) {
  const AttentionOptions& o = script.options();
  return !o.mask.rules.empty() || o.mask.cells || o.variant.inverted || flags_added(script);
}

void write_mask(Script& script) {
  script.stage = Stage::mask;
  const AttentionOptions& o = script.options();
  if (!has_mask(script) && !o.mask.bias) return;
  const std::vector<std::string> conditions = conditions_of(script);
  if (!conditions.empty()) {
    script.say("mask = " + joined(conditions), "True: may look");
  } else if (o.variant.inverted) {
    script.say(script.torch() ? "mask = torch.ones_like(scores, dtype=torch.bool)"
                              : "mask = np.ones_like(scores, dtype=bool)",
               "True: may look");
  }
  if (o.variant.inverted) script.say("mask = ~mask", "WRONG: hidden and visible are swapped");
}

std::string apply_mask(Script& script, const std::string& scores) {
  script.stage = Stage::mask;
  const AttentionOptions& o = script.options();
  std::string now = scores;
  if (o.mask.bias) {
    const std::string hidden = "added > -3.4e38";
    // Below it a number only hides: what is shown in spite of it is left as it was.
    if (hides_by_adding(o.mask) && needs_flags(o))
      script.say(script.torch() ? "added = added.masked_fill(~(" + hidden + "), 0)"
                                : "added = np.where(" + hidden + ", added, 0)");
    script.say("biased = " + now + " + added");
    now = "biased";
  }
  if (!has_mask(script) || o.variant.mask_after) return now;
  const std::string fill = o.variant.zero_fill ? "0" : "-" + std::string(script.words.inf);
  const std::string wrong = o.variant.zero_fill ? "WRONG: e to the 0 is 1, not 0" : "";
  script.say(script.torch() ? "masked = " + now + ".masked_fill(~mask, " + fill + ")"
                            : "masked = np.where(mask, " + now + ", " + fill + ")",
             wrong);
  return "masked";
}

}  // namespace qkv::code
