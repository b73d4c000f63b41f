// The Landscape's walk on the cat lesson, as numbers.

#include "core/picture/landscape.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "core/text/format_number.h"
#include "tests/picture/landscape_support.h"

using namespace qkv;
using namespace qkv::test;
using doctest::Approx;
using Kind = Quantity::Kind;

namespace {
// "its" = [2, 0] against the keys of the cat lesson.
constexpr double kScores[] = {0, 6, 0, 1, 2};
constexpr int kThe = 0, kCat = 1, kAte = 2, kIts = 3, kFish = 4;

double weight_of(int key, double scale) {
  double sum = 0;
  for (const double s : kScores) sum += std::exp(s * scale);
  return std::exp(kScores[key] * scale) / sum;
}
}  // namespace

TEST_CASE("start: every query and key is an arrow on the floor, nothing has a height") {
  Stand stand("select its");
  const LandscapePicture p = stand.picture();
  for (int i = 0; i < 5; ++i) {
    CHECK(arrow_of(p, Kind::query, i));
    CHECK(arrow_of(p, Kind::key, i));
  }
  CHECK(arrow_of(p, Kind::key, kCat)->to == glm::vec2(3, 0));
  CHECK(arrow_of(p, Kind::query, kIts)->emphasis == Emphasis::chosen);
  CHECK(arrow_of(p, Kind::query, kIts)->label.number == "[2, 0]");
  CHECK(p.stems.empty());
  CHECK(p.plane.amount == 0);
  CHECK(p.ruler.shown == 0);
}

TEST_CASE("the floor spans the vectors and has round ticks") {
  Stand stand("select its");
  const Floor floor = stand.picture().floor;
  CHECK(floor.tick == 1);
  for (int axis = 0; axis < 2; ++axis) {
    CHECK(floor.low[axis] < 0);
    CHECK(floor.high[axis] > 3);
  }
  CHECK(floor.high.x - floor.low.x == Approx(floor.high.y - floor.low.y));
}

TEST_CASE("score: key by key, and every stem ends on the plane q·(x, y)") {
  Stand stand("select its; goto score:cat");
  LandscapePicture p = stand.picture();
  CHECK(p.plane.amount == 1);
  REQUIRE(stem_of(p, kCat));
  CHECK(stem_of(p, kCat)->height == Approx(1));  // 6 of the ruler's 6
  CHECK(stem_of(p, kCat)->emphasis == Emphasis::acting);
  CHECK(stem_of(p, kCat)->label.number == "6");
  CHECK(stem_of(p, kCat)->label.priority == 0);
  CHECK_FALSE(stem_of(p, kFish));

  stand.run("goto score");
  p = stand.picture();
  for (int j = 0; j < 5; ++j) {
    REQUIRE(stem_of(p, j));
    CHECK(stem_of(p, j)->height == Approx(kScores[j] / 6));
  }
  for (const glm::vec3 corner : p.plane.outline)
    CHECK(corner.z == Approx(2 * corner.x / 6).epsilon(0.01).scale(1));
}

TEST_CASE("score: a key drops a perpendicular onto q's line") {
  Stand stand("select its; goto score:fish");
  const LandscapePicture p = stand.picture();
  REQUIRE(stem_of(p, kFish));
  CHECK(stem_of(p, kFish)->projected == 1);
  CHECK(stem_of(p, kFish)->perpendicular == glm::vec2(1, 0));  // [1, 0.5] on [2, 0]
}

TEST_CASE("the plane's levels are round, and zero is heavier") {
  Stand stand("select its; goto score:plane");
  const auto levels = stand.picture().plane.levels;
  REQUIRE(levels.size() == 4);
  for (int i = 0; i < 4; ++i) {
    const auto& level = levels[static_cast<std::size_t>(i)];
    CHECK(level.value == Approx(2 * i));
    CHECK(level.zero == (i == 0));
    for (const glm::vec3 point : level.line)
      CHECK(2 * point.x == Approx(2 * i).epsilon(0.01).scale(1));
  }
}

TEST_CASE("scale: everything sinks by 1/√d and a ghost stays") {
  Stand stand("select its; goto scale");
  const LandscapePicture p = stand.picture();
  for (int j = 0; j < 5; ++j) {
    CHECK(stem_of(p, j)->height == Approx(kScores[j] / 6 / std::sqrt(2.0)));
    CHECK(stem_of(p, j)->ghost == Approx(kScores[j] / 6));
  }
  CHECK(stem_of(p, kCat)->label.number == "4.24");
  CHECK(p.plane.ghost_shown == 1);
  CHECK(p.ruler.unit == "q·k ÷ √2");
}

