#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <doctest/doctest.h>

#include "core/page/fonts.h"
#include "core/page/layout.h"
#include "core/page/sentence/sentence_places.h"
#include "core/page/sentence/words_row.h"
#include "core/page/style.h"
#include "core/picture/picture.h"
#include "tests/picture/sentence_support.h"
#include "tests/support/player.h"
#include "tests/support/speaking.h"

using namespace qkv;
using Kind = Quantity::Kind;

namespace {

Rect ink_rect(const Text& text) {
  const float width = text_width(text.font, text.size, text.text);
  const float cap = cap_height(text.font, text.size);
  if (text.upward) return {text.baseline.x - cap, text.baseline.y - width, cap, width};
  return {text.baseline.x, text.baseline.y - cap, width, cap};
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::vector<const Text*> texts_of(const Page& page) {
  std::vector<const Text*> texts;
  for (const Item& item : page.items) {
    if (const auto* text = std::get_if<Text>(&item.shape)) texts.push_back(text);
  }
  return texts;
}

// The outer line of each beam of the chosen row, by key.
std::vector<std::pair<int, const Polyline*>> beams_of(const Page& page, int row) {
  std::vector<std::pair<int, const Polyline*>> beams;
  for (const Item& item : page.items) {
    const auto* line = std::get_if<Polyline>(&item.shape);
    if (!line || item.quantity.row != row || item.quantity.column < 0) continue;
    const bool core = std::any_of(beams.begin(), beams.end(),
                                  [&](const auto& b) { return b.first == item.quantity.column; });
    if (!core) beams.emplace_back(item.quantity.column, line);
  }
  return beams;
}

void check_clear(const Page& page, const std::string& what) {
  const std::vector<const Text*> texts = texts_of(page);
  std::string faults;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Rect a = ink_rect(*texts[i]);
    if (a.x < -0.5f || a.y < -0.5f || a.right() > page.size.x + 0.5f ||
        a.bottom() > page.size.y + 0.5f) {
      faults += " [outside] " + texts[i]->text;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(a, ink_rect(*texts[j]))) {
        faults += " [overlap] " + texts[i]->text + " / " + texts[j]->text;
      }
    }
  }
  CAPTURE(what);
  CHECK(faults == "");
}

}  // namespace

TEST_CASE("sentence page: no text ever touches another, at any number of words and any size") {
  struct Size {
    float width, height, unit;
  };
  for (const int n : {1, 2, 5, 9, 24, 37, 64, 200, 512}) {
    for (const char* at : {"start", "score", "mask", "softmax", "mix:1", "mix", "all"}) {
      test::Scene scene(test::made_up(n));
      run_script(scene.session, scene.traces,
                 "mask causal; select " + std::to_string(n / 2) + "; goto " +
                     (n == 1 && std::string(at) == "mix:1" ? "mix" : at));
      for (const Size& size : {Size{718, 752, 1}, Size{420, 480, 1}, Size{1900, 1800, 2.4f}}) {
        const Page page = scene.page(size.width, size.height, size.unit);
        check_clear(page, std::to_string(n) + " words, " + at + ", " + std::to_string(size.width));
      }
    }
  }
}

TEST_CASE("sentence page: queries stand on as many lines as keys do where there is height") {
  // Words of up to 24 stand on one line, many need two. The low page has no height for more.
  for (const int n : {12, 24, 64}) {
    CAPTURE(n);
    test::Scene scene(test::made_up(n), "select 3; goto mix");
    int queries = 0, values = 0;
    const Page page = scene.page(718, 752);
    for (const Item& item : page.items) {
      const auto* text = std::get_if<Text>(&item.shape);
      if (text == nullptr || text->font != Font::semibold) continue;
      queries += item.quantity.kind == Kind::query ? 1 : 0;
      values += item.quantity.kind == Kind::value ? 1 : 0;
    }
    CHECK(values >= n);
    CHECK(queries >= n);
  }
  test::Scene scene(test::made_up(64), "select 3; goto mix");
  const auto places = [&](float height) {
    return sentence_places(scene.picture(), {8, 0, 702, height}, metrics(scene.session, {}), false);
  };
  for (const float height : {400.0f, 480.0f, 560.0f, 640.0f, 752.0f, 1000.0f}) {
    CAPTURE(height);
    const SentencePlaces p = places(height);
    CHECK(p.queries.lines <= p.keys.lines);
    CHECK(p.bottom_y - p.top_y > 0.2f * height);
  }
}

