// Choosing a word, the mask, the scale, a head in the middle of a walk.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "core/picture/panels.h"
#include "core/picture/row_values.h"
#include "tests/support/hand_made.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

RowValues values_of(Player& player) {
  return blended_row(player.session, player.trace(), player.traces.before(player.session),
                     player.session.row);
}

float largest_step(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  float largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isfinite(a[i]) || std::isfinite(b[i])) {
      largest = std::max(largest, std::abs(a[i] - b[i]));
    }
  }
  return largest;
}

/// The largest jump of any number of the row between two instants. Masked scores start and end at
/// the ruler's end where they are hidden.
float largest_jump(const RowValues& a, const RowValues& b, float limit) {
  const auto finite = [&](std::vector<float> values) {
    for (float& value : values) value = std::isfinite(value) ? value : -limit;
    return values;
  };
  return std::max({largest_step(a.query, b.query), largest_step(a.scores, b.scores),
                   largest_step(a.scaled, b.scaled), largest_step(a.weights, b.weights),
                   largest_step(a.hidden, b.hidden), largest_step(a.exps, b.exps),
                   largest_step(a.output, b.output),
                   largest_step(finite(a.masked), finite(b.masked))});
}

double sum_of(const std::vector<float>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// What must hold of any row at any instant.
void check_row(Player& player, const RowValues& values, bool may_be_empty) {
  const Document& document = *player.session.document;
  const int head = player.session.slice.head;
  const double sum = sum_of(values.weights);
  if (!may_be_empty) CHECK(std::abs(sum - 1.0) < 1e-6);
  CHECK(sum < 1.0 + 1e-6);
  for (int key = 0; key < document.m(); ++key) {
    const auto k = static_cast<std::size_t>(key);
    const auto vector = document.keys.view().row(head, key);
    double plane = 0;
    for (std::size_t i = 0; i < vector.size(); ++i) {
      plane += static_cast<double>(values.query[i]) * static_cast<double>(vector[i]);
    }
    // The stem's tip stays on the plane of the travelling query.
    if (player.session.blends.empty() || document.queries.heads == 1) {
      CHECK(std::abs(static_cast<double>(values.scores[k]) - plane) < 1e-4);
    }
    CHECK(values.hidden[k] >= 0.0f);
    CHECK(values.hidden[k] <= 1.0f);
    CHECK(values.exps[k] >= 0.0f);
    CHECK(values.exps[k] <= 1.0f + 1e-6f);
    if (values.hidden[k] < 1.0f) CHECK(std::isfinite(values.masked[k]));
  }
  // z stays the mix of the values.
  for (int dim = 0; dim < document.values.columns; ++dim) {
    double mixed = 0;
    for (int key = 0; key < document.m(); ++key) {
      mixed +=
          static_cast<double>(values.weights[static_cast<std::size_t>(key)]) *
          static_cast<double>(document.values.view().row(head, key)[static_cast<std::size_t>(dim)]);
    }
    if (document.values.heads == 1) {
      CHECK(std::abs(static_cast<double>(values.output[static_cast<std::size_t>(dim)]) - mixed) <
            1e-5);
    }
  }
}

}  // namespace

TEST_CASE("another word keeps the stop, and the old row keeps how far it had come") {
  Player player("cat");
  player.settled("goto score:cat; select fish");
  CHECK(player.at() == "score:cat");
  CHECK(player.session.reached[3] == Stop{Stage::score, Beat::score_key, 1});
  CHECK(player.moment(3) == Moment{{Stage::score, Beat::score_key, 1}, 1.0f, {}});
  CHECK(player.moment(0) == Moment{{}, 1.0f, {}});
  player.settled("goto softmax:exp; select ate");
  CHECK(player.at() == "softmax:exp");
}

TEST_CASE("another word finishes a running beat at once") {
  Player player("cat");
  player.settled("goto score:cat");
  player.press("next");
  player.wait(0.1f);
  player.press("select fish");
  CHECK(player.rests());
  CHECK(player.at() == "score:ate");
  CHECK(player.session.reached[3] == Stop{Stage::score, Beat::score_key, 2});
  player.press("next-stage");
  player.wait(0.05f);
  player.press("select its");
  CHECK(player.at() == "scale");
}

