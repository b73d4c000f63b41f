// Special cases of the Landscape (design section 3), each on the Picture.

#include <cmath>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/document/floor_axes.h"
#include "core/picture/landscape/camera_choice.h"
#include "tests/picture/landscape_support.h"

using namespace qkv;
using namespace qkv::test;
using doctest::Approx;
using Kind = Quantity::Kind;

TEST_CASE("a zero vector is a ring with its label") {
  Stand stand("select the; mask causal; goto start");
  CHECK(arrow_of(stand.picture(), Kind::key, 0)->ring);
  CHECK(arrow_of(stand.picture(), Kind::key, 0)->label.word == "the");
  stand.run("goto mix:z");
  const LandscapePicture p = stand.picture();
  CHECK(arrow_of(p, Kind::value, 0)->ring);
  CHECK(p.z == glm::vec2(0));
  CHECK(p.z_label.number == "[0, 0]");
}

TEST_CASE("a zero query: a flat plane a hair above the floor, and attention is equal") {
  Stand stand(scene_of("['a','b','c']", "[[0,0],[1,0],[0,1]]", "[[1,0],[0,2],[2,1]]",
                       "[[1,0],[0,1],[1,1]]"),
              "select a; goto score");
  const LandscapePicture p = stand.picture();
  CHECK(arrow_of(p, Kind::query, 0)->ring);
  REQUIRE(p.plane.amount == 1);
  REQUIRE_FALSE(p.plane.outline.empty());
  for (const glm::vec3 point : p.plane.outline) {
    CHECK(point.z > 0);
    CHECK(point.z < 0.02f);
  }
  CHECK(p.note == "every score is 0, attention is equal");
  stand.run("goto softmax:exp");
  for (const Column& column : stand.picture().columns) CHECK(column.height == Approx(1));
}

TEST_CASE("one visible word, and none") {
  Stand one("select the; mask causal; goto softmax:divide");
  CHECK(one.picture().note == "only one to look at: weight 1");
  REQUIRE(one.picture().columns.size() == 1);
  CHECK(one.picture().columns[0].tower_height == Approx(1));

  Stand none("select its; mask padding:5; goto softmax:divide");
  LandscapePicture p = none.picture();
  CHECK(p.note == "nothing to see: z = 0");
  CHECK(p.columns.empty());
  CHECK(p.tower == 0);
  none.run("goto mix:z");
  p = none.picture();
  CHECK(p.note == "nothing to see: z = 0");
  CHECK(p.pieces.empty());
  CHECK(p.z == glm::vec2(0));
}

TEST_CASE("collinear vectors: the query is an outline behind the keys") {
  Stand stand("select its; goto score:plane");
  const LandscapePicture p = stand.picture();
  CHECK(arrow_of(p, Kind::query, 3)->outline);
  std::size_t query = 0, key = 0;
  for (std::size_t i = 0; i < p.arrows.size(); ++i) {
    if (p.arrows[i].quantity.kind == Kind::query) query = i;
    if (p.arrows[i].quantity.kind == Kind::key && p.arrows[i].quantity.column == 1) key = i;
  }
  CHECK(query < key);  // painter's order
  Stand apart(scene_of("['a','b']", "[[1,1],[1,0]]", "[[1,0],[0,1]]", "[[1,0],[0,1]]"),
              "goto score:plane");
  CHECK_FALSE(arrow_of(apart.picture(), Kind::query, 0)->outline);
}

TEST_CASE("a query more than three times the longest key is cut and says its length") {
  Stand stand(scene_of("['a','b']", "[[12,5],[1,0]]", "[[1,0],[0,1]]", "[[1,0],[0,1]]"),
              "select a; goto score");
  const LandscapePicture p = stand.picture();
  const FloorArrow& query = *arrow_of(p, Kind::query, 0);
  CHECK(query.cut);
  CHECK(std::hypot(query.to.x, query.to.y) == Approx(1.5));
  CHECK(query.label.number.find("length 13") != std::string::npos);
  CHECK(p.floor.side() < 4);
  CHECK(stem_of(p, 0)->label.number == "12");  // the score is that of the whole query
  Stand short_enough(scene_of("['a','b']", "[[2.9,0],[1,0]]", "[[1,0],[0,1]]", "[[1,0],[0,1]]"),
                     "select a");
  CHECK_FALSE(arrow_of(short_enough.picture(), Kind::query, 0)->cut);
}

