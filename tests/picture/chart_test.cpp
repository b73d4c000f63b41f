// The chart kit: what is drawn stands where the numbers say, and its texts leave each other alone.

#include "core/page/chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <glm/geometric.hpp>

#include "core/page/chart_matrix.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

struct Sheet {
  Session session;
  Page page;

  Sheet(Theme theme, glm::vec2 size, float unit, bool present) : session(Player("cat").session) {
    session.theme = theme;
    session.layout.present = present;
    page.size = size;
    page.unit = unit;
    page.background = palette(theme).ground;
  }
  template <class T>
  std::vector<T> all() const {
    std::vector<T> found;
    for (const Item& item : page.items)
      if (const T* shape = std::get_if<T>(&item.shape)) found.push_back(*shape);
    return found;
  }
  std::string faults(const Rect& rect) const {
    return test::text_faults(page, 0, page.items.size(), rect, session);
  }
};

std::vector<glm::dvec2> falling(double rate) {
  std::vector<glm::dvec2> points;
  for (int i = 1; i <= 20; ++i) points.push_back({i, std::exp(-rate * i)});
  return points;
}

Chart fading() {
  Chart chart;
  chart.title = "How much is left";
  chart.x = {.title = "words back", .low = 1, .high = 20};
  chart.y = {.title = "share of the change that arrives", .low = 1e-6, .high = 1, .log = true};
  chart.series.push_back({.name = "RNN", .tint = Tint::orange, .points = falling(0.6)});
  chart.series.push_back({.name = "GRU", .tint = Tint::blue, .points = falling(0.11)});
  chart.series.push_back({.name = "LSTM", .tint = Tint::green, .points = falling(0.1)});
  chart.series.push_back({.name = "no end", .tint = Tint::pink, .points = falling(1.5)});
  chart.marks.push_back({.at = {10, std::exp(-6.0)}, .text = "half way", .drop = true});
  chart.rules.push_back({.vertical = true, .at = 12, .text = "here"});
  chart.bands.push_back({.from = 1, .to = 8, .text = "near", .tint = Tint::violet});
  return chart;
}

template <class Draw>
void on_every_sheet(Draw draw) {
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const bool present : {false, true})
      for (const auto& [size, unit] :
           {std::pair{glm::vec2{1280, 720}, 1.0f}, {glm::vec2{3840, 2160}, 2.4f}}) {
        CAPTURE(present);
        CAPTURE(size.x);
        Sheet sheet(theme, size, unit, present);
        const Rect rect{0.2f * size.x, 0.15f * size.y, 0.5f * size.x, 0.6f * size.y};
        draw(sheet, rect);
        CHECK(sheet.faults(rect) == "");
      }
}

}  // namespace

TEST_CASE("chart: points stand where their numbers say, on linear and logarithmic axes") {
  Sheet sheet(Theme::dark, {1280, 720}, 1, false);
  Pen pen(sheet.page, sheet.session);
  Chart chart;
  chart.x = {.low = 0, .high = 10};
  chart.y = {.low = 0.01, .high = 100, .log = true};
  chart.series.push_back(
      {.look = ChartSeries::Look::both, .points = {{0, 0.01}, {5, 1}, {10, 100}}, .measured = 2});
  const ChartPlace place = draw_chart(pen, chart, {100, 100, 800, 500});
  CHECK(place.at(5, 1).x == doctest::Approx(place.plot.x + place.plot.w / 2));
  CHECK(place.at(5, 1).y == doctest::Approx(place.plot.y + place.plot.h / 2));
  CHECK(place.at(0, 0.01).y == doctest::Approx(place.plot.bottom()));
  CHECK(place.at(10, 100).y == doctest::Approx(place.plot.y));
  CHECK(std::isnan(place.y.part(0)));
  CHECK(std::isnan(place.y.part(-1)));
  const auto discs = sheet.all<Disc>();
  REQUIRE(discs.size() == 3);
  for (int i = 0; i < 3; ++i) {
    const glm::dvec2 p = chart.series[0].points[static_cast<std::size_t>(i)];
    CHECK(glm::length(discs[static_cast<std::size_t>(i)].center - place.at(p.x, p.y)) < 0.01f);
  }
  // The third point is extrapolated: hollow, and the way there dashed.
  CHECK(discs[1].fill != sheet.page.background);
  CHECK(discs[2].fill == sheet.page.background);
  int solid = 0, dashed = 0;
  for (const Polyline& line : sheet.all<Polyline>())
    if (line.width > 2) ++(line.dash > 0 ? dashed : solid);
  CHECK(solid == 1);
  CHECK(dashed == 1);
}

