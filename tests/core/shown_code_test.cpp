// The script of what is looked at: at a stop that breaks a rule the broken one, marked and run; in
// the language and the form that the lesson's own switch stands at.

#include "core/code/shown_code.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/code/mistakes_code.h"
#include "core/session/knob_places.h"
#include "tests/support/player.h"
#include "tests/support/python.h"

using namespace qkv;
using namespace qkv::test;

namespace {

std::vector<CodeLine> shown(Player& player, Language language = Language::numpy) {
  return shown_code(player.session, player.trace(), language);
}

bool says(const std::vector<CodeLine>& lines, const std::string& text) {
  return code_text(lines).find(text) != std::string::npos;
}

int wrong_lines(const std::vector<CodeLine>& lines) {
  return static_cast<int>(std::count_if(lines.begin(), lines.end(), [](const CodeLine& line) {
    return line.comment.starts_with("WRONG") && line.stage == Stage::part;
  }));
}

/// What the script leaves in `names`, one number after the other.
std::vector<double> left_by(const std::string& python, const std::vector<CodeLine>& lines,
                            const std::string& names) {
  const std::string printed =
      run_python(python, code_text(lines) + "print(\"LEFT\")\nfor a in (" + names +
                             ",):\n    print(*(repr(float(x)) for x in a.reshape(-1)))\n");
  std::vector<double> numbers;
  const std::size_t at = printed.find("LEFT");
  if (at == std::string::npos) return numbers;
  const char* from = printed.c_str() + at + 4;
  for (char* end = nullptr;; from = end) {
    const double value = std::strtod(from, &end);
    if (end == from) return numbers;
    numbers.push_back(value);
  }
}

void check_same(const std::vector<double>& ours, std::size_t from, const Tensor& theirs) {
  REQUIRE(ours.size() >= from + theirs.data.size());
  for (std::size_t i = 0; i < theirs.data.size(); ++i)
    CHECK(std::abs(ours[from + i] - static_cast<double>(theirs.data[i])) < 1e-5);
}

}  // namespace

TEST_CASE("the code of a broken rule is broken, says where, and gives the numbers on the screen") {
  Player player("mistakes");
  for (const Language language : {Language::numpy, Language::pytorch}) {
    const bool numpy = language == Language::numpy;
    const std::string python = python_with(numpy ? "numpy" : "torch");
    if (python.empty()) MESSAGE("[skipped] python3 without " << (numpy ? "numpy" : "torch"));
    for (const Mistake& mistake : mistakes()) {
      CAPTURE(mistake.part);
      player.settled("goto part:" + std::string(mistake.part));
      const auto lines = shown(player, language);
      const bool harmless = mistake.reading || mistake.part == "scale-first";
      CHECK((wrong_lines(lines) == 0) == harmless);
      CHECK(says(lines, std::string("# ")));
      if (python.empty()) continue;
      const auto numbers =
          left_by(python, lines, mistake.lengths ? "shares, output" : "weights, output");
      const auto pieces = shown_pieces(player.session);
      const int row = player.session.row;
      const Tensor weights = side_of(*pieces, mistake, true, false, row);
      check_same(numbers, 0, weights);
      // A row that is changed alone: the script changes no other.
      check_same(numbers, weights.data.size(), side_of(*pieces, mistake, true, true, row));
    }
  }
}

TEST_CASE("where the rule is kept, and at Start, the code is as it should be") {
  Player player("mistakes");
  player.settled("rewind");
  const std::string right = code_text(shown(player));
  CHECK(broken_rule(player.session) == nullptr);
  CHECK(right.find("WRONG") == std::string::npos);
  player.settled("goto part:axis");
  CHECK(broken_rule(player.session) != nullptr);
  CHECK(code_text(shown(player)) != right);
  player.settled("knob rule kept");
  CHECK(code_text(shown(player)) == right);
}

TEST_CASE("scratch: the switch decides language and form; PyTorch has its one call") {
  Player player("scratch");
  CHECK(shown_language(player.session, false) == Language::numpy);
  player.settled("mask causal; knob code pytorch");
  CHECK(shown_language(player.session, false) == Language::pytorch);
  const std::string call = "scaled_dot_product_attention(";
  CHECK(says(shown(player, Language::pytorch), call));
  CHECK(says(shown(player, Language::pytorch), "is_causal=True, scale=1.0"));
  player.settled("knob code heads");
  CHECK(shown_language(player.session, true) == Language::pytorch);
  CHECK(says(shown(player), "def multi_head"));
  CHECK(says(shown(player, Language::pytorch), "def multi_head"));
  CHECK(says(shown(player, Language::pytorch), call));
}

TEST_CASE("heads: a module in PyTorch, checked by its one call") {
  Player player("heads");
  const auto lines = shown(player, Language::pytorch);
  CHECK(says(lines, "torch.softmax"));
  CHECK(says(lines, "scaled_dot_product_attention("));
  const std::string python = python_with("torch");
  if (python.empty()) {
    MESSAGE("[skipped] python3 with torch is not installed");
    return;
  }
  for (const char* keys : {"4", "2", "1"}) {
    CAPTURE(keys);
    player.settled("goto part:groups; knob keys " + std::string(keys));
    const auto numbers = left_by(python, shown(player, Language::pytorch), "joined, outcome");
    const auto pieces = shown_pieces(player.session);
    check_same(numbers, 0, pieces->at("joined"));
    check_same(numbers, pieces->at("joined").data.size(), pieces->at("outcome"));
  }
}

TEST_CASE("at a stop with a mask of its own the code has that mask, whatever is switched") {
  Player part("mask"), walk("mask");
  part.settled("mask causal; scale off; goto part:padding");
  walk.settled("mask padding:2; goto score");
  CHECK(code_text(shown(part)) == code_text(shown(walk)));
  part.settled("goto score");
  CHECK(code_text(shown(part)) != code_text(shown(walk)));
}
