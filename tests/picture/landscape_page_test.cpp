// The Landscape on the page: at every stop, for every word, mask and size, no text covers another
// and none leaves the scene.

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/page/landscape/labels.h"
#include "core/text/format_number.h"
#include "tests/picture/landscape_support.h"

using namespace qkv;
using namespace qkv::test;

namespace {

struct Size {
  float width, height, unit;
};
constexpr Size kSizes[] = {{690, 700, 1}, {400, 350, 1}, {560, 420, 1}, {1700, 1640, 2.4f}};

std::vector<Text> texts_of(const Page& page) {
  std::vector<Text> texts;
  for (const Item& item : page.items)
    if (const Text* text = std::get_if<Text>(&item.shape)) texts.push_back(*text);
  return texts;
}

std::string faults_of(const Page& page) {
  std::string faults;
  const std::vector<Text> texts = texts_of(page);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Rect a = text_rect(texts[i]);
    if (a.x < 0 || a.y < 0 || a.right() > page.size.x || a.bottom() > page.size.y)
      faults += "[" + texts[i].text + " outside] ";
    for (std::size_t j = 0; j < i; ++j)
      if (overlap(a, text_rect(texts[j])))
        faults += "[" + texts[i].text + " on " + texts[j].text + "] ";
  }
  return faults;
}

void walk_all(DocumentPtr document, const std::string& prelude, const Size& size) {
  Stand stand(document, prelude);
  for (int row = 0; row < document->n(); ++row) {
    stand.run("select " + std::to_string(row));
    const WalkShape shape = walk_shape(stand.session, stand.trace(), row);
    for (const Stop& stop : stops_of(shape)) {
      apply(stand.session, stand.trace(), action::GoTo{stop});
      settle(stand.session, stand.trace());
      const std::string faults = faults_of(stand.page(size.width, size.height, size.unit));
      CHECK_MESSAGE(faults.empty(), prelude, " row ", row, " at ",
                    stop_text(stop, document->key_words), " ", size.width, "x", size.height, ": ",
                    faults);
    }
  }
}

}  // namespace

TEST_CASE("no label collides or leaves the scene: every stop, word, mask, scale and size") {
  for (const Size& size : kSizes)
    for (const char* mask : {"full", "causal"})
      for (const char* scale : {"on", "off"})
        walk_all(load_lesson("cat"), "mask " + std::string(mask) + "; scale " + scale, size);
  for (const Size& size : {kSizes[0], kSizes[1]}) {
    walk_all(load_lesson("cat"), "mask padding:5", size);
    walk_all(load_lesson("cat"), "present", size);
    walk_all(scene_of("['one','two','three','four']", "[[2,1],[-1,2],[1,-2],[-2,-1]]",
                      "[[2,1],[-1.5,0.5],[0.5,-2],[-1,-1.5]]", "[[1,0],[-1,1],[0,-1],[0.5,0.5]]"),
             "mask full", size);
    walk_all(scene_of("['a','b','c']", "[[1e6,2e5],[1e6,0.0],[0.0,1e6]]",
                      "[[1e6,0.0],[0.0,1e6],[2e6,1e6]]", "[[1e-6,0.0],[0.0,1e-6],[1e-6,1e-6]]"),
             "mask full", size);
  }
}

TEST_CASE("no label collides from any side, near or far") {
  for (const char* stop : {"score", "softmax:exp", "softmax:divide", "mix:z"})
    for (int turn = 0; turn < 360; turn += 40)
      for (const int lift : {-25, 0, 45})
        for (const char* zoom : {"0.6", "1", "2.5"}) {
          const std::string script = "select its; goto " + std::string(stop) + "; orbit " +
                                     std::to_string(turn) + " " + std::to_string(lift) + "; zoom " +
                                     zoom;
          Stand stand(load_lesson("cat"), script);
          const std::string faults = faults_of(stand.page(690, 700, 1));
          CHECK_MESSAGE(faults.empty(), script, ": ", faults);
        }
}

TEST_CASE("the numbers beside stems, slices and pieces are the trace's") {
  for (int row = 0; row < 5; ++row) {
    Stand stand("select " + std::to_string(row) + "; goto score");
    const Trace& t = stand.trace();
    const auto shows = [&](const std::string& number) {
      for (const Text& text : texts_of(stand.page(690, 700, 1)))
        if (text.text == number) return true;
      return false;
    };
    for (int j = 0; j < 5; ++j)
      CHECK(shows(format_number(static_cast<double>(t.score(0, row, j)), 2)));
    stand.run("goto scale");
    for (int j = 0; j < 5; ++j)
      CHECK(shows(format_number(static_cast<double>(t.scaled(0, row, j)), 2)));
    stand.run("goto mix:z");
    const auto z = t.output_row(0, row);
    CHECK(shows(format_vector(z.data(), 2, 3)));
    for (int j = 0; j < 5; ++j)
      CHECK(stand.picture().pieces[static_cast<std::size_t>(j)].label.number ==
            "× " + format_fixed(static_cast<double>(t.weight(0, row, j)), 3));
  }
}

