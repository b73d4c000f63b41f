// The code that lesson "From scratch" shows, run as it stands.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <doctest/doctest.h>

#include "core/code/scratch_code.h"
#include "tests/support/player.h"
#include "tests/support/python.h"

using namespace qkv;
using namespace qkv::test;

namespace {

/// The numbers of printed arrays, brackets and all.
std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.c_str();
  while (*at != '\0') {
    char* end = nullptr;
    const double value = std::strtod(at, &end);
    if (end == at) {
      ++at;
      continue;
    }
    numbers.push_back(value);
    at = end;
  }
  return numbers;
}

/// Printed to two decimals, and so must ours be: to half a hundredth.
void check_printed(const std::vector<double>& printed, std::size_t from, const Floats& ours) {
  REQUIRE(printed.size() >= from + ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    CHECK(std::abs(printed[from + i] - static_cast<double>(ours[i])) < 0.005001);
}

}  // namespace

TEST_CASE("scratch: the lines of NumPy print the weights and z of the screen") {
  const std::string python = python_with("numpy");
  if (python.empty()) {
    MESSAGE("[skipped] python3 with numpy is not installed");
    return;
  }
  for (const char* state : {"next", "scale on", "mask causal", "scale on; mask window:2"}) {
    CAPTURE(state);
    Player player("scratch");
    player.settled(state);
    const Trace& trace = player.trace();
    const std::string printed = run_python(
        python,
        code_text(scratch_code(Dialect::numpy, *player.session.document, player.session.options)));
    const std::vector<double> numbers = numbers_in(printed);
    CHECK(numbers.size() == trace.weights.size() + trace.output.size());
    check_printed(numbers, 0, trace.weights);
    check_printed(numbers, trace.weights.size(), trace.output);
  }
  // Without the scale two rows are extreme.
  Player player("scratch");
  int extreme = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) extreme += player.trace().weight(0, i, j) > 0.965f ? 1 : 0;
  CHECK(extreme == 2);
}

TEST_CASE("scratch: two heads run, and PyTorch's one call gives the same z") {
  const std::string numpy = python_with("numpy"),
                    torch = python_with("torch; torch.nn.functional.scaled_dot_product_attention");
  Player player("scratch");
  const Document& document = *player.session.document;
  if (!numpy.empty()) {
    for (const char* state : {"next", "scale on", "mask causal"}) {
      CAPTURE(state);
      Player shown("scratch");
      shown.settled(state);
      const AttentionOptions& options = shown.session.options;
      const std::vector<double> numbers =
          numbers_in(run_python(numpy, code_text(scratch_code(Dialect::heads, document, options))));
      // The scene draws this module's numbers, those that its code prints.
      const MultiHeadTrace module =
          multi_head(document.projection->embeddings, two_heads(document), options);
      CHECK(numbers.size() == module.weights.data.size() + module.outcome.data.size());
      check_printed(numbers, 0, {module.weights.data.begin(), module.weights.data.end()});
      check_printed(numbers, module.weights.data.size(),
                    {module.outcome.data.begin(), module.outcome.data.end()});
    }
  }
  if (torch.empty()) {
    MESSAGE("[skipped] python3 with PyTorch 2 is not installed");
    return;
  }
  const std::string printed = run_python(
      torch, code_text(scratch_code(Dialect::pytorch, document, player.session.options)));
  check_printed(numbers_in(printed), 0, player.trace().output);
}

TEST_CASE("scratch: where its few lines do not tell all, they say that they cannot") {
  Player player("scratch");
  const auto has = [&] {
    return has_scratch_code(*player.session.document, player.session.options);
  };
  CHECK(has());
  player.settled("mask causal; scale on");
  CHECK(has());
  for (const char* change : {"variant axis=columns", "softcap 5", "temperature 2"}) {
    CAPTURE(change);
    Player changed("scratch");
    changed.settled(change);
    CHECK_FALSE(has_scratch_code(*changed.session.document, changed.session.options));
  }
}

TEST_CASE("scratch: at every stop of the walk a line is at work, in every dialect") {
  Player player("scratch");
  player.settled("mask causal; scale on; goto start");
  std::string before;
  int stops = 0;
  for (; stops < 60 && player.session.question < 0 && player.at() != before; ++stops) {
    before = player.at();
    CAPTURE(before);
    const Beat beat = player.session.playhead.at.beat;
    for (const Dialect dialect :
         {Dialect::numpy, Dialect::pytorch, Dialect::heads, Dialect::pytorch_heads}) {
      int lit = 0;
      for (const ScratchLine& line :
           scratch_code(dialect, *player.session.document, player.session.options))
        lit += std::count(line.beats.begin(), line.beats.end(), beat) > 0 ? 1 : 0;
      CHECK(lit > 0);
    }
    player.settled("next");
  }
  CHECK(stops > 20);
}