TEST_CASE("where the new row hides the key of the stop: the nearest earlier stop") {
  Player player("cat");
  player.settled("mask causal; goto mix:ate; select cat");
  CHECK(player.at() == "mix:cat");
  player.settled("select its; goto mix:its; select the");
  CHECK(player.at() == "mix:the");
  player.settled("select its; mask window:2; goto mix:ate; select cat");
  CHECK(player.at() == "mix:cat");
  // Nothing earlier in Mix: back to the last stop before it.
  player.settled("select the; goto mix:the; select fish");
  CHECK(player.at() == "softmax:divide");
  // z is in every walk.
  player.settled("goto mix:z; select the");
  CHECK(player.at() == "mix:z");
}

TEST_CASE("choosing the chosen word, or one that is not there, is harmless") {
  Player player("cat");
  player.press("select its");
  CHECK_FALSE(moving(player.session));
  player.act(action::Select{99});
  CHECK(player.session.row == 4);
  player.act(action::Select{-7});
  CHECK(player.session.row == 0);
  player.act(action::SelectBy{std::numeric_limits<int>::min()});
  CHECK(player.session.row == 0);
  player.act(action::SelectBy{std::numeric_limits<int>::max()});
  CHECK(player.session.row == 4);
  player.act(action::SelectBy{-1});
  CHECK(player.session.row == 3);
}

TEST_CASE("a word blend lasts 0.4 s, starts at the old row, ends at the new one") {
  Player player("cat");
  player.settled("goto score");
  const RowValues its = row_values(player.session, player.trace(), 3);
  const RowValues cat = row_values(player.session, player.trace(), 1);
  const float limit = score_limit(player.trace());
  player.press("select cat");
  CHECK(largest_jump(values_of(player), its, limit) == 0.0f);
  CHECK(values_of(player).moving);
  player.wait(0.2f);
  const RowValues half = values_of(player);
  CHECK(half.query[0] == doctest::Approx(1.0));
  CHECK(half.query[1] == doctest::Approx(0.6));
  CHECK(half.scores[1] == doctest::Approx(3.0));
  CHECK(half.row == 1);
  player.wait(0.19f);
  CHECK(moving(player.session));
  player.wait(0.02f);
  CHECK_FALSE(moving(player.session));
  CHECK(largest_jump(values_of(player), cat, limit) == 0.0f);
  CHECK_FALSE(values_of(player).moving);
}

TEST_CASE("no change in the middle of another makes a number jump") {
  // Every 1/60 s one number may move a little; a change itself moves nothing.
  for (const int heads : {1, 2}) {
    Player player(random_document(6, 3, {}, heads));
    player.settled("mask causal; select 3; end");
    const std::vector<std::string> changes = {
        "select 5",      "select 1",
        "toggle-causal", "select 2",
        "toggle-causal", "toggle-causal",
        "toggle-scale",  "mask window:2",
        "select 0",      "toggle-scale",
        "undo",          "mask padding:6",
        "redo",          "look 0 0 " + std::to_string(heads - 1),
        "select 4",      "undo",
        "look 0 0 0",    "toggle-causal"};
    RowValues last = values_of(player);
    const float limit = score_limit(player.trace());
    for (const std::string& change : changes) {
      CAPTURE(change);
      player.press(change);
      RowValues now = values_of(player);
      CHECK(largest_jump(last, now, limit) < 1e-5f);
      for (int frame = 0; frame < 5; ++frame) {
        last = now;
        player.wait(1.0f / 60);
        now = values_of(player);
        CHECK(largest_jump(last, now, limit) < 0.25f * limit);
        check_row(player, now, true);
      }
      last = now;
    }
    player.wait(1);
    CHECK(player.session.blends.empty());
    CHECK(largest_jump(values_of(player),
                       row_values(player.session, player.trace(), player.session.row),
                       limit) == 0.0f);
  }
}

TEST_CASE("several changes before the next frame travel as one, from what was seen") {
  Player player("cat");
  player.settled("end");
  const RowValues before = values_of(player);
  const float limit = score_limit(player.trace());
  player.press("select cat");
  player.press("toggle-causal");
  player.press("select fish");
  CHECK(player.session.blends.size() == 1);
  CHECK(largest_jump(values_of(player), before, limit) == 0.0f);
  player.wait(0.2f);
  check_row(player, values_of(player), false);
}

TEST_CASE("hundreds of changes leave a bounded number of blends") {
  Player player("cat");
  for (int i = 0; i < 500; ++i) {
    player.act(action::SelectBy{i % 2 == 0 ? 1 : -1});
    player.wait(1e-6f);
  }
  CHECK(player.session.blends.size() <= 64);
  player.wait(0.5f);
  CHECK(player.session.blends.empty());
}