TEST_CASE("the chosen query and the acting key are always named") {
  for (const Size& size : kSizes)
    for (int row = 0; row < 5; ++row)
      for (int key = 0; key < 5; ++key) {
        Stand stand("select " + std::to_string(row) + "; goto score:" + std::to_string(key));
        bool acting = false;
        const std::string number =
            format_number(static_cast<double>(stand.trace().score(0, row, key)), 2);
        const Page page = stand.page(size.width, size.height, size.unit);
        for (std::size_t i = 1; i < page.items.size(); ++i) {
          const Text* text = std::get_if<Text>(&page.items[i].shape);
          acting |= text && text->text == number && page.items[i].quantity.column == key;
        }
        CHECK(acting);
      }
}

TEST_CASE("labels: the important one gets the best spot, one without room stays away") {
  Label label;
  label.runs = {{"word", Font::semibold, {0, 0, 0, 255}}};
  label.anchor = {50, 50};
  Label second = label;
  label.priority = 5;
  second.priority = 1;
  const std::vector<LabelPlace> places = place_labels({label, second}, {}, {0, 0, 400, 400});
  REQUIRE(places[0].placed);
  REQUIRE(places[1].placed);
  CHECK_FALSE(overlap(places[0].rect, places[1].rect));
  CHECK(places[1].rect.bottom() <= 50);  // above, as it prefers
  const float width = label_size(label).x + 4;
  const Rect tight{50 - width / 2, 0, width, 60};
  const auto crowded = place_labels({label, second}, {{{0, 30, 400, 100}}, {}}, tight);
  CHECK(crowded[1].placed);
  CHECK_FALSE(crowded[0].placed);
}

TEST_CASE("the switch of the frame offers both scenes") {
  Stand stand("select its");
  std::set<std::string> names;
  for (const Hit& hit : stand.page(400, 350, 1).hits) names.insert(hit.name);
  CHECK(names.count("Landscape") == 1);
  CHECK(names.count("Sentence") == 1);
}

TEST_CASE("the tower never stands on its ruler: large scenes, small type, near and far") {
  for (const char* prelude : {"goto softmax", "scale off; goto softmax", "zoom 3; goto softmax",
                              "zoom 0.5; goto softmax"}) {
    for (const Size& size :
         {Size{2020, 2000, 1}, Size{690, 700, 1}, Size{1700, 1640, 2.4f}, Size{3000, 900, 1}}) {
      CAPTURE(prelude);
      CAPTURE(size.width);
      Stand stand(load_lesson("cat"), prelude);
      const Page page = stand.page(size.width, size.height, size.unit);
      float ruler = 0;
      for (const Text& text : texts_of(page))
        if (text.text == "0.25") ruler = text.baseline.x - 15 * size.unit;
      REQUIRE(ruler > 0);
      for (const Item& item : page.items) {
        const auto* shape = std::get_if<Polygon>(&item.shape);
        if (shape == nullptr || item.quantity.kind != Quantity::Kind::weight) continue;
        for (const glm::vec2& point : shape->points) CHECK(point.x <= ruler);
      }
    }
  }
}

TEST_CASE("grids that a trained matrix carries end where the floor ends") {
  for (const char* prelude :
       {"goto train; train", "goto train; train; goto project:q", "goto project:k"}) {
    CAPTURE(prelude);
    Stand stand(load_lesson("qkv"), prelude);
    const Page page = stand.page(690, 700, 1);
    Rect floor;
    for (const Item& item : page.items) {
      const auto* shape = std::get_if<Polygon>(&item.shape);
      if (shape == nullptr || shape->points.size() != 4) continue;
      const glm::vec2 a = shape->points[0], b = shape->points[2];
      const Rect rect{std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x),
                      std::abs(a.y - b.y)};
      if (rect.w * rect.h > floor.w * floor.h) floor = rect;
    }
    REQUIRE(floor.w > 100);
    int lines = 0;
    for (const Item& item : page.items) {
      const auto* line = std::get_if<Polyline>(&item.shape);
      if (line == nullptr || line->points.size() != 2 || item.quantity) continue;
      const Palette& colors = palette(stand.session.theme);
      for (const Color role : {colors.query, colors.key}) {
        const Color drawn = line->color;
        if (drawn.r != role.r || drawn.g != role.g || drawn.b != role.b) continue;
        ++lines;
        for (const glm::vec2& point : line->points) CHECK(floor.inset(-1).contains(point));
      }
    }
    CHECK(lines >= 10);
  }
}
