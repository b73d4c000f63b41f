#include <cmath>

#include <doctest/doctest.h>

#include "core/page/fonts.h"
#include "core/page/layout.h"
#include "core/page/style.h"

using namespace qkv;
using Kind = Quantity::Kind;

namespace {

Quantity pair_of(Kind kind, int row, int column) { return {kind, 0, 0, row, column, -1}; }

Page empty_page() {
  Page page;
  page.size = {400, 300};
  return page;
}

Item box(Rect rect, Quantity quantity) { return {Box{rect, 0, Color{10, 20, 30}}, quantity}; }

Item line(std::vector<glm::vec2> points, float width, Quantity quantity) {
  Polyline polyline;
  polyline.points = std::move(points);
  polyline.width = width;
  return {polyline, quantity};
}

int boxes_in(const std::vector<Item>& items) {
  int count = 0;
  for (const Item& item : items) count += std::holds_alternative<Box>(item.shape) ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("the topmost thing under the mouse is found") {
  Page page = empty_page();
  page.items = {box({0, 0, 100, 100}, pair_of(Kind::score, 0, 0)),
                box({50, 50, 100, 100}, pair_of(Kind::score, 0, 1)), box({60, 60, 10, 10}, {})};
  CHECK(quantity_at(page, {10, 10}) == pair_of(Kind::score, 0, 0));
  CHECK(quantity_at(page, {75, 75}) == pair_of(Kind::score, 0, 1));
  CHECK(quantity_at(page, {65, 65}) == pair_of(Kind::score, 0, 1));  // a plain box says nothing
  CHECK(quantity_at(page, {200, 10}) == Quantity{});
}

TEST_CASE("a thin line answers within six pixels, the nearest of several first") {
  Page page = empty_page();
  page.items = {box({0, 0, 400, 300}, pair_of(Kind::weight, 1, 1)),
                line({{0, 100}, {400, 100}}, 2, pair_of(Kind::score, 0, 0)),
                line({{0, 110}, {400, 110}}, 2, pair_of(Kind::score, 0, 1))};
  CHECK(quantity_at(page, {200, 100}) == pair_of(Kind::score, 0, 0));
  CHECK(quantity_at(page, {200, 104}) == pair_of(Kind::score, 0, 0));
  CHECK(quantity_at(page, {200, 107}) == pair_of(Kind::score, 0, 1));
  CHECK(quantity_at(page, {200, 116.5f}) == pair_of(Kind::score, 0, 1));
  CHECK(quantity_at(page, {200, 117.5f}) == pair_of(Kind::weight, 1, 1));
  page.unit = 2;  // reach grows with the page
  CHECK(quantity_at(page, {200, 122}) == pair_of(Kind::score, 0, 1));
}

TEST_CASE("a text that is hit wins over a line that is only near") {
  Page page = empty_page();
  Text text;
  text.baseline = {100, 100};
  text.text = "0.895";
  text.font = Font::mono;
  page.items = {{text, pair_of(Kind::weight, 0, 0)},
                line({{0, 103}, {400, 103}}, 1, pair_of(Kind::score, 0, 1))};
  CHECK(quantity_at(page, {110, 98}) == pair_of(Kind::weight, 0, 0));
  CHECK(quantity_at(page, {110, 103}) == pair_of(Kind::score, 0, 1));
}

TEST_CASE("polygons, discs, upright texts and heatmaps are hit where they are") {
  Page page = empty_page();
  Text text;
  text.baseline = {300, 200};
  text.text = "upright";
  text.upward = true;
  auto cells = std::make_shared<std::vector<Color>>(6);
  page.items = {{Polygon{{{0, 0}, {100, 0}, {0, 100}}}, pair_of(Kind::exp, 0, 0)},
                {Disc{{200, 50}, 3}, pair_of(Kind::exp, 0, 1)},
                {text, {Kind::query, 0, 0, 4, -1, -1}},
                {Heatmap{{0, 200, 90, 40}, 2, 3, cells}, {Kind::weight}}};
  CHECK(quantity_at(page, {30, 30}) == pair_of(Kind::exp, 0, 0));
  CHECK(quantity_at(page, {70, 70}) == Quantity{});
  CHECK(quantity_at(page, {207, 50}) == pair_of(Kind::exp, 0, 1));
  CHECK(quantity_at(page, {210, 50}) == Quantity{});
  CHECK(quantity_at(page, {295, 180}).kind == Kind::query);
  CHECK(quantity_at(page, {320, 195}) == Quantity{});
  CHECK(quantity_at(page, {65, 225}) == pair_of(Kind::weight, 1, 2));
}

TEST_CASE("what is clipped away is not there") {
  Page page = empty_page();
  page.items = {{ClipBegin{{0, 0, 50, 50}}, {}},
                {ClipBegin{{20, 0, 100, 100}}, {}},
                box({0, 0, 200, 200}, pair_of(Kind::score, 0, 0)),
                {ClipEnd{}, {}},
                {ClipEnd{}, {}},
                box({100, 100, 10, 10}, pair_of(Kind::score, 1, 0))};
  CHECK(quantity_at(page, {30, 30}) == pair_of(Kind::score, 0, 0));
  CHECK(quantity_at(page, {10, 30}) == Quantity{});
  CHECK(quantity_at(page, {60, 30}) == Quantity{});
  CHECK(quantity_at(page, {105, 105}) == pair_of(Kind::score, 1, 0));

  const Session session;
  const std::vector<Item> lit = highlight(session, page, pair_of(Kind::score, 0, 0));
  REQUIRE(lit.size() == 3);
  REQUIRE(std::holds_alternative<ClipBegin>(lit[0].shape));
  CHECK(std::get<ClipBegin>(lit[0].shape).rect == Rect{20, 0, 30, 50});
  CHECK(std::holds_alternative<ClipEnd>(lit[2].shape));
}

TEST_CASE("one cell lights up in every stage, in the accent, and nothing else does") {
  Session session;
  session.theme = Theme::light;
  Page page = empty_page();
  page.items = {box({0, 0, 10, 10}, pair_of(Kind::score, 3, 1)),
                box({20, 0, 10, 10}, pair_of(Kind::weight, 3, 1)),
                box({40, 0, 10, 10}, pair_of(Kind::weight, 3, 2)),
                box({60, 0, 10, 10}, pair_of(Kind::weight, 1, 3)),
                box({80, 0, 10, 10}, {Kind::weight, 0, 1, 3, 1, -1}),
                box({100, 0, 10, 10}, {Kind::key, 0, 0, -1, 1, -1}),
                box({120, 0, 10, 10}, {Kind::output, 0, 0, 3, -1, -1})};
  const std::vector<Item> lit = highlight(session, page, pair_of(Kind::scaled, 3, 1));
  CHECK(boxes_in(lit) == 3);
  for (const Item& item : lit) {
    if (const auto* outline = std::get_if<Box>(&item.shape)) {
      CHECK(outline->stroke == palette(Theme::light).accent);
      CHECK(outline->fill.a == 0);
      CHECK(outline->stroke_width >= 1);
      const float x = outline->rect.x;
      CHECK(((x < 10) || (x > 10 && x < 30) || (x > 90 && x < 110)));
    }
  }
  CHECK(highlight(session, page, {}).empty());
}

TEST_CASE("a vector lights up wherever it is shown, whoever looks at it") {
  const Session session;
  Page page = empty_page();
  page.items = {box({0, 0, 10, 10}, {Kind::key, 0, 0, -1, 1, -1}),  // a column's header
                box({20, 0, 10, 10}, {Kind::key, 0, 0, 3, 1, -1}),  // the story's table of its
                box({40, 0, 10, 10}, {Kind::key, 0, 0, 3, 2, -1}),
                box({60, 0, 10, 10}, {Kind::value, 0, 0, 3, 1, -1}),
                box({80, 0, 10, 10}, {Kind::query, 0, 0, 1, -1, -1})};
  CHECK(boxes_in(highlight(session, page, {Kind::key, 0, 0, 2, 1, -1})) == 2);
  CHECK(boxes_in(highlight(session, page, {Kind::query, 0, 0, 1, -1, -1})) == 1);
}

TEST_CASE("one number of w·v does not light the others") {
  const Session session;
  Page page = empty_page();
  page.items = {box({0, 0, 10, 10}, {Kind::weighted_value, 0, 0, 3, 1, 0}),
                box({20, 0, 10, 10}, {Kind::weighted_value, 0, 0, 3, 1, 1}),
                box({40, 0, 10, 10}, pair_of(Kind::weight, 3, 1))};
  CHECK(boxes_in(highlight(session, page, {Kind::weighted_value, 0, 0, 3, 1, 0})) == 2);
  CHECK(boxes_in(highlight(session, page, pair_of(Kind::weight, 3, 1))) == 3);
}

TEST_CASE("the vectors behind a number are underlined, the number is framed") {
  const Session session;
  Page page = empty_page();
  Text number, vector;
  number.text = "0.895";
  number.baseline = {100, 100};
  vector.text = "3, 0";
  vector.baseline = {100, 200};
  page.items = {{number, pair_of(Kind::weight, 3, 1)}, {vector, {Kind::key, 0, 0, -1, 1, -1}}};
  int frames = 0, lines = 0;
  for (const Item& item : highlight(session, page, pair_of(Kind::weight, 3, 1))) {
    frames += std::holds_alternative<Box>(item.shape) ? 1 : 0;
    if (const auto* under = std::get_if<Polyline>(&item.shape)) {
      ++lines;
      CHECK(under->points[0].y > 200);
      CHECK(under->points[0].y < 210);
    }
  }
  CHECK(frames == 1);
  CHECK(lines == 1);
}

TEST_CASE("a thin line lights up itself, a wide one is accompanied, its core is not") {
  const Session session;
  Page page = empty_page();
  page.items = {line({{0, 0}, {0, 100}}, 1, pair_of(Kind::weight, 0, 0)),
                line({{50, 0}, {50, 100}}, 40, pair_of(Kind::weight, 0, 1)),
                line({{50, 0}, {50, 100}}, 36, pair_of(Kind::weight, 0, 1))};
  const auto lines = [&](int column) {
    std::vector<Polyline> found;
    for (const Item& item : highlight(session, page, pair_of(Kind::weight, 0, column))) {
      if (const auto* l = std::get_if<Polyline>(&item.shape)) found.push_back(*l);
    }
    return found;
  };
  REQUIRE(lines(0).size() == 1);
  CHECK(lines(0)[0].points[0].x == 0);
  REQUIRE(lines(1).size() == 2);
  CHECK(std::abs(lines(1)[0].points[0].x - 50) > 20);
}

TEST_CASE("a number in its cell gets one outline, a free number gets its own") {
  const Session session;
  Page page = empty_page();
  Text text;
  text.baseline = {5, 20};
  text.text = "6";
  page.items = {box({0, 0, 40, 30}, pair_of(Kind::score, 0, 0)),
                {text, pair_of(Kind::score, 0, 0)}};
  CHECK(boxes_in(highlight(session, page, pair_of(Kind::score, 0, 0))) == 1);
  std::get<Text>(page.items[1].shape).baseline = {200, 200};
  CHECK(boxes_in(highlight(session, page, pair_of(Kind::score, 0, 0))) == 2);
}

TEST_CASE("the last place that answers a click is the topmost") {
  Page page = empty_page();
  Hit below, above;
  below.rect = {0, 0, 100, 100};
  below.name = "below";
  above.rect = {50, 50, 10, 10};
  above.name = "above";
  above.enabled = false;
  page.hits = {below, above};
  REQUIRE(hit_at(page, {55, 55}) != nullptr);
  CHECK(hit_at(page, {55, 55})->name == "above");  // greyed: it still tells why
  CHECK(hit_at(page, {10, 10})->name == "below");
  CHECK(hit_at(page, {200, 10}) == nullptr);
}
