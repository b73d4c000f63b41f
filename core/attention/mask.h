#pragma once
// Which keys a query may look at. Rules are intervals of keys per query row, so any number of them
// combine by intersection; free-form cells and added float masks come on top.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace qkv {

/// Keys [begin, end) that a row may look at; empty when begin >= end.
struct KeyRange {
  int begin = 0;
  int end = 0;
  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

/// One rule of a mask: `name` is its row in mask_rules(), the reach is read by the rule itself.
///   causal          keys up to the word itself
///   window:W        the last W keys, the word itself included;  window:L,R  L before, R after
///   padding:N       the last N keys are hidden
struct MaskRule {
  std::string name;
  int left = 0;   ///< window: keys before the word; padding: number of hidden keys
  int right = 0;  ///< window: keys after the word
  friend bool operator==(const MaskRule&, const MaskRule&) = default;
};

/// With n queries and m keys, n != m: row i stands at key i (start, as PyTorch) or at
/// key i + m - n (end, as a decoder that continues a cache).
enum class CausalAlign { start, end };

/// Cells [heads or 1, n, m]; a cell that is 0 is hidden. Broadcast over heads.
struct BoolCells {
  int heads = 1, rows = 0, columns = 0;
  std::vector<std::uint8_t> visible;
  friend bool operator==(const BoolCells&, const BoolCells&) = default;
};

/// An added float at or below this hides its key: -inf, and the lowest float that others write for
/// it (-3.4028e38).
inline constexpr float kHiddenBias = -3.4e38f;

/// Cells [heads or 1, n, m] that are added to the scaled score. -inf and anything at or below
/// kHiddenBias hide the key: it is selected away, never added.
struct FloatCells {
  int heads = 1, rows = 0, columns = 0;
  std::vector<float> added;
  friend bool operator==(const FloatCells&, const FloatCells&) = default;
};

/// Where a cell lies in BoolCells or FloatCells; cells with one head serve every head.
template <typename Cells>
std::size_t cell_index(const Cells& cells, int head, int row, int column) {
  const auto h = static_cast<std::size_t>(cells.heads == 1 ? 0 : head);
  return (h * static_cast<std::size_t>(cells.rows) + static_cast<std::size_t>(row)) *
             static_cast<std::size_t>(cells.columns) +
         static_cast<std::size_t>(column);
}

struct Mask {
  std::vector<MaskRule> rules;  ///< all must allow a key; none: full attention
  CausalAlign align = CausalAlign::start;
  std::shared_ptr<const BoolCells> cells;                ///< may be null
  std::shared_ptr<const FloatCells> bias;                ///< may be null
  friend bool operator==(const Mask& a, const Mask& b);  // compares what the pointers point at
};

/// One row of the table of rules: a new rule is one file and one row here.
struct MaskRuleKind {
  std::string_view name;
  std::string_view usage;                         ///< "window:W or window:L,R"
  std::string_view help;                          ///< one line, for --help and tooltips
  MaskRule (*parse)(std::string_view arguments);  ///< throws InputError
  std::string (*text)(const MaskRule&);           ///< the inverse of parse, "window:3"
  KeyRange (*range)(const MaskRule&, int position, int keys);
};
const std::vector<MaskRuleKind>& mask_rules();

/// "causal+padding:2" -> rules; "full" or "" -> none. Throws InputError naming the rule and its
/// usage.
std::vector<MaskRule> parse_mask_rules(std::string_view text);
std::string mask_rules_text(const std::vector<MaskRule>& rules);  // "full" when there are none

/// The keys that the rules leave to row `row`, n queries, m keys.
KeyRange visible_keys(const Mask& mask, int row, int n, int m);
/// Rules, cells and bias together.
bool is_visible(const Mask& mask, int head, int row, int column, int n, int m);
bool hides_anything(const Mask& mask, int heads, int n, int m);

}  // namespace qkv
