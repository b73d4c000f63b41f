// A number's way back to the vectors: every step is there, says the number that the trace has, and
// the script of it, run as it stands, prints it.

#include "core/picture/chain.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include <doctest/doctest.h>

#include "core/document/edit_vectors.h"
#include "core/picture/number_of.h"
#include "core/session/pin.h"
#include "core/text/format_number.h"
#include "tests/support/action_samples.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"
#include "tests/support/python.h"
#include "tests/support/scratch.h"

using namespace qkv;
using Kind = Quantity::Kind;

namespace {

std::string plain(const std::vector<Line>& lines) {
  std::string all;
  for (const Line& line : lines) {
    for (const Span& span : line) all += span.text;
    all += "\n";
  }
  return all;
}

std::vector<std::string> names(const ChainPicture& chain) {
  std::vector<std::string> all;
  for (const ChainStep& step : chain.steps) all.push_back(step.name);
  return all;
}

ChainPicture chain_after(Player& player, const char* script) {
  player.settled(script);
  return paint_chain(player.session, player.trace());
}

/// Sentences, dimensions, masks, factors and broken rules at random.
Player random_state(std::mt19937& random) {
  const auto below = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  const int heads = below(3) == 0 ? 2 : 1;
  DocumentPtr document = random_document(1 + below(6), random(), {}, heads);
  if (heads == 1) document = with_dimensions(*document, 1 + below(5));
  Player player(document);
  AttentionOptions options;
  options.mask = random_mask(random, document->n(), heads);
  if (below(3) == 0) options.temperature = 0.5f + 0.25f * static_cast<float>(below(8));
  if (below(3) == 0) options.softcap = 1.0f + static_cast<float>(below(6));
  if (below(3) == 0) options.scale = below(2) ? 1.0f : 0.3f;
  if (below(4) == 0) options.sink.assign(static_cast<std::size_t>(heads), 0.5f);
  if (below(3) == 0)
    for (const VariantKind& kind : variant_kinds()) options.variant.*kind.field = below(3) == 0;
  player.session.options = options;
  player.session.slice.head = below(heads);
  return player;
}

Quantity random_number(std::mt19937& random, const Session& session) {
  const auto below = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  const std::vector<PinKind>& kinds = pin_kinds();
  const PinKind& kind = kinds[static_cast<std::size_t>(below(static_cast<int>(kinds.size())))];
  const Quantity any{kind.kind,   0, 0, below(session.document->n()), below(session.document->m()),
                     below(4) - 1};
  return pinnable(session, any);
}

std::vector<double> numbers_in(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '[' || c == ']'; }, ' ');
  std::istringstream in(text);
  std::vector<double> numbers;
  for (std::string word; in >> word;) numbers.push_back(std::strtod(word.c_str(), nullptr));
  return numbers;
}

bool near(double a, double b) {
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= 4e-6 * std::max(1.0, std::abs(a));
}

}  // namespace

TEST_CASE("the chain of a weight leads from the two vectors to it, one step a stage") {
  Player player("cat");
  const ChainPicture chain = chain_after(player, "end; pin its cat weight");
  CHECK(names(chain) == std::vector<std::string>{"query", "key", "score", "scaled score",
                                                 "largest score", "exponential",
                                                 "sum of exponentials", "weight"});
  CHECK(chain.number == "0.895");
  CHECK(chain.steps.front().code_name == "q[3]");
  CHECK(chain.steps[2].code == "scores = q @ k.T");
  CHECK(chain.steps[2].code_name == "scores[3, 1]");
  CHECK(chain.steps[3].code == "scaled = scores / np.sqrt(q.shape[-1])");
  CHECK(chain.steps.back().code == "weights = e / e.sum(axis=-1, keepdims=True)");
  CHECK(chain.steps.back().code_name == "weights[3, 1]");
  CHECK(plain(chain.steps.back().lines).find("= 0.895") != std::string::npos);
}

TEST_CASE("softmax down the columns: a weight's chain goes through its column") {
  Player player("cat");
  const ChainPicture chain = chain_after(player, "variant axis=columns; end; pin its cat weight");
  const Trace& trace = player.trace();
  // The queries that look at "cat": what is subtracted and summed is theirs.
  double largest = -1e30, sum = 0;
  for (int row = 0; row < trace.n; ++row)
    largest = std::max(largest, static_cast<double>(trace.masked(0, row, 1)));
  for (int row = 0; row < trace.n; ++row)
    sum += std::exp(static_cast<double>(trace.masked(0, row, 1)) - largest);
  const double weight = std::exp(static_cast<double>(trace.masked(0, 3, 1)) - largest) / sum;
  CHECK(weight == doctest::Approx(static_cast<double>(trace.weight(0, 3, 1))));
  CHECK(chain.number == format_fixed(weight, 3));
  std::string all;
  for (const ChainStep& step : chain.steps) all += step.name + "\n" + plain(step.lines) + step.code;
  CHECK(all.find("axis=0") + all.find("axis=-2") != 2 * std::string::npos);
  CHECK(all.find(format_fixed(weight, 3)) != std::string::npos);
  CHECK(chain.steps.back().code_name == "weights[3, 1]");
}

