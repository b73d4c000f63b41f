// What is asked of all cells at once.

#include <limits>

#include <doctest/doctest.h>

#include "core/picture/panels.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

TEST_CASE("score limit: the largest score anywhere, never 0, NaN of hidden keys apart") {
  Player player("cat");
  CHECK(score_limit(player.trace()) == 6.0f);
  player.settled("mask causal; scale off");
  CHECK(score_limit(player.trace()) == 6.0f);
  CHECK(score_limit(Trace{}) == 1.0f);
  Trace trace;
  trace.scores = {std::numeric_limits<float>::quiet_NaN(), -2,
                  -std::numeric_limits<float>::infinity()};
  CHECK(score_limit(trace) == 2.0f);
}

TEST_CASE("what is asked of all cells at once is looked at once, and again when they change") {
  Player player("cat");
  REQUIRE(player.trace().overview.has_value());
  CHECK_FALSE(player.trace().overview->any_negative);
  CHECK(player.trace().overview->any_positive);
  CHECK_FALSE(player.trace().overview->hides);
  player.settled("mask causal");
  CHECK(player.trace().overview->hides);
  player.settled("mask full");
  CHECK_FALSE(player.trace().overview->hides);
  // A trace that was read is the same as one that nobody has looked at yet.
  Trace plain = player.trace();
  plain.overview.reset();
  CHECK(overview_of(plain).largest_score == 6.0f);
  // attend() alone forgets what was seen of the numbers before.
  const Document& cat = *player.session.document;
  Trace again = player.trace();
  attend({cat.queries.view(), cat.keys.view(), cat.values.view(), cat.options}, again);
  CHECK_FALSE(again.overview.has_value());
}

TEST_CASE("what a recording's mask hides has no size") {
  auto document = std::make_shared<Document>(*recorded_document(3, true));
  Recording& recording = *document->recording;
  // A causal model that added a large negative number, and one that added the lowest float.
  for (const float hidden : {-1e9f, std::numeric_limits<float>::lowest()}) {
    for (std::size_t layer = 0; layer < 2; ++layer) {
      for (int i = 0; i < 2 * 9; ++i) {
        const int row = i % 9 / 3, key = i % 3;
        const auto cell = static_cast<std::size_t>(i);
        recording.scaled[layer].data[cell] = key > row ? hidden : 0.5f;
        recording.weights[layer].data[cell] = key > row ? 0 : 1.0f / static_cast<float>(row + 1);
      }
    }
    Player player(document);
    CHECK(score_limit(player.trace()) == 0.5f);
    CHECK_FALSE(player.trace().overview->any_negative);
    CHECK(player.trace().overview->hides);
  }
}
