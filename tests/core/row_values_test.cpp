// The numbers of a row beside those of its trace.

#include "core/picture/row_values.h"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

/// What the story writes must come out as it says: e ÷ Σ = weight.
void check_arithmetic(Player& player) {
  const Trace& trace = player.trace();
  for (int row = 0; row < trace.n; ++row) {
    const RowValues values = row_values(player.session, trace, row);
    const auto r = static_cast<std::size_t>(row);
    CHECK(values.row_max == doctest::Approx(trace.row_max[r]));
    CHECK(values.row_sum == doctest::Approx(trace.row_sum[r]));
    for (std::size_t key = 0; key < values.weights.size(); ++key) {
      CHECK(values.exps[key] / values.row_sum == doctest::Approx(values.weights[key]));
    }
  }
}

DocumentPtr with_options(float sink, float temperature) {
  auto document = std::make_shared<Document>(*load_lesson("cat"));
  document->options.sink = {sink};
  document->options.temperature = temperature;
  return document;
}

}  // namespace

TEST_CASE("exponentials over their sum are the weights, with a sink and a temperature too") {
  Player cat("cat");
  check_arithmetic(cat);
  for (const float sink : {-3.0f, 1.0f, 50.0f}) {  // below, among and far above the scores
    for (const float temperature : {1.0f, 0.5f}) {
      Player player(with_options(sink, temperature));
      check_arithmetic(player);
      player.settled("mask causal; select cat");
      check_arithmetic(player);
    }
  }
}

TEST_CASE("a row with nothing to see has no sum, sink or not") {
  Player player(with_options(1.0f, 1.0f));
  player.settled("mask padding:5");
  const RowValues values = row_values(player.session, player.trace(), 0);
  CHECK(values.fully_masked);
  CHECK(values.row_sum == 0.0f);
}

TEST_CASE("what has arrived of z: nothing, one piece, half of another, all") {
  Player player("cat");
  const Document& cat = *player.session.document;
  const RowValues its = row_values(player.session, player.trace(), 3);
  const auto arrived = [&](std::vector<float> shares) {
    return mixed_so_far(cat, {}, 0, its.weights, shares);
  };
  CHECK(arrived({0, 0, 0, 0, 0}) == std::vector<float>{0, 0});
  CHECK(arrived({1, 1, 0, 0, 0})[0] == its.weights[1]);  // the value of "cat" is [1, 0]
  CHECK(arrived({0, 0.5f, 0, 0, 0})[0] == its.weights[1] / 2);
  CHECK(arrived({1, 1, 1, 1, 1})[0] == doctest::Approx(its.output[0]));
  CHECK(arrived({1, 1, 1, 1, 1})[1] == doctest::Approx(its.output[1]));
  CHECK(mixed_so_far(*recorded_document(3, true), {}, 0, its.weights, its.weights).empty());
}
