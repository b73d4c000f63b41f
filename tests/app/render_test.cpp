#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <doctest/doctest.h>

#include "app/render/headless.h"
#include "app/render/page_renderer.h"
#include "app/render/shapes.h"
#include "app/render/tessellate.h"
#include "core/page/fonts.h"
#include "core/page/style.h"

using namespace qkv;

namespace {

Color pixel(const Image& image, int x, int y) {
  const std::size_t at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                          static_cast<std::size_t>(x)) *
                         3;
  return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2], 255};
}

Page blank(int width, int height) {
  Page page;
  page.size = {static_cast<float>(width), static_cast<float>(height)};
  page.background = {0, 0, 0, 255};
  return page;
}

void put(Page& page, Shape shape) { page.items.push_back({std::move(shape), {}}); }

constexpr Color kWhite{255, 255, 255, 255};

// Sum of the red channel in pixels' worth of white.
double area_of(const Image& image) {
  double sum = 0;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) sum += image.rgb[i];
  return sum / 255.0;
}

// Every kind of shape in both themes, to be looked at: QKV_TEST_PICTURES names a folder.
Page sampler(Theme theme, float s) {
  const Palette& p = palette(theme);
  Page page = blank(static_cast<int>(900 * s), static_cast<int>(560 * s));
  page.background = p.ground;
  page.unit = s;
  const auto at = [s](float x, float y) { return glm::vec2(x, y) * s; };
  put(page, Box{{20 * s, 20 * s, 260 * s, 150 * s}, 10 * s, p.panel, p.line, s});
  put(page, Box{{40 * s, 40 * s, 80 * s, 28 * s}, 14 * s, p.raised, p.key, 1.5f * s});
  put(page, Box{{140 * s, 40 * s, 100 * s, 60 * s}, 6 * s, p.raised, p.dim, s, true});
  put(page, Text{at(56, 59), "cat  6", Font::semibold, 14 * s, p.key});
  put(page, Text{at(40, 130), "The query tilts a plane.", Font::text, 15 * s, p.text});
  put(page, Text{at(40, 152), "a key's score is its height", Font::text, 13 * s, p.dim});
  put(page, Text{at(320, 60), "Softmax", Font::bold, 26 * s, p.text});
  put(page, Text{at(320, 95), "softmax(QKᵀ/√dₖ)·V  Σ = 1.000  −∞", Font::math, 20 * s, p.text});
  put(page, Text{at(320, 125), "0.013 0.895 −4.24 2×3 + 0×0 = 6", Font::mono, 14 * s, p.text});
  for (int i = 0; i < 7; ++i)
    put(page, Text{at(320 + 70 * static_cast<float>(i), 160), "Query 8", Font::text,
                   (9 + 2 * static_cast<float>(i)) * s * 0.8f, p.text});
  Color plane = p.plane;
  put(page,
      Polygon{{at(60, 480), at(200, 250), at(330, 300), at(190, 530)}, plane, p.query, 1.5f * s});
  put(page, Polygon{{at(360, 250), at(390, 235), at(420, 250), at(390, 265)},
                    weight_color(ColorMap::viridis, 0.9f),
                    p.ground,
                    s});
  put(page, Polygon{{at(360, 250), at(390, 265), at(390, 400), at(360, 385)},
                    weight_color(ColorMap::viridis, 0.7f),
                    {},
                    0});
  put(page, Polygon{{at(390, 265), at(420, 250), at(420, 385), at(390, 400)},
                    weight_color(ColorMap::viridis, 0.8f),
                    {},
                    0});
  put(page, Polygon{{at(450, 250), at(480, 265), at(480, 400), at(450, 385)}, {}, p.dim, s, true});
  for (int i = 0; i < 12; ++i) {
    const float angle = 0.52f * static_cast<float>(i);
    const glm::vec2 d{std::cos(angle), std::sin(angle)};
    put(page, Polyline{{at(600, 300) + d * 15.0f * s, at(600, 300) + d * 70.0f * s},
                       p.text,
                       (0.5f + 0.3f * static_cast<float>(i)) * s});
  }
  put(page,
      Polyline{
          {at(700, 240), at(740, 360), at(760, 240), at(765, 360), at(860, 350)}, p.value, 5 * s});
  std::vector<glm::vec2> wave;
  for (int i = 0; i <= 60; ++i)
    wave.push_back(
        at(520 + 5 * static_cast<float>(i), 430 + 30 * std::sin(static_cast<float>(i) * 0.2f)));
  put(page, Polyline{wave, p.output, 2.5f * s});
  for (glm::vec2& v : wave) v.y += 40 * s;
  put(page, Polyline{wave, p.query, 1.5f * s, 6 * s, 4 * s});
  for (int i = 0; i < 8; ++i)
    put(page, Disc{at(540 + 34 * static_cast<float>(i), 520),
                   (1 + 1.7f * static_cast<float>(i)) * s, p.key, p.text, 1.5f * s});
  auto cells = std::make_shared<std::vector<Color>>();
  for (int i = 0; i < 64; ++i)
    cells->push_back(weight_color(ColorMap::viridis, static_cast<float>(i) / 63));
  put(page, Heatmap{{820 * s, 430 * s, 64 * s, 64 * s}, 8, 8, cells});
  put(page, ClipBegin{{400 * s, 430 * s, 90 * s, 50 * s}});
  put(page, Disc{at(450, 460), 50 * s, p.accent, {}, 0});
  put(page, ClipBegin{{380 * s, 440 * s, 60 * s, 100 * s}});
  put(page, Disc{at(450, 460), 50 * s, p.output, {}, 0});
  put(page, ClipEnd{});
  put(page, ClipEnd{});
  return page;
}

}  // namespace