TEST_CASE("a hidden key travels by the ruler's end, and is minus infinity when it is there") {
  Player player("cat");
  player.settled("end");
  const float limit = score_limit(player.trace());
  CHECK(limit == doctest::Approx(6.0));
  player.press("mask causal");
  CHECK(values_of(player).masked[4] == doctest::Approx(std::sqrt(2.0)));
  player.wait(0.2f);
  const RowValues half = values_of(player);
  CHECK(half.hidden[4] == doctest::Approx(0.5));
  CHECK(half.masked[4] == doctest::Approx((std::sqrt(2.0) - 6) / 2));
  CHECK(std::isfinite(half.exps[4]));
  player.settle_all();
  CHECK(values_of(player).masked[4] == -std::numeric_limits<float>::infinity());
  CHECK(values_of(player).exps[4] == 0.0f);
  CHECK(values_of(player).weights[4] == 0.0f);
}

TEST_CASE("the table's other rows follow the mask in place, and do not travel with the word") {
  Player player("cat");
  player.settled("end");
  const RowValues cat = row_values(player.session, player.trace(), 1);
  player.press("mask causal");
  player.wait(0.2f);
  player.press("select fish");
  player.wait(0.1f);
  const RowValues now =
      row_in_place(player.session, player.trace(), player.traces.before(player.session), 1);
  CHECK(now.query == cat.query);
  CHECK(now.scores == cat.scores);
  CHECK(now.hidden[2] > 0.5f);
  CHECK(now.hidden[2] < 1.0f);
  CHECK(std::abs(sum_of(now.weights) - 1) < 1e-6);
}

TEST_CASE("the mask may take the key of the present stop: the nearest earlier stop") {
  Player player("cat");
  player.settled("select cat; goto mix:its");
  player.press("toggle-causal");
  CHECK(player.at() == "mix:cat");
  CHECK(player.rests());
  // What is shown of a key travels too.
  CHECK(shown(player.session, player.trace(), {Stage::mix, Beat::mix_key, 3}) == 1.0f);
  player.wait(0.2f);
  CHECK(shown(player.session, player.trace(), {Stage::mix, Beat::mix_key, 3}) ==
        doctest::Approx(0.5));
  player.wait(0.3f);
  CHECK(shown(player.session, player.trace(), {Stage::mix, Beat::mix_key, 3}) == 0.0f);

  Player running("cat");
  running.settled("select cat; goto mix:ate");
  running.press("next");
  running.wait(0.1f);
  running.press("toggle-causal");
  CHECK(running.at() == "mix:cat");
  CHECK(running.rests());
}

TEST_CASE("a beat goes on while the mask changes, where its stops stay") {
  Player player("cat");
  player.press("next");
  player.wait(0.2f);
  player.press("toggle-causal");
  CHECK_FALSE(player.rests());
  CHECK(player.at() == "score:plane");
  player.wait(0.5f);
  CHECK(player.rests());
}

TEST_CASE("another row's walk stays valid when the mask changes under it") {
  Player player("cat");
  player.settled("select cat; goto mix:its; select its; mask causal");
  CHECK(player.moment(1).at == Stop{Stage::mix, Beat::mix_key, 1});
  player.settled("mask full");
  CHECK(player.moment(1).at == Stop{Stage::mix, Beat::mix_key, 3});
}

TEST_CASE("the mask switched off at its own stop says that nothing is hidden now") {
  Player player("cat");
  player.settled("mask causal; goto mask; toggle-causal");
  CHECK(player.at() == "mask");
  CHECK(player.session.notice.find("Nothing is hidden") == 0);
}

TEST_CASE("the scale: on is the document's own, off is 1") {
  Player player("cat");
  player.settled("scale off");
  CHECK(player.session.options.scale == 1.0f);
  CHECK(player.trace().scale == 1.0f);
  player.settled("scale on");
  CHECK_FALSE(player.session.options.scale.has_value());

  auto document = std::make_shared<Document>(*random_document(3, 1));
  document->options.scale = 0.25f;
  Player own(document);
  own.settled("toggle-scale; toggle-scale");
  CHECK(own.session.options.scale == 0.25f);
}

