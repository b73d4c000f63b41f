// Parts of the Landscape's page: projection, tower texts, ticks, the carried grid.

#include <cmath>

#include <doctest/doctest.h>

#include "core/page/landscape/projection.h"
#include "core/page/landscape/tower.h"
#include "core/picture/landscape/parts.h"
#include "tests/picture/landscape_support.h"

using namespace qkv;
using namespace qkv::test;
using doctest::Approx;
using Kind = Quantity::Kind;

namespace {

LandscapePicture tower_of(const std::vector<float>& weights) {
  LandscapePicture picture;
  float below = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    Column column;
    column.tower_bottom = below;
    column.tower_height = weights[i];
    column.label = {"", "w" + std::to_string(i), "n" + std::to_string(i), 2};
    column.quantity = {Kind::weight, 0, 0, 0, static_cast<int>(i)};
    below += weights[i];
    picture.columns.push_back(column);
  }
  return picture;
}

}  // namespace

TEST_CASE("projection: equal heights are equal on the screen, the default looks from 225° at 30°") {
  LandscapePicture picture;
  picture.floor.low = {0, 0};
  picture.floor.high = {4, 4};
  const landscape::Projection view = landscape::project(picture, {0, 0, 600, 600}, 0, 0);
  const float near_height = view.at({0, 0}, 0).y - view.at({0, 0}, 0.5f).y;
  const float far_height = view.at({4, 4}, 0).y - view.at({4, 4}, 0.5f).y;
  CHECK(near_height == Approx(far_height));
  CHECK(near_height > 10);
  CHECK(view.at({4, 0}).x > view.at({0, 4}).x);  // dim 1 to the right, dim 2 to the left
  CHECK(view.at({0, 0}).y > view.at({4, 4}).y);  // the origin is the nearest corner
  CHECK(view.at({0, 0}).x == Approx(view.at({4, 4}).x));
  const float wide = view.at({4, 0}).x - view.at({0, 4}).x,
              deep = view.at({0, 0}).y - view.at({4, 4}).y;
  CHECK(deep / wide == Approx(0.5));  // sin 30°
  CHECK(view.nearness({0, 0}) > view.nearness({4, 4}));
}

TEST_CASE("projection: from above the floor is a square with x to the right and y up") {
  LandscapePicture picture;
  picture.floor.from_above = 1;
  const landscape::Projection view = landscape::project(picture, {0, 0, 600, 500}, 0, 0);
  const glm::vec2 origin = view.at({0, 0}), x = view.at({1, 0}), y = view.at({0, 1});
  CHECK(x.x - origin.x == Approx(origin.y - y.y));
  CHECK(x.y == Approx(origin.y));
  CHECK(y.x == Approx(origin.x));
  CHECK(view.at({0, 0}, 1).y == Approx(origin.y).epsilon(1e-4));  // heights vanish
}

TEST_CASE("projection: huge and tiny floors fill the same pixels") {
  glm::vec2 places[2];
  int i = 0;
  for (const float size : {1e6f, 1e-6f}) {
    LandscapePicture picture;
    picture.floor.low = {-size, -size};
    picture.floor.high = {size, size};
    places[i++] = landscape::project(picture, {0, 0, 600, 600}, 0, 0).at({size / 2, 0});
  }
  CHECK(places[0].x == Approx(places[1].x));
  CHECK(places[0].y == Approx(places[1].y));
}

TEST_CASE("tower: thin slices share a bracket with their number and sum") {
  const auto texts =
      landscape::tower_texts(tower_of({0.5f, 0.01f, 0.01f, 0.01f, 0.01f, 0.46f}), 0.05f, 0.05f);
  REQUIRE(texts.size() == 3);
  CHECK(texts[0].words == "w0");
  CHECK(texts[1].words == "w1 \u2026 w4");
  CHECK(texts[1].number == "0.040");
  CHECK(texts[1].tooltip.find("w3") != std::string::npos);
  CHECK(texts[2].number == "n5");
  // Two or three are named.
  CHECK(landscape::tower_texts(tower_of({0.9f, 0.05f, 0.05f}), 0.1f, 0.05f)[1].words == "w1 + w2");
}

TEST_CASE("tower: however many slices, the texts fit beside it") {
  std::vector<float> weights;
  for (int i = 0; i < 64; ++i) weights.push_back(i % 2 ? 0.021f : 0.01025f);
  for (const float line : {0.02f, 0.07f, 0.2f}) {
    const auto texts = landscape::tower_texts(tower_of(weights), 0.015f, line);
    CHECK(static_cast<float>(texts.size()) * line <= 1 + line);
    CHECK(texts.front().first == 0);
    CHECK(texts.back().last == 63);
  }
}

TEST_CASE("ticks are 1, 2, 2.5 or 5 times a power of ten, with as many decimals as they need") {
  CHECK(landscape::round_step(0.75f) == 1);
  CHECK(landscape::round_step(1.7f) == 2);
  CHECK(landscape::round_step(2.2f) == 2.5f);
  CHECK(landscape::round_step(26) == 50);
  CHECK(landscape::round_step(0.0031f) == Approx(0.005));
  CHECK(landscape::round_step(0) == 1);
  CHECK(landscape::tick_text(0.75, 0.25f) == "0.75");
  CHECK(landscape::tick_text(2, 2) == "2");
  CHECK(landscape::tick_text(-0.5, 0.5f) == "−0.5");
  CHECK(landscape::tick_text(0, 0.25f) == "0");
  CHECK(landscape::tick_text(1.5e6, 5e5f) == "1.5e+06");
  CHECK(landscape::tick_text(static_cast<double>(5 * 2e-7f), 2e-7f) == "1e-06");
  CHECK(landscape::tick_text(0.9999999e-6, 1e-6f) == "1e-06");
}

TEST_CASE("project: x lands on q, k and v, and the grid is carried along") {
  const DocumentPtr document = parse_qkv(
      "format = 1\ntitle = 't'\nwords = ['a','b']\nembeddings = [[1,0.5],[-0.5,1]]\n"
      "w_q = [[1,0.5],[-0.5,1]]\nw_k = [[0.5,1],[1,0]]\nw_v = [[1,0],[0.3,0.8]]\n",
      "test", "test");
  Stand stand(document, "goto project:k");
  LandscapePicture p = stand.picture();
  CHECK(p.carried == 1);
  REQUIRE(p.carried_grids.size() == 1);
  CHECK(p.carried_grids.front().role == Role::key);
  REQUIRE(p.carried_grids.front().lines.size() >= 4);
  REQUIRE(arrow_of(p, Kind::key, 0));
  CHECK(arrow_of(p, Kind::key, 0)->to.x == Approx(1.0));  // [1, 0.5]·W_K = [1, 1]
  CHECK(arrow_of(p, Kind::key, 0)->to.y == Approx(1.0));
  // Half way every key is half way between x and k.
  stand.session.playhead.progress = 0.5f;
  p = stand.picture();
  bool found = false;
  for (const FloorArrow& arrow : p.arrows)
    if (arrow.role == Role::key && arrow.shown > 0 && std::abs(arrow.to.x - 1) < 1e-4f &&
        std::abs(arrow.to.y - 0.75f) < 1e-4f)
      found = true;
  CHECK(found);
  stand.run("goto score");
  CHECK(stand.picture().carried == 0);
}