TEST_CASE("sentence page: the cat lesson is clear for every word, theme and text size") {
  for (const char* look : {"theme dark", "theme light", "present"}) {
    for (int word = 0; word < 5; ++word) {
      for (const char* at : {"score", "softmax", "mix:cat", "mix", "all"}) {
        test::Scene scene(load_lesson("cat"),
                          std::string(look) + "; select " + std::to_string(word) + "; goto " + at);
        for (const float scale : {0.75f, 1.0f, 1.5f}) {
          scene.session.layout.text_scale = scale;
          check_clear(scene.page(718, 752), std::string(look) + " " + at + std::to_string(scale));
        }
      }
    }
  }
}

TEST_CASE("sentence page: beams are as wide as their weights, leaving side by side") {
  test::Scene scene(load_lesson("cat"), "select its; goto softmax");
  const Page page = scene.page(718, 752);
  const auto beams = beams_of(page, 3);
  REQUIRE(beams.size() == 5);
  float widest = 0, unit = 0;
  for (const auto& [key, line] : beams) {
    const float weight = scene.trace().weight(0, 3, key);
    if (line->width > widest) {
      widest = line->width;
      unit = line->width / weight;
    }
  }
  CHECK(unit > 20);
  for (const auto& [key, line] : beams) {
    const float weight = scene.trace().weight(0, 3, key);
    CHECK(line->width == doctest::Approx(std::max(1.25f, weight * unit)));
    CHECK(line->dash == 0);
    // Square ends: the first and the last piece run straight down.
    const std::size_t last = line->points.size() - 1;
    CHECK(std::abs(line->points[0].x - line->points[1].x) < 0.01f);
    CHECK(std::abs(line->points[last].x - line->points[last - 1].x) < 0.01f);
  }
  // Sentence order, each next to the one before.
  float edge = 0;
  for (int key = 0; key < 5; ++key) {
    const float weight = scene.trace().weight(0, 3, key);
    for (const auto& [k, line] : beams) {
      if (k != key) continue;
      const float left = line->points[0].x - weight * unit / 2;
      if (key > 0) CHECK(left == doctest::Approx(edge).epsilon(0.001));
      edge = left + weight * unit;
    }
  }
}

TEST_CASE("sentence page: hidden beams are dotted, negative ones dashed, others solid") {
  auto document = std::make_shared<Document>(*load_lesson("cat"));
  document->keys.data[2] = -3;  // its · cat = −6
  test::Scene scene(document, "select its; mask causal; goto mask");
  const Page page = scene.page(718, 752);
  for (const auto& [key, line] : beams_of(page, 3)) {
    CAPTURE(key);
    if (key == 4) {
      CHECK(line->dash == 2);
      CHECK(line->gap > line->dash);
    } else if (key == 1) {
      CHECK(line->dash >= 9);
      CHECK(line->gap < line->dash);
    } else {
      CHECK(line->dash == 0);
    }
  }
}

TEST_CASE("sentence page: its own key lies straight below a word") {
  test::Scene scene(load_lesson("cat"), "select its; goto score");
  const Page page = scene.page(718, 752);
  for (const auto& [key, line] : beams_of(page, 3)) {
    const bool straight = line->points.front().x == line->points.back().x;
    CHECK(straight == (key == 3));
    CHECK(line->points.front().y < line->points.back().y);
  }
}

TEST_CASE("sentence page: lines and texts can be told from the ground") {
  for (const char* look : {"theme dark", "theme light", "present"}) {
    test::Scene scene(load_lesson("cat"), std::string(look) + "; select its; goto score:ate");
    const Page page = scene.page(1200, 900);
    const Color ground = palette(scene.session.theme).ground;
    for (const auto& [key, line] : beams_of(page, 3)) {
      CHECK(contrast(over(line->color, ground), ground) >= 3);
    }
    const float least = scene.session.layout.present ? 7.0f : 4.5f;
    for (const Item& item : page.items) {
      const auto* text = std::get_if<Text>(&item.shape);
      if (!text || !item.quantity) continue;
      // Text on a lit word's pill is judged on the pill.
      const bool lit = text->text == "its" || text->text == "ate";
      CAPTURE(text->text);
      if (!lit) CHECK(contrast(over(text->color, ground), ground) >= least);
      if (scene.session.layout.present) CHECK(text->size >= 0.022f * 900 - 0.01f);
    }
  }
}

