// What a lesson asks to measure arrives number by number.

#include <doctest/doctest.h>

#include "tests/support/player.h"

using namespace qkv;

TEST_CASE("measuring: it goes on until every number has arrived, and begins anew when asked") {
  Player player("cost");
  const std::size_t asked = player.session.document->pieces->computed.at("measured_n").data.size();
  REQUIRE(asked == 6);
  CHECK_FALSE(player.session.measure_wanted);
  player.press("measure");
  CHECK(player.session.measure_wanted);
  player.press("measured 0.001 0.002");
  CHECK(player.session.measure_wanted);
  CHECK(player.session.measured == std::vector<float>{0.001f, 0.002f});
  player.press("measured 0.001 0.002 0.003 0.004 0.005 0");  // the last did not fit
  CHECK_FALSE(player.session.measure_wanted);
  CHECK(player.session.measured.size() == asked);
  player.press("measure");
  CHECK(player.session.measure_wanted);
  CHECK(player.session.measured.empty());
  // Another lesson has nothing to measure.
  Player cat("cat");
  cat.press("measure");
  cat.press("measured 1 2");
  CHECK_FALSE(cat.session.measure_wanted);
}