TEST_CASE("chart: a curve that grows is a beginning of the whole one, on the same axes") {
  const auto drawn = [](float shown) {
    Sheet sheet(Theme::light, {1280, 720}, 1, false);
    Pen pen(sheet.page, sheet.session);
    Chart chart = fading();
    chart.series.resize(1);
    chart.series[0].shown = shown;
    const ChartPlace place = draw_chart(pen, chart, {0, 0, 800, 500});
    std::vector<glm::vec2> points;
    for (const Polyline& line : sheet.all<Polyline>())
      if (line.width > 2) points = line.points;
    return std::pair{place, points};
  };
  const auto [whole, all] = drawn(1);
  const auto [half, some] = drawn(0.5f);
  CHECK(whole.plot == half.plot);
  REQUIRE(some.size() > 3);
  CHECK(some.size() < all.size());
  for (std::size_t i = 0; i + 1 < some.size(); ++i) CHECK(some[i] == all[i]);
  CHECK(some.back().x == doctest::Approx(half.plot.x + half.plot.w / 2));
  CHECK(drawn(0).second.empty());
}

TEST_CASE("chart: ticks are round, inside, and written alike") {
  for (const auto& [low, high] : {std::pair{0.0, 1.0}, {-3.7, 12.2}, {0.0, 4096.0}, {0.1, 0.13}}) {
    const ChartAxis axis{.title = "", .low = low, .high = high};
    for (int most = 2; most <= 12; ++most) {
      const auto ticks = round_ticks(axis, most);
      CAPTURE(low);
      CAPTURE(most);
      CHECK(static_cast<int>(ticks.size()) <= most);
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        CHECK(ticks[i] >= low - 1e-9);
        CHECK(ticks[i] <= high + 1e-9 * (high - low));
        if (i == 0) continue;
        const double step = ticks[i] - ticks[i - 1];
        const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
        const bool round = std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 ||
                           std::abs(mantissa - 5) < 1e-6;
        CHECK(round);
      }
    }
  }
  const ChartAxis small{.title = "", .low = 1e-8, .high = 1, .log = true};
  CHECK(tick_names(small, {1e-8, 1e-4, 1}) ==
        std::vector<std::string>{"10\u207b\u2078", "10\u207b\u2074", "1"});
  const ChartAxis plain{.title = "", .low = 0.01, .high = 100, .log = true};
  CHECK(tick_names(plain, round_ticks(plain, 9)) ==
        std::vector<std::string>{"0.01", "0.1", "1", "10", "100"});
  const ChartAxis twos{.title = "", .low = 16, .high = 4096, .log = true};
  CHECK(round_ticks(twos, 9).front() == doctest::Approx(16));
  CHECK(round_ticks(twos, 9).back() == doctest::Approx(4096));
  CHECK(tick_names({.title = "", .low = 0, .high = 1}, {0, 0.25, 0.5}) ==
        std::vector<std::string>{"0.00", "0.25", "0.50"});
}

TEST_CASE("chart: texts stand inside, apart and readable, in both themes and in a hall") {
  on_every_sheet([](Sheet& sheet, const Rect& rect) {
    Pen pen(sheet.page, sheet.session);
    draw_chart(pen, fading(), rect);
    int names = 0;
    for (const Text& text : sheet.all<Text>())
      names += text.text == "RNN" || text.text == "GRU" || text.text == "LSTM" ||
                       text.text == "no end" || text.text == "half way" || text.text == "here"
                   ? 1
                   : 0;
    CHECK(names == 6);
  });
}

TEST_CASE("chart: a histogram counts, and its columns stand on the axis") {
  const ChartColumns columns = histogram({-5, 0.1, 0.2, 0.6, 0.99, 7, std::nan("")}, 0, 1, 2);
  CHECK(columns.edges == std::vector<double>{0, 0.5, 1});
  CHECK(columns.heights == std::vector<double>{3, 3});
  const ChartColumns shares = histogram({0, 0, 0, 0.9}, 0, 1, 2, true);
  CHECK(shares.heights == std::vector<double>{0.75, 0.25});
  on_every_sheet([&](Sheet& sheet, const Rect& rect) {
    Pen pen(sheet.page, sheet.session);
    Chart chart;
    chart.x = {.title = "score", .low = 0, .high = 1};
    chart.y = {.title = "share", .low = 0, .high = 1};
    chart.columns.push_back(shares);
    const ChartPlace place = draw_chart(pen, chart, rect);
    const auto boxes = sheet.all<Box>();
    REQUIRE(boxes.size() == 2);
    CHECK(boxes[0].rect.bottom() == doctest::Approx(place.plot.bottom()));
    CHECK(boxes[0].rect.h == doctest::Approx(0.75f * place.plot.h));
    CHECK(boxes[1].rect.h == doctest::Approx(0.25f * place.plot.h));
  });
}

TEST_CASE("chart: bars are as long as their values") {
  on_every_sheet([](Sheet& sheet, const Rect& rect) {
    Pen pen(sheet.page, sheet.session);
    BarChart chart;
    chart.title = "Steps one after the other";
    chart.axis = {.title = "steps", .low = 0, .high = 20};
    chart.rows = {{.name = "chain", .value = 20, .tint = Tint::orange},
                  {.name = "attention", .value = 1, .number = "1", .hatched = true}};
    const float used = draw_bar_chart(pen, chart, rect);
    CHECK(used <= rect.h);
    const auto boxes = sheet.all<Box>();
    REQUIRE(boxes.size() == 2);
    CHECK(boxes[0].rect.w == doctest::Approx(20 * boxes[1].rect.w).epsilon(0.01));
    CHECK(boxes[0].rect.x == doctest::Approx(boxes[1].rect.x));
    CHECK(boxes[1].hatched);
  });
}