TEST_CASE("toggle-causal leaves other rules, cells and alignment alone") {
  auto document = std::make_shared<Document>(*random_document(4, 1));
  document->options.mask.rules = parse_mask_rules("padding:1");
  document->options.mask.align = CausalAlign::end;
  Player player(document);
  const Mask before = player.session.options.mask;
  player.settled("toggle-causal");
  CHECK(mask_rules_text(player.session.options.mask.rules) == "causal+padding:1");
  player.settled("toggle-causal");
  CHECK(player.session.options.mask == before);
}

TEST_CASE("the camera travels home by the short way; an orbit stops it where it is") {
  Player player("cat");
  player.settled("orbit 130 10");
  CHECK(player.session.camera.azimuth == doctest::Approx(355));
  CHECK(player.session.camera.by_hand);
  player.press("zoom 2");
  player.press("home");
  CHECK(shown_camera(player.session).azimuth == doctest::Approx(355));
  CHECK(shown_camera(player.session).zoom == doctest::Approx(2));
  player.wait(0.2f);
  const Camera half = shown_camera(player.session);
  CHECK(half.azimuth == doctest::Approx(290));
  CHECK(half.elevation == doctest::Approx(35));
  player.press("orbit 1 0");
  CHECK(player.session.camera.azimuth == doctest::Approx(291));
  CHECK_FALSE(moving(player.session));
  player.settled("home");
  CHECK(player.session.camera == Camera{});
}

TEST_CASE("on its way home the camera's azimuth stays within a turn") {
  Player player("cat");
  player.settled("orbit -200 0");
  player.press("home");
  for (int frame = 0; frame < 20; ++frame) {
    const float azimuth = shown_camera(player.session).azimuth;
    CHECK(azimuth >= 0.0f);
    CHECK(azimuth < 360.0f);
    player.wait(0.02f);
  }
}

TEST_CASE("camera and text take any number and stay within bounds") {
  Player player("cat");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, infinity, -infinity}) {
    player.act(action::Orbit{bad, 0});
    player.act(action::Orbit{0, bad});
    player.act(action::Zoom{bad});
    player.act(action::TextScale{bad});
  }
  player.act(action::Zoom{0});
  player.act(action::Zoom{-1});
  CHECK(player.session.camera == Camera{});
  CHECK(player.session.layout == Layout{});
  player.act(action::Orbit{-1e30f, 1e30f});
  player.act(action::Zoom{1e30f});
  player.act(action::TextScale{1e30f});
  CHECK(player.session.camera.azimuth >= 0.0f);
  CHECK(player.session.camera.azimuth <= 360.0f);
  CHECK(player.session.camera.elevation == 90.0f);
  CHECK(player.session.camera.zoom == 8.0f);
  CHECK(player.session.layout.text_scale == kLargestText);
}

TEST_CASE("a first drag starts from the camera that is seen") {
  Player player("cat");
  Camera seen;
  seen.azimuth = 270;
  seen.elevation = 30;
  player.act(orbit_from(player.session, seen, 2, -1));
  CHECK(player.session.camera.azimuth == doctest::Approx(272));
  CHECK(player.session.camera.elevation == doctest::Approx(29));
}

TEST_CASE("Present is light, large and by stages, and gives back what it replaced") {
  Player player("cat");
  const Session before = player.session;
  player.press("present");
  CHECK(player.session.layout.present);
  CHECK(player.session.theme == Theme::light);
  CHECK(player.session.steps == StepSize::stages);
  player.press("theme dark");
  player.press("present");
  CHECK(player.session == before);
}

TEST_CASE("undo and redo take back edits and only edits") {
  Player player("cat");
  player.settled("mask causal; next; next; scale off; select cat; next");
  const Session before = player.session;
  player.settled("undo");
  CHECK(scale_on(player.session.options));
  CHECK(is_causal(player.session.options.mask));
  CHECK(player.session.row == before.row);
  CHECK(player.session.playhead == before.playhead);
  CHECK(player.session.notice == "Undone: Scale off.");
  player.settled("undo");
  CHECK_FALSE(is_causal(player.session.options.mask));
  player.settled("undo");
  CHECK(player.session.notice == "Nothing to undo.");
  CHECK(player.session.options == player.session.document->options);
  player.settled("redo; redo");
  CHECK(player.session.options == before.options);
  player.settled("redo");
  CHECK(player.session.notice == "Nothing to do again.");
  // A new edit forgets what was undone; one that changes nothing is no edit.
  player.settled("undo; mask causal; scale on");
  CHECK(player.session.history.undone.size() == 1);
  player.settled("mask window:2");
  CHECK(player.session.history.undone.empty());
  CHECK(player.session.history.done.size() == 2);
}