TEST_CASE("render: coverage equals area for every kind of shape") {
  HeadlessRenderer renderer;
  struct Case {
    const char* name;
    Shape shape;
    double area;
  };
  const std::vector<glm::vec2> hexagon = circle_outline({32.3f, 31.6f}, 20);
  std::vector<Case> cases;
  cases.push_back({"whole box", Box{{10, 12, 30, 20}, 0, kWhite}, 600});
  cases.push_back(
      {"box between pixels", Box{{10.3f, 12.7f, 30.5f, 20.25f}, 0, kWhite}, 30.5 * 20.25});
  cases.push_back({"box thinner than a pixel", Box{{10.4f, 12, 0.3f, 20}, 0, kWhite}, 6});
  cases.push_back({"rounded box", Box{{10, 12, 30, 20}, 6, kWhite}, 600 - 36 * (4 - 3.14159)});
  cases.push_back({"stroked box",
                   Box{{10, 12, 30, 20}, 6, {255, 255, 255, 255}, {255, 255, 255, 255}, 2},
                   32 * 22 - 49 * (4 - 3.14159)});
  cases.push_back({"stroke alone",
                   Box{{10, 12, 30, 20}, 0, {0, 0, 0, 255}, {255, 255, 255, 255}, 3},
                   33 * 23 - 27 * 17});
  cases.push_back({"disc", Disc{{32.3f, 31.6f}, 20, kWhite}, 3.14159 * 400});
  cases.push_back({"small disc", Disc{{32.3f, 31.6f}, 1.5f, kWhite}, 3.14159 * 2.25});
  cases.push_back({"triangle", Polygon{{{5, 5}, {55.5f, 17}, {20, 50.5f}}, kWhite},
                   0.5 * (50.5 * 45.5 - 15 * 12)});
  cases.push_back({"slanted line", Polyline{{{5, 5}, {45, 35}}, kWhite, 3}, 150});
  cases.push_back({"hairline", Polyline{{{5, 5}, {45, 35}}, kWhite, 0.5f}, 25});
  cases.push_back({"right angle", Polyline{{{5, 5}, {45, 5}, {45, 45}}, kWhite, 4}, 4 * 80});
  cases.push_back({"dashes", Polyline{{{5, 5}, {45, 5}}, kWhite, 2, 3, 2}, 2 * 24});
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Page page = blank(64, 64);
    put(page, c.shape);
    CHECK(area_of(renderer.render(page, 64, 64)) == doctest::Approx(c.area).epsilon(0.02));
  }
  CHECK(hexagon.size() >= 8);
}