TEST_CASE("mask: a hidden key falls to the ruler's end") {
  Stand stand("select cat; mask causal; goto mask");
  const LandscapePicture p = stand.picture();
  for (int j = 0; j < 5; ++j) {
    CHECK(stem_of(p, j)->hidden == (j > 1 ? 1.0f : 0.0f));
    if (j > 1) CHECK(stem_of(p, j)->label.number == "−∞");
  }
  CHECK(p.ruler.infinity == 1);
  Stand before("select cat; mask causal; goto score");
  CHECK(arrow_of(before.picture(), Kind::key, kAte)->announced);
  CHECK_FALSE(arrow_of(before.picture(), Kind::key, kThe)->announced);
  CHECK(before.picture().ruler.infinity == 0);
}

TEST_CASE("softmax 1: zero rises to the highest top, heights stay") {
  Stand stand("select its; goto softmax:max");
  const LandscapePicture p = stand.picture();
  const double top = 6 / std::sqrt(2.0) / 6;
  CHECK(p.ruler.zero == Approx(top));
  CHECK(stem_of(p, kCat)->height == Approx(top));
  CHECK(stem_of(p, kCat)->base == Approx(top));
  CHECK(stem_of(p, kThe)->height == Approx(0).scale(1));
  CHECK(stem_of(p, kThe)->label.number == "−4.24");
  // The ruler now counts from there: its 0 stands at the risen zero.
  bool found = false;
  for (const Ruler::Tick& tick : p.ruler.ticks)
    if (tick.label == "0") {
      found = true;
      CHECK(tick.height == Approx(top));
    }
  CHECK(found);
}

TEST_CASE("softmax 2: columns e^(s - max) end on the bent surface") {
  Stand stand("select its; goto softmax:exp");
  const LandscapePicture p = stand.picture();
  CHECK(p.stems.empty());
  const double scale = 1 / std::sqrt(2.0);
  for (int j = 0; j < 5; ++j) {
    REQUIRE(column_of(p, j));
    CHECK(column_of(p, j)->bottom == Approx(0).scale(1));
    CHECK(column_of(p, j)->height == Approx(std::exp((kScores[j] - 6) * scale)));
  }
  REQUIRE_FALSE(p.plane.mesh.empty());
  for (const auto& quad : p.plane.mesh)
    for (const glm::vec3 point : quad)
      CHECK(std::abs(static_cast<double>(point.z) -
                     std::exp((2.0 * static_cast<double>(point.x) - 6) * scale)) < 0.01);
  CHECK(p.ruler.low == 0);
  CHECK(p.ruler.high == 1);
}

TEST_CASE(
    "softmax 3: one tower in sentence order that fills the ruler, outlines at the same scale") {
  Stand stand("select its; goto softmax:stack");
  const LandscapePicture p = stand.picture();
  const double scale = 1 / std::sqrt(2.0);
  double below = 0, sum = 0;
  for (const double s : kScores) sum += std::exp((s - 6) * scale);
  CHECK(p.tower == 1);
  CHECK(p.tower_total == Approx(sum));
  for (int j = 0; j < 5; ++j) {
    const Column& column = *column_of(p, j);
    CHECK(column.to_tower == 1);
    CHECK(column.tower_bottom == Approx(below).scale(1));
    CHECK(column.tower_height == Approx(weight_of(j, scale)));
    CHECK(column.outline == 1);
    CHECK(column.outline_height == Approx(weight_of(j, scale)));
    below += weight_of(j, scale);
  }
  CHECK(below == Approx(1));
  // The ruler reads 0…Σ: the tick 1 stands at 1/Σ of it.
  bool found = false;
  for (const Ruler::Tick& tick : p.ruler.ticks)
    if (tick.label == "1.00" || tick.label == "1" || tick.label == "1.0") {
      found = true;
      CHECK(tick.height == Approx(1 / sum));
    }
  CHECK(found);
}

TEST_CASE("softmax 4: only the ruler is relabelled") {
  Stand stand("select its; goto softmax:stack");
  const LandscapePicture before = stand.picture();
  stand.run("goto softmax:divide");
  const LandscapePicture after = stand.picture();
  REQUIRE(before.columns.size() == after.columns.size());
  for (std::size_t i = 0; i < before.columns.size(); ++i) {
    CHECK(before.columns[i].tower_bottom == after.columns[i].tower_bottom);
    CHECK(before.columns[i].tower_height == after.columns[i].tower_height);
  }
  CHECK(column_of(after, kCat)->label.number == "0.895");
  CHECK(after.ruler.unit == "weight");
  CHECK(after.ruler.ticks.back().label == "1.00");
  CHECK(after.ruler.ticks.back().height == Approx(1));
}