TEST_CASE("negative scores hang below the floor and the ruler has two halves") {
  Stand stand(scene_of("['a','b']", "[[2,1],[1,0]]", "[[1,0],[-1,-1]]", "[[1,0],[0,1]]"),
              "select a; goto score");
  const LandscapePicture p = stand.picture();
  CHECK(stem_of(p, 1)->height == Approx(-1));
  CHECK(p.ruler.low == -1);
  CHECK(p.height_low == -1);
}

TEST_CASE("one dimension lies on one axis") {
  Stand stand(scene_of("['a','b']", "[[2],[1]]", "[[1],[-2]]", "[[1],[3]]"),
              "select a; goto score");
  const LandscapePicture p = stand.picture();
  CHECK(stem_of(p, 0)->foot == glm::vec2(1, 0));
  CHECK(stem_of(p, 1)->height == Approx(-1));
  CHECK(p.floor.axis_y.empty());
  REQUIRE(p.plane.outline.size() >= 3);
}

TEST_CASE("huge and tiny vectors look like any others") {
  for (const char* size : {"e6", "e-6"}) {
    const std::string s = size;
    Stand stand(
        scene_of("['a','b']", "[[1" + s + ",2" + s + "],[1" + s + ",0.0]]",
                 "[[3" + s + ",0.0],[0.0,1" + s + "]]", "[[1" + s + ",0.0],[0.0,1" + s + "]]"),
        "select a; goto score");
    const LandscapePicture p = stand.picture();
    CHECK(stem_of(p, 0)->height == Approx(1));
    CHECK(stem_of(p, 1)->height == Approx(2.0 / 3));
    CHECK(p.ruler.ticks.size() >= 3);
    CHECK(p.ruler.ticks.size() <= 8);
    const float cells = p.floor.side() / p.floor.tick;
    CHECK(cells >= 3);
    CHECK(cells <= 10);
  }
}

TEST_CASE("keys on one spot: their columns stand side by side") {
  Stand stand(scene_of("['a','b','c']", "[[1,1],[1,0],[0,1]]", "[[1,1],[1,1],[0.5,0]]",
                       "[[1,0],[0,1],[1,1]]"),
              "goto softmax:exp");
  const LandscapePicture p = stand.picture();
  CHECK(column_of(p, 0)->neighbour == 0);
  CHECK(column_of(p, 1)->neighbour == 1);
  CHECK(column_of(p, 2)->neighbour == 0);
}

TEST_CASE("64 words: the acting, the chosen and the six largest speak, the rest are dots") {
  std::string words = "[", rows = "[";
  for (int i = 0; i < 64; ++i) {
    words += (i ? "," : "") + std::string("'w") + std::to_string(i) + "'";
    const double angle = 0.7 * i;
    rows += (i ? "," : "") + std::string("[") + std::to_string(0.02 * i * std::cos(angle)) + "," +
            std::to_string(0.02 * i * std::sin(angle)) + "]";
  }
  Stand stand(scene_of(words + "]", rows + "]", rows + "]", rows + "]"), "select w60; goto score");
  int speaking = 0;
  for (const Stem& stem : stand.picture().stems) speaking += !stem.label.empty();
  CHECK(stand.picture().stems.size() == 64);
  CHECK(speaking >= 6);
  CHECK(speaking <= 8);
}

TEST_CASE("the camera shows the plane's upper face, by the fewest steps, unless a hand chose it") {
  const float least = std::sin(15.0f * 3.14159265f / 180);
  for (int row = 0; row < 5; ++row) {
    Stand stand("select " + std::to_string(row) + "; goto score");
    CHECK(stand.picture().plane.upper_face >= least);
  }
  Camera camera;
  CHECK(landscape::turned_to_show(camera, {1, 1}).azimuth == 225);
  // Steeply up towards the viewer: the default sees its lower face.
  const Camera turned = landscape::turned_to_show(camera, {-3, -3});
  CHECK(turned.azimuth != 225);
  CHECK(landscape::upper_face(turned, {-3, -3}) >= least);
  const float step = std::remainder(turned.azimuth - 225, 360.0f);
  CHECK(std::fmod(std::abs(step), 15.0f) == Approx(0).scale(1));
  Camera one_less = camera;
  one_less.azimuth = 225 + step - std::copysign(15.0f, step);
  CHECK(landscape::upper_face(one_less, {-3, -3}) < least);
  camera.by_hand = true;
  CHECK(landscape::turned_to_show(camera, {-3, -3}).azimuth == 225);
}