TEST_CASE("sentence page: a word is chosen by a click on it") {
  test::Scene scene(load_lesson("cat"), "select its; goto score");
  const Page page = scene.page(718, 752);
  int found = 0;
  for (const Hit& hit : page.hits) {
    if (hit.actions.empty() || !std::holds_alternative<action::Select>(hit.actions[0])) continue;
    const int row = std::get<action::Select>(hit.actions[0]).row;
    CHECK(hit.name == scene.session.document->query_words[static_cast<std::size_t>(row)]);
    ++found;
  }
  CHECK(found == 5);
}

TEST_CASE("sentence page: the mouse finds beams, numbers and words") {
  test::Scene scene(load_lesson("cat"), "select its; goto softmax");
  const Page page = scene.page(718, 752);
  for (const auto& [key, line] : beams_of(page, 3)) {
    const glm::vec2 middle = line->points[line->points.size() / 2];
    const Quantity found = quantity_at(page, middle);
    CHECK(found == Quantity{Kind::weight, 0, 0, 3, key, -1});
    CHECK_FALSE(highlight(scene.session, page, found).empty());
  }
  for (const Item& item : page.items) {
    const auto* text = std::get_if<Text>(&item.shape);
    if (!text || !item.quantity) continue;
    const Rect rect = ink_rect(*text);
    CHECK(quantity_at(page, {rect.x + rect.w / 2, rect.y + rect.h / 2}) == item.quantity);
  }
}

TEST_CASE("words shrink, take their own width, stand on two lines, then upright, then thin out") {
  const auto row = [](int n, float width) {
    std::vector<std::string> words(static_cast<std::size_t>(n), "word");
    if (n > 2) words[1] = "extraordinary";
    return place_words(words, {}, {0}, Font::semibold, {0, width, 15, 12, 12});
  };
  CHECK(row(5, 700).size == 15);
  CHECK(row(5, 280).size < 15);
  CHECK(row(5, 280).lines == 1);
  CHECK_FALSE(row(5, 280).upright);
  const WordsRow unequal = row(5, 330);
  CHECK(unequal.size == 15);
  CHECK(unequal.words[1].slot > unequal.words[0].slot);
  CHECK(row(40, 600).upright);
  CHECK_FALSE(row(40, 600).thinned);
  CHECK(row(200, 600).thinned);
  std::vector<std::string> same(12, "word");
  CHECK(place_words(same, {}, {}, Font::semibold, {0, 400, 15, 12, 12}).lines == 2);
}

TEST_CASE("sentence page: of 64 words every key is read, and those that count can be dragged") {
  std::string words = "sentence";
  for (int i = 0; i < 64; ++i)
    words += std::string(i % 3 == 0 ? " sheep" : " were") + char('a' + i % 26);
  for (const auto& [width, height, unit] :
       {std::tuple{522.0f, 520.0f, 1.0f}, std::tuple{980.0f, 850.0f, 1.2f}}) {
    CAPTURE(width);
    test::Scene scene(load_lesson("cat"), words + "; select 3; goto softmax");
    const Page page = scene.page(width, height, unit);
    check_clear(page, "64 words");
    std::vector<bool> named(64, false);
    for (const Item& item : page.items)
      if (std::holds_alternative<Text>(item.shape) && item.quantity.kind == Kind::key)
        named[static_cast<std::size_t>(item.quantity.column)] = true;
    CHECK(std::count(named.begin(), named.end(), true) == 64);
    int keys = 0, queries = 0;
    for (const Handle& handle : page.handles) {
      CHECK(Rect{0, 0, width, height}.contains(handle.at));
      keys += handle.quantity.kind == Kind::key ? 1 : 0;
      queries += handle.quantity.kind == Kind::query ? 1 : 0;
    }
    if (width < 900) continue;  // all the room is the words'
    CHECK(queries == 1);
    CHECK(keys >= 3);
  }
}

TEST_CASE("sentence page: where no letter is introduced yet, none stands for a row's name") {
  for (const char* language : {"en", "de"}) {
    const test::Speaking speaking(language);
    Player player("words");
    player.settled("goto softmax");
    const Page page =
        layout(player.session, paint(player.session, player.trace(), nullptr), {1024, 768, 1});
    const auto says = [&](std::string_view words) {
      const std::vector<const Text*> texts = texts_of(page);
      return std::any_of(texts.begin(), texts.end(),
                         [&](const Text* text) { return text->text == words; });
    };
    CHECK(says(text("sentence.row.listeners")));
    CHECK(says(text("sentence.row.heard")));
    CHECK_FALSE(says("q"));
    CHECK_FALSE(says("k"));
  }
}