TEST_CASE("render: pixels are where the page says, y down, and clips nest") {
  HeadlessRenderer renderer;
  Page page = blank(40, 30);
  put(page, Box{{2, 3, 4, 5}, 0, {255, 0, 0, 255}});
  put(page, ClipBegin{{10, 10, 20, 10}});
  put(page, ClipBegin{{0, 0, 15, 15}});
  put(page, Box{{0, 0, 40, 30}, 0, {0, 255, 0, 255}});
  put(page, ClipEnd{});
  put(page, Box{{28, 0, 40, 30}, 0, {0, 0, 255, 255}});
  put(page, ClipEnd{});
  const Image image = renderer.render(page, 40, 30);
  CHECK(pixel(image, 2, 3) == Color{255, 0, 0, 255});
  CHECK(pixel(image, 5, 7) == Color{255, 0, 0, 255});
  CHECK(pixel(image, 6, 7) == Color{0, 0, 0, 255});
  CHECK(pixel(image, 2, 8) == Color{0, 0, 0, 255});
  CHECK(pixel(image, 10, 10) == Color{0, 255, 0, 255});
  CHECK(pixel(image, 14, 14) == Color{0, 255, 0, 255});
  CHECK(pixel(image, 15, 14) == Color{0, 0, 0, 255});
  CHECK(pixel(image, 9, 10) == Color{0, 0, 0, 255});
  CHECK(pixel(image, 29, 19) == Color{0, 0, 255, 255});
  CHECK(pixel(image, 29, 20) == Color{0, 0, 0, 255});
}

TEST_CASE("render: a shape hides the text below it, and a text the shape") {
  HeadlessRenderer renderer;
  Page page = blank(60, 30);
  put(page, Text{{5, 20}, "HHH", Font::bold, 16, kWhite});
  put(page, Box{{0, 0, 30, 30}, 0, {255, 0, 0, 255}});
  put(page, Text{{40, 20}, "H", Font::bold, 16, {0, 255, 0, 255}});
  const Image image = renderer.render(page, 60, 30);
  int green = 0;
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 60; ++x) {
      const Color c = pixel(image, x, y);
      if (x < 30) CHECK(c == Color{255, 0, 0, 255});
      green += c.g > 200 && c.r == 0 ? 1 : 0;
    }
  CHECK(green > 20);
}

TEST_CASE("render: alpha blends in sRGB") {
  HeadlessRenderer renderer;
  Page page = blank(8, 8);
  page.background = {100, 0, 200, 255};
  put(page, Box{{0, 0, 8, 8}, 0, {200, 100, 0, 128}});
  const Color c = pixel(renderer.render(page, 8, 8), 4, 4);
  CHECK(std::abs(c.r - 150) <= 1);
  CHECK(std::abs(c.g - 50) <= 1);
  CHECK(std::abs(c.b - 100) <= 1);
}

TEST_CASE("render: a heatmap's cells are its colours, unfiltered, and a new one replaces it") {
  HeadlessRenderer renderer;
  const auto cells = [](std::uint8_t first) {
    auto made = std::make_shared<std::vector<Color>>();
    for (int i = 0; i < 6; ++i)
      made->push_back({static_cast<std::uint8_t>(first + 10 * i), 7, 9, 255});
    return made;
  };
  for (std::uint8_t first : {std::uint8_t{20}, std::uint8_t{120}}) {
    Page page = blank(40, 30);
    put(page, Heatmap{{3, 4, 30, 20}, 2, 3, cells(first)});
    const Image image = renderer.render(page, 40, 30);
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 3; ++c)
        for (int corner = 0; corner < 4; ++corner) {
          const int x = 3 + 10 * c + (corner % 2) * 9, y = 4 + 10 * r + (corner / 2) * 9;
          CHECK(pixel(image, x, y) ==
                Color{static_cast<std::uint8_t>(first + 10 * (3 * r + c)), 7, 9, 255});
        }
    CHECK(pixel(image, 2, 4) == Color{0, 0, 0, 255});
  }
}

TEST_CASE("render: text stands on its baseline and is as wide as text_width says") {
  HeadlessRenderer renderer;
  for (const Font font : {Font::text, Font::semibold, Font::mono, Font::math}) {
    Page page = blank(400, 60);
    put(page, Text{{10, 40}, "HHHHHHHHHH", font, 30, kWhite});
    const Image image = renderer.render(page, 400, 60);
    int left = 400, right = 0, bottom = 0, top = 60;
    for (int y = 0; y < 60; ++y)
      for (int x = 0; x < 400; ++x)
        if (pixel(image, x, y).r > 128) {
          left = std::min(left, x);
          right = std::max(right, x);
          top = std::min(top, y);
          bottom = std::max(bottom, y);
        }
    CAPTURE(static_cast<int>(font));
    CHECK(bottom == 39);
    CHECK(static_cast<float>(40 - top) == doctest::Approx(cap_height(font, 30)).epsilon(0.06));
    const float width = text_width(font, 30, "HHHHHHHHHH");
    CHECK(static_cast<float>(right - left) < width);
    CHECK(static_cast<float>(right - left) > width * 0.93f);
  }
}

