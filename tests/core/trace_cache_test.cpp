// Traces are computed when their input changes, and only then.

#include <limits>

#include <doctest/doctest.h>

#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

TEST_CASE("an unchanged session computes nothing, and a switch back computes nothing anew") {
  Player player("cat");
  player.trace();
  CHECK(player.traces.computed() == 1);
  player.settled("next; next; select cat; goto mix; theme light; orbit 15 0; end; back");
  player.press("next");
  player.wait(0.1f);
  player.press("select its");
  player.wait(0.1f);
  CHECK(player.traces.before(player.session) == nullptr);
  CHECK(player.traces.computed() == 1);
  player.settle_all();

  player.press("toggle-causal");
  for (int frame = 0; frame < 12; ++frame) {
    player.trace();
    CHECK(player.traces.before(player.session) != nullptr);
    player.wait(1.0f / 60);
  }
  CHECK(player.traces.computed() == 2);
  player.press("toggle-causal");
  for (int frame = 0; frame < 40; ++frame) {
    player.trace();
    player.traces.before(player.session);
    player.wait(1.0f / 60);
  }
  CHECK(player.traces.computed() == 2);
  CHECK(player.traces.before(player.session) == nullptr);
}

TEST_CASE("the traces before are those of the blends, oldest first") {
  Player player("cat");
  player.settled("scale off");
  player.press("scale on");
  player.wait(0.1f);
  player.press("mask causal");
  player.wait(0.1f);
  player.press("scale off");
  const Trace* before = player.traces.before(player.session);
  REQUIRE(player.session.blends.size() == 3);
  CHECK(before[0].scale == 1.0f);
  CHECK(before[0].options.mask.rules.empty());
  CHECK(before[1].scale != 1.0f);
  CHECK(before[1].options.mask.rules.empty());
  CHECK(before[2].scale != 1.0f);
  CHECK_FALSE(before[2].options.mask.rules.empty());
  player.wait(0.25f);
  before = player.traces.before(player.session);
  REQUIRE(player.session.blends.size() == 2);
  CHECK(before[0].options.mask.rules.empty());
  CHECK_FALSE(before[1].options.mask.rules.empty());
}

TEST_CASE("another head is a look at the same trace, another layer is not") {
  Player heads(random_document(4, 3, {}, 2));
  heads.trace();
  heads.press("look 0 0 1");
  heads.trace();
  REQUIRE(heads.traces.before(heads.session) != nullptr);
  CHECK(heads.traces.computed() == 1);
  Player layers(recorded_document(3, true));
  layers.trace();
  layers.press("look 1 0 0");
  layers.trace();
  CHECK(layers.traces.computed() == 2);
}

TEST_CASE("a failed computation is not remembered") {
  TraceCache traces;
  auto broken = std::make_shared<Document>(*random_document(3, 1));
  broken->queries.data[0] = std::numeric_limits<float>::quiet_NaN();
  Session session = open_session(random_document(3, 1));
  traces.now(session);
  Session bad = session;
  bad.document = broken;
  CHECK_THROWS(traces.now(bad));
  CHECK_THROWS(traces.now(bad));
  CHECK(traces.now(session).n == 3);
}