TEST_CASE("more than two dimensions: the floor keeps products, and says how much of them") {
  // Rank 2 in three dimensions: nothing is lost.
  Stand flat(scene_of("['a','b','c']", "[[1,0,1],[0,1,1],[1,1,2]]", "[[1,0,0],[0,1,0],[1,1,1]]",
                      "[[1,0],[0,1],[1,1]]"),
             "select c; goto score");
  LandscapePicture p = flat.picture();
  CHECK(p.floor.share_kept == Approx(1).epsilon(1e-5));
  for (int j = 0; j < 3; ++j) {
    const double exact = static_cast<double>(flat.trace().score(0, 2, j)) / 4;
    CHECK(stem_of(p, j)->exact == Approx(exact).epsilon(1e-4));
    CHECK(stem_of(p, j)->height == Approx(exact).epsilon(1e-4));
  }
  // Q = K = identity: three equal singular values, two are kept.
  Stand even(scene_of("['a','b','c']", "[[1,0,0],[0,1,0],[0,0,1]]", "[[1,0,0],[0,1,0],[0,0,1]]",
                      "[[1,0],[0,1],[1,1]]"),
             "select c; goto score");
  p = even.picture();
  CHECK(p.floor.share_kept == Approx(2.0 / 3));
  CHECK(p.floor.share == "floor keeps 67\u00a0% of q·k");
  double missing = 0;
  for (int row = 0; row < 3; ++row) {
    Stand one(even.session.document, "select " + std::to_string(row) + "; goto score");
    for (const Stem& stem : one.picture().stems)
      missing += std::pow(static_cast<double>(stem.exact - stem.height), 2);
  }
  CHECK(missing == Approx(1));  // the square of the singular value left out
}

TEST_CASE("product axes agree with a singular value decomposition worked out by hand") {
  // Q·Kᵀ = diag(6, 2, 1) with lengths spread unevenly over Q and K.
  const float q[] = {3, 0, 0, 0, 1, 0, 0, 0, 1}, k[] = {2, 0, 0, 0, 2, 0, 0, 0, 1};
  const ProductAxes axes = product_axes({q, 3, 3}, {k, 3, 3});
  CHECK(axes.share == Approx(40.0 / 41));
  const glm::vec2 q0 = on_floor(std::span<const float>(q, 3), axes.query);
  const glm::vec2 k0 = on_floor(std::span<const float>(k, 3), axes.key);
  CHECK(q0.x == Approx(std::sqrt(6.0)));
  CHECK(k0.x == Approx(std::sqrt(6.0)));
  CHECK(q0.y == Approx(0).scale(1));
  const glm::vec2 k1 = on_floor(std::span<const float>(k + 3, 3), axes.key);
  CHECK(k1.y == Approx(std::sqrt(2.0)));
  CHECK(k1.x == Approx(0).scale(1));
}

TEST_CASE("a recording without vectors says why there is no floor") {
  Session session;
  auto document = std::make_shared<Document>();
  document->query_words = document->key_words = {"a"};
  session.document = document;
  const LandscapePicture p = paint_landscape(session, {}, nullptr);
  CHECK_FALSE(p.available);
  CHECK(p.unavailable.find("no query and key vectors") != std::string::npos);
}

TEST_CASE("a floor that keeps less than 60 % of the scores lets the Sentence scene open first") {
  // Five equal singular values: the floor keeps two of them.
  const std::string unit = "[[1,0,0,0,0],[0,1,0,0,0],[0,0,1,0,0],[0,0,0,1,0],[0,0,0,0,1]]";
  const DocumentPtr many = scene_of("['a','b','c','d','e']", unit, unit, unit);
  CHECK(floor_axes(*many, 0).share == Approx(0.4));
  CHECK(open_session(many).scene == Scene::sentence);
  CHECK(floor_axes(*load_lesson("cat"), 0).share == 1);
  CHECK(open_session(load_lesson("cat")).scene == Scene::landscape);
}