TEST_CASE("render: upward text is the same text turned a quarter to the left") {
  HeadlessRenderer renderer;
  Page level = blank(80, 80);
  put(level, Text{{10.25f, 40}, "2, 0 key", Font::mono, 13, kWhite});
  Page upward = blank(80, 80);
  put(upward, Text{{40, 69.75f}, "2, 0 key", Font::mono, 13, kWhite, true});
  const Image a = renderer.render(level, 80, 80), b = renderer.render(upward, 80, 80);
  int different = 0;
  for (int y = 0; y < 80; ++y)
    for (int x = 0; x < 80; ++x) different += pixel(a, x, y) == pixel(b, y, 79 - x) ? 0 : 1;
  CHECK(different == 0);
  CHECK(area_of(a) > 50);
}

TEST_CASE("render: a page without a background has alpha, and its colours are those drawn") {
  HeadlessRenderer renderer;
  Page page = blank(40, 20);
  page.background.a = 0;
  put(page, Box{{4, 4, 8, 8}, 0, {200, 100, 50, 255}});
  put(page, Box{{20, 4, 8, 8}, 0, {200, 100, 50, 128}});
  const Pixels pixels = renderer.pixels(page);
  REQUIRE(pixels.rgba.size() == 40 * 20 * 4);
  const auto at = [&](std::size_t x, std::size_t y) { return &pixels.rgba[(y * 40 + x) * 4]; };
  CHECK(at(1, 1)[3] == 0);
  CHECK(at(8, 8)[3] == 255);
  CHECK(at(8, 8)[0] == 200);
  CHECK(std::abs(at(24, 8)[3] - 128) <= 1);
  CHECK(std::abs(at(24, 8)[0] - 200) <= 2);
  CHECK(std::abs(at(24, 8)[2] - 50) <= 2);
  page.background.a = 255;
  const Pixels opaque = renderer.pixels(page);
  for (std::size_t i = 3; i < opaque.rgba.size(); i += 4) CHECK(opaque.rgba[i] == 255);
}

TEST_CASE("render: the same page is the same bytes, at any time and by any renderer") {
  const Page page = sampler(Theme::dark, 1);
  const std::string first = encode_png(HeadlessRenderer().render(page, 900, 560));
  HeadlessRenderer renderer;
  CHECK(encode_png(renderer.render(page, 900, 560)) == first);
  renderer.render(sampler(Theme::light, 1.7f), 1530, 952);
  CHECK(encode_png(renderer.render(page, 900, 560)) == first);
  CHECK(decode_png(first, "sampler") == renderer.render(page, 900, 560));
}

TEST_CASE("render: an atlas that is full starts anew and the picture stays whole") {
  HeadlessRenderer renderer;
  const Page page = sampler(Theme::dark, 1);
  const Image before = renderer.render(page, 900, 560);
  for (int i = 0; i < 90; ++i) {
    Page large = blank(64, 64);
    put(large, Text{{0, 50},
                    "The quick brown fox 0123456789",
                    Font::text,
                    150 + static_cast<float>(i),
                    kWhite});
    renderer.render(large, 64, 64);
  }
  CHECK(renderer.render(page, 900, 560) == before);
}

TEST_CASE("render: samplers to look at") {
  const char* folder = std::getenv("QKV_TEST_PICTURES");
  if (folder == nullptr) return;
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const float s : {1.0f, 2.0f}) {
      HeadlessRenderer renderer;
      const std::string png = encode_png(
          renderer.render(sampler(theme, s), static_cast<int>(900 * s), static_cast<int>(560 * s)));
      MESSAGE(renderer.how());
      std::ofstream(std::string(folder) + "/sampler_" + (theme == Theme::dark ? "dark" : "light") +
                        std::to_string(static_cast<int>(s)) + ".png",
                    std::ios::binary)
          << png;
    }
}
