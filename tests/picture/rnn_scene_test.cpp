// The pictures of the lesson rnn: what is drawn is what was computed, at rest and on the way.

#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "core/document/reference_parts.h"
#include "core/page/chart.h"
#include "core/page/lesson_scene.h"
#include "tests/picture/page_checks.h"
#include "tests/support/player.h"

using namespace qkv;

namespace {

struct Stand {
  Player player{"rnn"};

  explicit Stand(const std::string& at) { player.settled("goto " + at); }
  /// The beat of this stop, `progress` of the way.
  void set(float progress) { player.session.playhead.progress = progress; }
  Page page(const PageSize& size = {1280, 720}) {
    return layout(player.session, paint(player.session, player.trace(), nullptr), size);
  }
  std::set<std::string> texts() {
    std::set<std::string> all;
    for (const Item& item : page().items)
      if (const auto* text = std::get_if<Text>(&item.shape)) all.insert(text->text);
    return all;
  }
  int boxes(Tint tint) {
    const Page drawn = page();
    Page other;
    const Pen pen(other, player.session);
    const Color color = tint_color(pen, tint);
    const Rect scene = panel_rects(player.session, {1280, 720}).scene;
    return static_cast<int>(
        std::count_if(drawn.items.begin(), drawn.items.end(), [&](const Item& item) {
          const auto* box = std::get_if<Box>(&item.shape);
          return box != nullptr && box->fill == color && scene.contains({box->rect.x, box->rect.y});
        }));
  }
  double piece(const char* name, std::size_t i) {
    return static_cast<double>(player.session.document->pieces->computed.at(name).data.at(i));
  }
  SideTable side() { return side_scene(player.session)->side(player.session); }
};

}  // namespace

TEST_CASE("rnn scene: texts stand apart and readable, also in a hall and on the way") {
  Player player("rnn");
  std::vector<std::string> stops = {"start"};
  for (const std::string& part : player.session.document->parts) stops.push_back("part:" + part);
  for (const std::string& stop : stops)
    for (const bool present : {false, true})
      for (const Theme theme : {Theme::dark, Theme::light})
        for (const float progress : {0.0f, 0.13f, 0.5f, 0.9f, 1.0f})
          for (const PageSize& size : {PageSize{1280, 720}, {3840, 2160}, {1024, 640}}) {
            Stand stand(stop);
            Session& session = stand.player.session;
            session.theme = theme;
            session.layout.present = present;
            if (stop != "start") stand.set(progress);
            CAPTURE(stop);
            CAPTURE(present);
            CAPTURE(progress);
            CAPTURE(size.width);
            CHECK(test::lesson_scene_faults(session, size) == "");
            const Page page = stand.page(size);
            CHECK(test::scene_faults(session, page, size) == "");
          }
}

TEST_CASE("rnn scene: one clock for both, a block where a word is ready") {
  Stand stand("part:clock");
  for (const int tick : {0, 1, 2, 7, 19, 20}) {
    CAPTURE(tick);
    stand.set(static_cast<float>(tick) / 20 + 0.001f);
    CHECK(stand.boxes(Tint::orange) == tick);
    CHECK(stand.boxes(Tint::blue) == (tick >= 1 ? 20 : 0));
  }
  CHECK(stand.texts().contains("chain: ready after 20"));
  CHECK(stand.texts().contains("attention: all ready after 1"));
}

TEST_CASE("rnn scene: the beat of a part takes as long as the lesson says, Next ends it") {
  Player player("rnn");
  player.settled("goto part:path");
  player.press("next");
  player.wait(3);
  CHECK(player.at() == "part:clock");
  CHECK(player.session.playhead.progress == doctest::Approx(0.5).epsilon(0.01));
  player.press("next");
  CHECK(player.rests());
  CHECK(player.at() == "part:clock");
}

TEST_CASE("rnn scene: in a hall each part is a step of its own") {
  Player player("rnn");
  player.settled("present");
  std::vector<std::string> seen;
  for (int i = 0; i < 8; ++i) {
    player.settled("next");
    seen.push_back(player.at());
  }
  CHECK(seen.front() == "part:chain");
  CHECK(seen.back() == "part:map");
  CHECK(std::set<std::string>(seen.begin(), seen.end()).size() == 8);
}

TEST_CASE("rnn scene: the curves end where the numbers say") {
  for (const char* stop : {"part:fading", "part:gates"}) {
    Stand stand(stop);
    const std::size_t last = 19;
    CHECK(stand.texts().contains("one part in " + with_figures(stand.piece("one_in", last))));
    const bool gates = std::string(stop) == "part:gates";
    CHECK(stand.texts().contains("one part in " + with_figures(stand.piece("one_in_lstm", last))) ==
          gates);
    // Twenty points a curve, lower on the page the less is left.
    const Page page = stand.page();
    Page other;
    const Color color = tint_color(Pen(other, stand.player.session), Tint::orange);
    std::vector<float> heights;
    for (const Item& item : page.items)
      if (const auto* disc = std::get_if<Disc>(&item.shape); disc != nullptr && disc->fill == color)
        heights.push_back(disc->center.y);
    REQUIRE(heights.size() >= 20);
    const auto slope = [&](std::size_t i) {
      return static_cast<double>(heights[i] - heights[0]) / -std::log10(stand.piece("fading", i));
    };
    for (std::size_t i = 2; i < 20; ++i) CHECK(slope(i) == doctest::Approx(slope(1)).epsilon(0.02));
  }
}

TEST_CASE("rnn scene: the way is counted hop by hop") {
  Stand stand("part:path");
  const auto counted = [&](const char* number) {
    const Page page = stand.page();
    return std::any_of(page.items.begin(), page.items.end(), [&](const Item& item) {
      const auto* text = std::get_if<Text>(&item.shape);
      return text != nullptr && text->text == number && text->font == Font::bold;
    });
  };
  CHECK(counted("19"));
  CHECK(counted("1"));
  stand.set(0.0f);
  CHECK_FALSE(counted("19"));
}

TEST_CASE("rnn scene: the table beside it carries the pieces' own numbers") {
  Stand chain("part:chain");
  const SideTable memories = chain.side();
  REQUIRE(memories.rows.size() == 20);
  CHECK(memories.rows[19].lit);
  CHECK(std::abs(std::stod(memories.rows[0].cells[1]) - chain.piece("state", 0)) < 0.0051);
  chain.set(0.5f);
  CHECK(chain.side().rows[9].cells.size() == 4);
  CHECK(chain.side().rows[10].cells.size() == 1);  // not read yet
  Stand gates("part:gates");
  const SideTable left = gates.side();
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(left.rows[i].cells[1] == with_figures(gates.piece("fading", i)));
    CHECK(left.rows[i].cells[2] == with_figures(gates.piece("fading_gru", i)));
    CHECK(left.rows[i].cells[3] == with_figures(gates.piece("fading_lstm", i)));
  }
  // Folded away, the scene takes the room.
  const Rect before = panel_rects(gates.player.session, {1280, 720}).scene;
  gates.player.settled("fold table");
  CHECK(panel_rects(gates.player.session, {1280, 720}).scene.w > before.w);
}

TEST_CASE("rnn scene: no mask and no scale where there is no attention") {
  Stand stand("start");
  for (const Hit& hit : stand.page().hits) {
    CHECK(hit.menu.find("mask") == std::string::npos);
    for (const Action& action : hit.actions) {
      CHECK_FALSE(std::holds_alternative<action::SetMask>(action));
      CHECK_FALSE(std::holds_alternative<action::ToggleScale>(action));
    }
  }
}
