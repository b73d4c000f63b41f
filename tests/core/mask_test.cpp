#include "core/attention/mask.h"

#include <limits>

#include <doctest/doctest.h>

#include "core/text/input_error.h"

using namespace qkv;

namespace {

std::string row_text(const Mask& mask, int row, int n, int m) {
  std::string text;
  for (int j = 0; j < m; ++j) text += is_visible(mask, 0, row, j, n, m) ? '1' : '.';
  return text;
}

Mask rules(std::string_view text) {
  Mask mask;
  mask.rules = parse_mask_rules(text);
  return mask;
}

std::string refusal(std::string_view text) {
  try {
    parse_mask_rules(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("every rule of the table reads back what it writes and stays inside the keys") {
  const std::vector<std::string> examples = {"causal",     "window:1",  "window:3",  "window:2,4",
                                             "window:0,2", "padding:0", "padding:2", "padding:99"};
  for (const MaskRuleKind& kind : mask_rules()) {
    CAPTURE(kind.name);
    CHECK_FALSE(kind.help.empty());
    CHECK(kind.usage.substr(0, kind.name.size()) == kind.name);
    int seen = 0;
    for (const std::string& example : examples) {
      if (example.substr(0, kind.name.size()) != kind.name) continue;
      CAPTURE(example);
      ++seen;
      const auto parsed = parse_mask_rules(example);
      REQUIRE(parsed.size() == 1);
      CHECK(mask_rules_text(parsed) == example);
      for (int position = -3; position < 9; ++position) {
        const KeyRange keys = kind.range(parsed[0], position, 5);
        CHECK(keys.begin >= 0);
        CHECK(keys.end <= 5);
      }
    }
    CHECK(seen > 0);
  }
}

TEST_CASE("rules as the words see them") {
  CHECK(row_text(rules("full"), 1, 5, 5) == "11111");
  CHECK(row_text(rules("causal"), 1, 5, 5) == "11...");
  CHECK(row_text(rules("window:1"), 3, 5, 5) == "...1.");
  CHECK(row_text(rules("window:2"), 3, 5, 5) == "..11.");
  CHECK(row_text(rules("window:1,1"), 3, 5, 5) == "..111");
  CHECK(row_text(rules("window:0,1"), 4, 5, 5) == "....1");
  CHECK(row_text(rules("padding:2"), 0, 5, 5) == "111..");
  CHECK(row_text(rules("causal + window:3 + padding:1"), 4, 5, 5) == "..11.");
  CHECK(row_text(rules("window:2147483647"), 4, 5, 5) == "11111");
  CHECK(row_text(rules("padding:5"), 4, 5, 5) == ".....");
  CHECK(mask_rules_text(parse_mask_rules("full+causal")) == "causal");
  CHECK(mask_rules_text({}) == "full");
}

TEST_CASE("causal is aligned to the start or to the end when the lengths differ") {
  Mask mask = rules("causal");
  CHECK(row_text(mask, 0, 1, 8) == "1.......");
  mask.align = CausalAlign::end;
  CHECK(row_text(mask, 0, 1, 8) == "11111111");
  CHECK(row_text(mask, 0, 3, 5) == "111..");
  CHECK(row_text(mask, 2, 3, 5) == "11111");
  // More queries than keys: the first rows stand before the first key.
  CHECK(row_text(mask, 0, 5, 3) == "...");
  CHECK(row_text(mask, 2, 5, 3) == "1..");
}

TEST_CASE("cells and an added mask hide keys, by head or for all heads") {
  auto cells = std::make_shared<BoolCells>();
  *cells = {2, 1, 3, {1, 0, 1, 0, 0, 1}};
  Mask mask;
  mask.cells = cells;
  CHECK(is_visible(mask, 0, 0, 0, 1, 3));
  CHECK_FALSE(is_visible(mask, 0, 0, 1, 1, 3));
  CHECK_FALSE(is_visible(mask, 1, 0, 0, 1, 3));

  auto bias = std::make_shared<FloatCells>();
  *bias = {1,
           1,
           3,
           {-1e9f, -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::lowest()}};
  Mask added;
  added.bias = bias;
  CHECK(row_text(added, 0, 1, 3) == "1..");
  CHECK(hides_anything(added, 1, 1, 3));
  CHECK_FALSE(hides_anything(rules("full"), 1, 4, 4));
  CHECK_FALSE(hides_anything(rules("padding:0+window:4,4"), 1, 4, 4));
  CHECK(hides_anything(rules("causal"), 1, 4, 4));
  CHECK_FALSE(hides_anything(rules("causal"), 1, 1, 1));
}

TEST_CASE("masks are equal when what they point at is equal") {
  Mask a, b;
  a.cells = std::make_shared<BoolCells>(BoolCells{1, 1, 1, {1}});
  CHECK_FALSE(a == b);
  b.cells = std::make_shared<BoolCells>(BoolCells{1, 1, 1, {1}});
  CHECK(a == b);
  b.cells = std::make_shared<BoolCells>(BoolCells{1, 1, 1, {0}});
  CHECK_FALSE(a == b);
}

TEST_CASE("a rule that cannot be read is named, with its usage") {
  CHECK(refusal("foo") ==
        "mask rule \"foo\": there is no such rule; use full, causal, window:W or window:L,R, "
        "padding:N, joined by +");
  CHECK(refusal("window:0") ==
        "mask rule \"window:0\": W counts the word itself, so it is at least 1; use window:W or "
        "window:L,R");
  CHECK(refusal("padding:-1") ==
        "mask rule \"padding:-1\": \"-1\" is not a whole number from 0; use padding:N");
  CHECK(refusal("causal+window:x") ==
        "mask rule \"window:x\": \"x\" is not a whole number from 0; use window:W or window:L,R");
  for (const char* bad : {"causal:3", "causal:", "window", "window:", "window:1,", "window:,1",
                          "window:1,2,3", "window:1.5", "window:99999999999", "padding",
                          "padding:", "causal+", "+causal", "full:1", "Causal", "window: 3"}) {
    CAPTURE(bad);
    CHECK(refusal(bad).find("; use ") != std::string::npos);
  }
}