TEST_CASE("scale off: the other setting's columns stay as outlines") {
  Stand stand("select its; scale off; goto softmax:divide");
  const LandscapePicture p = stand.picture();
  CHECK(column_of(p, kCat)->label.number == format_fixed(weight_of(kCat, 1), 3));
  CHECK(column_of(p, kCat)->weight == Approx(0.971).epsilon(0.001));
  CHECK(column_of(p, kCat)->other_weight == Approx(weight_of(kCat, 1 / std::sqrt(2.0))));
  CHECK(column_of(p, kCat)->other_label == "0.895 with ÷√d");
  Stand on("select its; goto softmax:divide");
  CHECK(column_of(on.picture(), kCat)->other < 0);
}

TEST_CASE(
    "scale off: the other setting's weights are what the scale on gives, whatever the options") {
  auto document = std::make_shared<Document>(*load_lesson("cat"));
  document->options.temperature = 0.5f;
  document->options.softcap = 5;
  document->options.sink = {1.0f};
  document->options.mask.bias =
      std::make_shared<const FloatCells>(FloatCells{1, 5, 5, std::vector<float>(25, 0.25f)});
  Stand on(document, "select its; goto softmax:divide");
  Stand off(document, "select its; scale off; goto softmax:divide");
  for (const Column& column : off.picture().columns) {
    CHECK(column.other_weight == Approx(on.traces.now(on.session).weight(0, 3, column.key)));
  }
}

TEST_CASE("mix: values shrunk to their weights, tip to tail, z from the origin to the last tip") {
  Stand stand("select its; goto mix:z");
  const LandscapePicture p = stand.picture();
  CHECK(p.floor.values);
  CHECK(p.floor.from_above == 1);
  REQUIRE(p.pieces.size() == 5);
  glm::vec2 tip{0};
  for (const MixPiece& piece : p.pieces) {
    CHECK(piece.from == tip);
    tip = piece.to;
  }
  CHECK(p.z == tip);
  CHECK(p.z.x == Approx(0.903).epsilon(0.001));
  CHECK(p.z.y == Approx(0.059).epsilon(0.01));
  CHECK(p.z_shown == 1);
  CHECK(p.z_label.number == "[0.903, 0.059]");
  CHECK(p.pieces[1].label.number == "× 0.895");
  stand.run("goto mix:cat");
  CHECK(stand.picture().pieces.size() == 2);
  CHECK(stand.picture().z_shown == 0);
}

TEST_CASE("all words: every word's z") {
  Stand stand("select its; goto all:z");
  const LandscapePicture p = stand.picture();
  for (int i = 0; i < 5; ++i) {
    if (i == kIts) continue;
    REQUIRE(arrow_of(p, Kind::output, i));
    const auto z = stand.trace().output_row(0, i);
    CHECK(arrow_of(p, Kind::output, i)->to == glm::vec2(z[0], z[1]));
  }
}

TEST_CASE("another word: heights stay on the plane of the query on its way") {
  Stand stand("select its; goto scale");
  apply(stand.session, stand.trace(), action::Select{kFish});
  bool moved = false;
  for (int step = 0; step < 5; ++step) {
    advance(stand.session, stand.trace(), 0.06f);
    const LandscapePicture p = stand.picture();
    const FloorArrow* query = arrow_of(p, Kind::query, kFish);
    REQUIRE(query);
    moved |= query->to.x > 0.01f && query->to.y > 0.01f;
    for (const Stem& stem : p.stems) {
      const double score =
          static_cast<double>(query->to.x * stem.foot.x + query->to.y * stem.foot.y);
      CHECK(static_cast<double>(stem.height) ==
            Approx(score / std::sqrt(2.0) / 6).epsilon(1e-4).scale(1));
    }
  }
  CHECK(moved);
}

TEST_CASE("only finite numbers, at every moment of every beat") {
  for (const char* mask : {"full", "causal"})
    for (int row = 0; row < 5; ++row) {
      Stand stand("mask " + std::string(mask) + "; select " + std::to_string(row) + "; rewind");
      for (int steps = 0; steps < 400; ++steps) {
        if (!moving(stand.session)) apply(stand.session, stand.trace(), action::Next{});
        advance(stand.session, stand.trace(), 0.09f);
        const LandscapePicture p = stand.picture();
        bool fine = std::isfinite(p.camera.azimuth) && std::isfinite(p.z.x + p.z.y);
        for (const Stem& s : p.stems) fine &= std::isfinite(s.height + s.base + s.shown + s.ghost);
        for (const Column& c : p.columns)
          fine &= std::isfinite(c.height + c.bottom + c.tower_bottom);
        for (const auto& quad : p.plane.mesh)
          for (const glm::vec3 v : quad) fine &= std::isfinite(v.x + v.y + v.z);
        CHECK(fine);
      }
    }
}