TEST_CASE("a mask has its link where it acts, and z goes through whole rows") {
  Player player("cat");
  ChainPicture chain = chain_after(player, "mask causal; end; pin its fish masked");
  CHECK(names(chain).back() == "masked score");
  CHECK(chain.number == "−∞");
  CHECK(chain.steps.back().code == "masked = np.where(mask, scaled, -np.inf)");
  chain = chain_after(player, "pin its output 2");
  CHECK(names(chain) == std::vector<std::string>{"query", "score", "scaled score", "masked score",
                                                 "largest score", "exponential",
                                                 "sum of exponentials", "weight", "output z"});
  CHECK(chain.steps.back().code_name == "output[3, 1]");
  CHECK(chain.steps[1].code_name == "scores[3]");
}

TEST_CASE("projected vectors go back to their embedding") {
  Player player("qkv");
  const ChainPicture chain = chain_after(player, "end; pin 1 query");
  REQUIRE(chain.steps.size() == 1);
  CHECK(plain(chain.steps[0].lines).find("x = [") != std::string::npos);
  CHECK(plain(chain.steps[0].lines).find("x · W") != std::string::npos);
  CHECK(chain.steps[0].code == "q = x @ w_q");
}

TEST_CASE("whatever the state, a chain ends with the number that the trace has") {
  std::mt19937 random(5);
  int long_ones = 0;
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    Player player = random_state(random);
    const Quantity quantity = random_number(random, player.session);
    if (!quantity) continue;
    const ChainPicture chain = chain_of(player.session, player.trace(), quantity);
    REQUIRE_FALSE(chain.steps.empty());
    REQUIRE_FALSE(chain.number.empty());
    CHECK(chain.code_reason.empty());
    const auto values = values_of(*player.session.document, player.trace(), quantity);
    REQUIRE_FALSE(values.empty());
    if (values.size() == 1) {
      CAPTURE(chain_text(chain));
      const std::string said = plain(chain.steps.back().lines);
      const bool empty_row = player.trace().fully_masked(quantity.head, std::max(0, quantity.row));
      const std::string number = number_of(quantity.kind, values.front());
      CHECK((empty_row || said.find(number) != std::string::npos));
    }
    for (const ChainStep& step : chain.steps) CHECK_FALSE(step.code_name.empty());
    long_ones += chain.steps.size() >= 6 ? 1 : 0;
  }
  CHECK(long_ones > 60);
}

TEST_CASE("the NumPy of a chain, run as it stands, prints the number") {
  const std::string python = test::python_with("numpy");
  if (python.empty()) {
    MESSAGE("[skipped] NumPy is not installed");
    return;
  }
  const test::Scratch scratch;
  std::mt19937 random(11);
  std::vector<std::vector<double>> expected;
  std::string driver = "import numpy as np\nnp.set_printoptions(threshold=10**6)\n";
  for (int i = 0; i < 240; ++i) {
    Player player = random_state(random);
    const Quantity quantity = random_number(random, player.session);
    if (!quantity) continue;
    const std::string path = scratch.file(std::to_string(expected.size()) + ".py");
    std::ofstream(path) << chain_numpy(player.session, player.trace(), quantity);
    driver += "print('#')\nexec(open('" + path + "').read(), {})\n";
    expected.push_back(values_of(*player.session.document, player.trace(), quantity));
  }
  const std::string printed = test::run_python(python, driver);
  REQUIRE(expected.size() > 150);
  std::size_t at = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    at = printed.find('#', at);
    REQUIRE(at != std::string::npos);
    const std::size_t end = printed.find('#', ++at);
    const std::string one = printed.substr(at, end == std::string::npos ? end : end - at);
    const std::vector<double> numbers = numbers_in(one);
    std::ifstream file(scratch.file(std::to_string(i) + ".py"));
    std::stringstream script;
    script << file.rdbuf();
    CAPTURE(script.str());
    CAPTURE(one);
    REQUIRE(numbers.size() == expected[i].size());
    for (std::size_t k = 0; k < numbers.size(); ++k) CHECK(near(expected[i][k], numbers[k]));
  }
}

TEST_CASE("LaTeX is balanced, plain ASCII in mathematics, and words cannot become commands") {
  Player player("cat");
  player.settled("rename cat \"a_b%\\\\{}$\"; mask causal; temperature 2; end");
  for (const char* pin :
       {"pin its 1 weight", "pin its output", "pin its 4 masked", "pin its sum"}) {
    CAPTURE(pin);
    player.settled(pin);
    const std::string latex = chain_latex(paint_chain(player.session, player.trace()));
    CAPTURE(latex);
    CHECK(latex.find("\\begin{aligned}") != std::string::npos);
    int depth = 0;
    for (std::size_t i = 0; i < latex.size(); ++i) {
      if (latex[i] == '\\') {
        ++i;
        continue;
      }
      depth += latex[i] == '{' ? 1 : latex[i] == '}' ? -1 : 0;
      CHECK(depth >= 0);
    }
    CHECK(depth == 0);
    for (const char* sign : {"×", "÷", "−", "√", "∞", "Σ", "₁"})
      CHECK(latex.find(sign) == std::string::npos);
  }
}

TEST_CASE("a recording has a chain as far as its file goes, and says why there is no code") {
  Player player(recorded_document(3, true));
  const ChainPicture chain = chain_after(player, "pin 0 1 weight");
  CHECK_FALSE(chain.steps.empty());
  CHECK_FALSE(chain.code_reason.empty());
  CHECK(chain_numpy(player.session, player.trace(), player.session.pinned).empty());
}