TEST_CASE("matrix: cells carry their numbers, names and outlines") {
  on_every_sheet([](Sheet& sheet, const Rect& rect) {
    Pen pen(sheet.page, sheet.session);
    MatrixDrawing m;
    m.rows = 2;
    m.columns = 3;
    m.values = {1, -2, 0.125, 0, std::nan(""), 2};
    m.limit = 2;
    m.title = "W";
    m.row_names = {"first", "second"};
    m.column_names = {"x", "y", "a long name"};
    m.outlines = {{.row = 1, .column = -1, .tint = Tint::orange},
                  {.row = -1, .column = 2},
                  {.row = 0, .column = 1}};
    const MatrixPlace place = draw_matrix(pen, m, rect);
    CHECK(place.cell_w == place.cell_h);
    CHECK(place.whole.bottom() <= rect.bottom() + 0.5f);
    const auto texts = sheet.all<Text>();
    const auto inside = [&](const char* words, int row, int column) {
      return std::any_of(texts.begin(), texts.end(), [&](const Text& text) {
        return text.text == words && place.cell(row, column).contains(text.baseline);
      });
    };
    CHECK(inside("1", 0, 0));
    CHECK(inside("\u22122", 0, 1));
    CHECK((inside("0.13", 0, 2) || inside("0.12", 0, 2) || inside("0.1", 0, 2)));
    CHECK(inside("2", 1, 2));
    const auto boxes = sheet.all<Box>();
    REQUIRE(boxes.size() >= 9);
    const Rect row = boxes[boxes.size() - 3].rect, column = boxes[boxes.size() - 2].rect;
    CHECK(row.w == doctest::Approx(3 * place.cell_w));
    CHECK(row.y == doctest::Approx(place.cell(1, 0).y));
    CHECK(column.h == doctest::Approx(2 * place.cell_h));
    CHECK(boxes.back().rect == place.cell(0, 1));
  });
}

TEST_CASE("matrix: very many cells are one picture, and nothing is drawn of nothing") {
  Sheet sheet(Theme::dark, {1280, 720}, 1, false);
  Pen pen(sheet.page, sheet.session);
  MatrixDrawing m;
  draw_matrix(pen, m, {0, 0, 500, 500});
  CHECK(sheet.page.items.empty());
  m.rows = m.columns = 200;
  m.values.assign(200 * 200, 0.5);
  m.map = MatrixDrawing::Map::share;
  draw_matrix(pen, m, {0, 0, 500, 500});
  REQUIRE(sheet.page.items.size() == 1);
  const auto& heat = std::get<Heatmap>(sheet.page.items[0].shape);
  CHECK(heat.cells->size() == 40000);
  CHECK(heat.cells->front() == weight_color(ColorMap::viridis, 0.5f));
}

TEST_CASE("matrix: a cell that is pointed at tells its place and all its digits") {
  Sheet sheet(Theme::dark, {1280, 720}, 1, false);
  Pen pen(sheet.page, sheet.session);
  MatrixDrawing m;
  m.rows = m.columns = 2;
  m.values = {0.123456, -2, std::nan(""), 4};
  m.column_names = {"x", "y"};
  m.told_rows = {"first", "second"};
  draw_matrix(pen, m, {0, 0, 500, 500});
  CHECK(sheet.page.hits.empty());  // without a name there is nothing to tell
  m.title = "Q";
  const MatrixPlace place = draw_matrix(pen, m, {0, 0, 500, 500});
  REQUIRE(sheet.page.hits.size() == 3);  // an empty cell has no number
  const Hit* const hit = hit_at(sheet.page, {place.cell(0, 0).x + 3, place.cell(0, 0).y + 3});
  REQUIRE(hit != nullptr);
  CHECK(hit->name == "Q [first, x]");
  CHECK(hit->tooltip == "Q [first, x]\n0.123456");
  CHECK_FALSE(hit->enabled);
  CHECK(sheet.page.hits[1].tooltip == "Q [first, y]\n\u22122");
  // Rows of one colour carry it before them.
  const std::size_t before = sheet.all<Box>().size();
  m.row_tints = {Tint::teal, Tint::red};
  m.row_tabs = true;
  const MatrixPlace tabbed = draw_matrix(pen, m, {0, 0, 500, 500});
  const auto boxes = sheet.all<Box>();
  int tabs = 0;
  for (std::size_t i = before; i < boxes.size(); ++i)
    tabs +=
        boxes[i].rect.right() <= tabbed.cells.x && (boxes[i].fill == tint_color(pen, Tint::teal) ||
                                                    boxes[i].fill == tint_color(pen, Tint::red))
            ? 1
            : 0;
  CHECK(tabs == 2);
}
