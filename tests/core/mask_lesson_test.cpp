// Lesson "The causal mask": its tables against attention computed here in float64.

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/document/knobs.h"
#include "core/document/library.h"
#include "core/transformer/matrix.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

constexpr int kWords = 5, kWindow = 2, kPadding = 2;

/// May the query in row r look at the key in column c? Written down anew, rule by rule.
bool sees(const std::string& mask, int r, int c) {
  const bool causal = c <= r, window = c > r - kWindow, padding = c < kWords - kPadding;
  if (mask == "bert") return true;
  if (mask == "gpt") return causal;
  if (mask == "window") return causal && window;
  if (mask == "padding") return padding;
  return causal && window && padding;
}

}  // namespace

TEST_CASE("lesson mask: ones, weights and new vectors under every mask") {
  const DocumentPtr lesson = load_lesson("mask");
  const auto pieces = pieces_at(*lesson, start_places(lesson->knobs));
  REQUIRE(pieces != nullptr);
  for (const std::string mask : {"bert", "gpt", "window", "padding", "empty"}) {
    const Tensor& ones = pieces->at("ones_" + mask);
    const Tensor& weights = pieces->at("weights_" + mask);
    const Tensor& z = pieces->at("z_" + mask);
    REQUIRE(ones.rows == kWords);
    for (int r = 0; r < kWords; ++r) {
      CAPTURE(mask);
      CAPTURE(r);
      std::vector<double> e(kWords, 0.0);
      double sum = 0;
      int seen = 0;
      for (int c = 0; c < kWords; ++c) {
        CHECK(cell(ones, r, c) == (sees(mask, r, c) ? 1.0f : 0.0f));
        if (!sees(mask, r, c)) continue;
        double dot = 0;
        for (int d = 0; d < lesson->queries.columns; ++d)
          dot += static_cast<double>(cell(lesson->queries, r, d)) *
                 static_cast<double>(cell(lesson->keys, c, d));
        e[static_cast<std::size_t>(c)] = std::exp(dot / std::sqrt(2.0));
        sum += e[static_cast<std::size_t>(c)];
        ++seen;
      }
      CHECK(cell(pieces->at("sees_" + mask), r, 0) == static_cast<float>(seen));
      for (int c = 0; c < kWords; ++c) {
        const double wanted = sum > 0 ? e[static_cast<std::size_t>(c)] / sum : 0;
        CHECK(std::abs(static_cast<double>(cell(weights, r, c)) - wanted) < 1e-6);
      }
      for (int d = 0; d < z.columns; ++d) {
        double wanted = 0;
        for (int c = 0; c < kWords && sum > 0; ++c)
          wanted += e[static_cast<std::size_t>(c)] / sum *
                    static_cast<double>(cell(lesson->values, c, d));
        CHECK(std::abs(static_cast<double>(cell(z, r, d)) - wanted) < 1e-6);
      }
    }
  }
  // The row with nothing to see is there, and its zeros are zeros.
  CHECK(cell(pieces->at("sees_empty"), kWords - 1, 0) == 0.0f);
  CHECK(cell(pieces->at("weights_empty"), kWords - 1, 0) == 0.0f);
}

TEST_CASE("lesson mask: parts before and after the attention, each with its own scene") {
  Player player("mask");
  std::vector<std::string> order;
  for (int steps = 0; steps < 60; ++steps) {
    const bool part = player.at().starts_with("part:") || player.at() == "start";
    CAPTURE(player.at());
    CHECK((shown_scene(player.session) == Scene::lesson) == part);
    if (part) order.push_back(player.at());
    if (player.session.question >= 0) break;
    player.settled("next");
  }
  CHECK(order == std::vector<std::string>{"start", "part:two", "part:ones", "part:window",
                                          "part:padding", "part:empty"});
  player.settled("goto all:z; next");
  CHECK(player.at() == "part:window");
  player.settled("back");
  CHECK(player.at() == "all:z");
  player.settled("scene sentence");
  CHECK(shown_scene(player.session) == Scene::sentence);
  player.settled("next");
  CHECK(shown_scene(player.session) == Scene::lesson);
  // The tables follow the vectors, not the switches above.
  const auto before = pieces_at(*player.session.document, {});
  player.settled("key cat 0 0");
  const auto after = pieces_at(*player.session.document, {});
  CHECK(cell(before->at("weights_gpt"), 3, 1) != cell(after->at("weights_gpt"), 3, 1));
}
