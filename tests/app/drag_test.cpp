// The mouse as the window hears it, without a window: what it takes hold of, and what comes of it.

#include "app/views/drag.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <glm/geometric.hpp>

#include "app/views/keyboard.h"
#include "app/views/mouse.h"
#include "core/document/floor_axes.h"
#include "core/document/library.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "core/text/format_number.h"
#include "core/text/input_error.h"
#include "tests/support/hand.h"

using namespace qkv;

namespace {

using Kind = Quantity::Kind;

}  // namespace

TEST_CASE("mouse: a key's tip goes where it is dragged, and everything follows at once") {
  Hand hand("cat", "goto score");
  const glm::vec2 from = hand.tip(Kind::key, 1), to = hand.tip(Kind::key, 2);
  hand.drag(from, to);
  CHECK(hand.player.session.gesture);
  const auto key = key_row(hand.document(), 0, 1);
  CHECK(std::abs(key[0]) < 0.011f);
  CHECK(std::abs(key[1] - 3) < 0.011f);
  CHECK(hand.player.trace().weight(0, 3, 1) < 0.3f);
  // The ranges stand still under the hand, and a ghost shows where it was.
  const Picture picture = paint(hand.player.session, hand.player.trace(), nullptr);
  CHECK(picture.table.limit == 6.0f);
  CHECK(std::any_of(picture.landscape.arrows.begin(), picture.landscape.arrows.end(),
                    [](const FloorArrow& a) { return a.ghost && a.to == glm::vec2(3, 0); }));
  hand.button(false, to);
  CHECK_FALSE(hand.player.session.gesture);
  CHECK(hand.player.session.history.done.size() == 1);
  hand.player.settled("undo");
  CHECK(hand.player.session.document.get() == hand.player.session.opened.get());
}

TEST_CASE("mouse: Shift snaps to tenths") {
  Hand hand("cat", "goto score");
  const glm::vec2 from = hand.tip(Kind::query, 3);
  hand.drag(from, from + glm::vec2(-31, -23), {true, false});
  for (const float x : query_row(hand.document(), 0, 3)) {
    CHECK(std::abs(x * 10 - std::round(x * 10)) < 1e-4f);
  }
  CHECK(query_row(hand.document(), 0, 3)[0] != 2.0f);
}

TEST_CASE("mouse: above two dimensions a drag moves only what the floor shows, and lands there") {
  for (const char* script : {"dimensions 4", "dimensions 8", "dimensions 4; goto mix"}) {
    CAPTURE(script);
    Hand hand("cat", script);
    const Kind kind = hand.player.session.playhead.at.stage == Stage::mix ? Kind::value : Kind::key;
    for (const Held held : {Held{}, Held{true, false}}) {
      const glm::vec2 from = hand.tip(kind, 2), to = from + glm::vec2(40, -40);
      hand.drag(from, to, held);
      hand.button(false, to);
      const auto numbers =
          kind == Kind::key ? key_row(hand.document(), 0, 2) : value_row(hand.document(), 0, 2);
      for (std::size_t i = 2; i < numbers.size(); ++i) CHECK(numbers[i] == 0);
      const glm::vec2 landed = hand.tip(kind, 2);
      // The floor may take another measure after the drag; by the numbers it is the same place.
      CHECK(on_floor(numbers, floor_axes(hand.document(), 0).key) ==
            glm::vec2(numbers[0], numbers[1]));
      CHECK(landed != from);
      if (!held.shift) continue;
      for (const float x : numbers) CHECK(std::abs(x * 10 - std::round(x * 10)) < 1e-4f);
    }
  }
}

TEST_CASE("mouse: on a plane of more than two numbers a drag stays in it, Shift snaps along it") {
  Hand hand("cat", "dimensions 4; key fish 1 0.5 2 0.3; query its 1 2 0.5 1; goto score");
  const FloorAxes axes = floor_axes(hand.document(), 0);
  const glm::vec2 from = hand.tip(Kind::key, 2), to = from + glm::vec2(20, -15);
  const auto place = [&] { return on_floor(key_row(hand.document(), 0, 2), axes.key); };
  const glm::vec2 before = place();
  hand.drag(from, to);
  CHECK(glm::distance(hand.tip(Kind::key, 2), to) < 1.5f);
  hand.move(to, {true, false});
  const glm::vec2 snapped = place();
  CHECK(snapped != before);
  for (int axis = 0; axis < 2; ++axis)
    CHECK(std::abs(snapped[axis] * 10 - std::round(snapped[axis] * 10)) < 0.004f);
  // The coordinates that snap are told.
  const std::vector<Line> lines = drag_lines(hand.player.session, hand.view);
  REQUIRE(lines.size() == 1);
  const auto tenths = [](float x) { return format_number(static_cast<double>(x), 1); };
  CHECK(lines.front().front().text ==
        "on the floor: " + tenths(snapped.x) + " and " + tenths(snapped.y) + " (Shift: tenths)");
}

TEST_CASE(
    "mouse: Escape in a drag takes it back, and the button that comes up later does nothing") {
  Hand hand("cat", "goto score");
  const glm::vec2 from = hand.tip(Kind::key, 1);
  hand.drag(from, from + glm::vec2(40, 30));
  CHECK(hand.player.session.document.get() != hand.player.session.opened.get());
  hand.key(Key::escape);
  CHECK(hand.player.session.document.get() == hand.player.session.opened.get());
  hand.move(from + glm::vec2(90, 30));
  hand.button(false, from + glm::vec2(90, 30));
  CHECK(hand.player.session.document.get() == hand.player.session.opened.get());
  CHECK(hand.player.session.history.done.empty());
  CHECK_FALSE(hand.player.session.camera.by_hand);
}

TEST_CASE(
    "mouse: a drag orbits only where it starts on nothing; a click on a tip changes nothing") {
  Hand hand("cat", "goto score");
  const glm::vec2 from = hand.tip(Kind::key, 1);
  hand.drag(from, from + glm::vec2(50, 0));
  hand.button(false, from + glm::vec2(50, 0));
  CHECK_FALSE(hand.player.session.camera.by_hand);
  hand.player.settled("undo");
  hand.lay_out();
  hand.button(true, from);
  hand.button(false, from);
  CHECK(hand.player.session.history.done.empty());
  glm::vec2 nothing{0};
  for (float x = 400; x < 900; x += 7)
    if (!handle_at(hand.page, {x, 700}) && !hit_at(hand.page, {x, 700})) nothing = {x, 700};
  hand.drag(nothing, nothing + glm::vec2(60, 0));
  CHECK(hand.player.session.camera.by_hand);
}

TEST_CASE("mouse: every tip of every lesson can be taken, at every stage; recordings cannot") {
  for (const LessonInfo& lesson : lessons()) {
    for (const char* script : {"rewind", "goto score", "goto softmax:exp", "goto mix"}) {
      Player probe(lesson.id.c_str());
      try {
        probe.settled(script);
      } catch (const InputError&) {
        continue;
      }
      Hand hand(lesson.id.c_str(), script);
      CAPTURE(lesson.id);
      CAPTURE(script);
      const std::vector<Handle> handles = hand.page.handles;
      for (const Handle& handle : handles) {
        if (handle_at(hand.page, handle.at) == nullptr) continue;  // the switch lies over it
        hand.drag(handle.at, handle.at + glm::vec2(17, 9));
        hand.button(false, handle.at + glm::vec2(17, 9));
        hand.player.settled("undo");
        REQUIRE(hand.player.session.document.get() == hand.player.session.opened.get());
        hand.lay_out();
      }
    }
  }
}

TEST_CASE("mouse: a value's tip in Mix, z follows") {
  Hand hand("cat", "goto mix:z");
  const float before = hand.player.trace().output_row(0, 3)[1];
  const glm::vec2 from = hand.tip(Kind::value, 1);
  hand.drag(from, from + glm::vec2(0, -60));
  CHECK(value_row(hand.document(), 0, 1)[1] > 0.1f);
  CHECK(hand.player.trace().output_row(0, 3)[1] > before);
}

TEST_CASE("mouse: a cell is dragged up until fish wins; with Alt the query moves") {
  Hand hand("cat", "goto score");
  const glm::vec2 from = hand.cell(3, 4);
  hand.drag(from, from + glm::vec2(3, -120));
  const Trace& trace = hand.player.trace();
  CHECK(trace.score(0, 3, 4) > trace.score(0, 3, 1));
  CHECK(query_row(hand.document(), 0, 3)[0] == 2.0f);
  hand.move(from + glm::vec2(3, -125), {false, true});
  CHECK(query_row(hand.document(), 0, 3)[0] != 2.0f);
  CHECK(key_row(hand.document(), 0, 4)[0] == 1.0f);  // the key is back where it was
  hand.button(false, from + glm::vec2(3, -125));
  CHECK(hand.player.session.history.done.size() == 1);
  hand.player.settled("undo");
  CHECK(hand.player.session.document.get() == hand.player.session.opened.get());
  // A click still chooses the row.
  hand.lay_out();
  hand.button(true, hand.cell(1, 4));
  hand.button(false, hand.cell(1, 4));
  CHECK(hand.player.session.row == 1);
}

TEST_CASE("mouse: mask cells are painted in the Masked table, one stroke one edit") {
  Hand hand("cat", "goto mask; tab masked");
  hand.button(true, hand.cell(3, 1));
  hand.move(hand.cell(3, 2));
  hand.move(hand.cell(2, 2));
  hand.button(false, hand.cell(2, 2));
  const Trace& trace = hand.player.trace();
  CHECK_FALSE(trace.visible(0, 3, 1));
  CHECK_FALSE(trace.visible(0, 3, 2));
  CHECK_FALSE(trace.visible(0, 2, 2));
  CHECK(trace.visible(0, 2, 1));
  CHECK(hand.player.session.history.done.size() == 1);
  // Starting on a hidden cell shows.
  hand.button(true, hand.cell(3, 2));
  hand.button(false, hand.cell(3, 2));
  CHECK(hand.player.trace().visible(0, 3, 2));
}

TEST_CASE("mouse: a chip is dragged to another's place; a click chooses, a double click edits") {
  Hand hand("cat", "rewind");
  const auto chip = [&](int row) {
    for (const Hit& hit : hand.page.hits)
      if (hit.quantity.kind == Kind::word && hit.quantity.row == row)
        return glm::vec2{hit.rect.x + hit.rect.w / 2, hit.rect.y + hit.rect.h / 2};
    FAIL("no such chip");
    return glm::vec2{};
  };
  hand.drag(chip(4), chip(0) - glm::vec2(5, 0));
  hand.button(false, chip(0));
  CHECK(hand.document().query_words ==
        std::vector<std::string>{"fish", "the", "cat", "ate", "its"});
  CHECK(hand.player.session.history.done.size() == 1);
  hand.player.settled("undo");
  hand.lay_out();
  hand.double_click(chip(1));
  CHECK(hand.view.popup.name == "word");
  CHECK(hand.view.popup.path == "cat");
  CHECK(hand.player.session.row == 1);
  hand.view.popup = {};
  // In the story, too, where the first click lays the number's chain over what was clicked.
  Hand told("cat", "goto score");
  const Rect story = find_panel(told.page, PanelId::story)->rect;
  glm::vec2 key{-1};
  for (const Item& item : told.page.items) {
    const Text* const text = std::get_if<Text>(&item.shape);
    if (text != nullptr && item.quantity.kind == Quantity::Kind::key &&
        story.contains(text->baseline))
      key = text->baseline + glm::vec2(2, -2);
  }
  REQUIRE(key.x > 0);
  told.double_click(key);
  CHECK(told.view.popup.name == "numbers");
  CHECK_FALSE(told.player.session.pinned);
  Hand typed("cat", "goto score");
  typed.double_click(typed.cell(3, 1));
  CHECK(typed.view.popup.name == "numbers");
  CHECK(typed.view.popup.path == "6");
}

TEST_CASE(
    "mouse: a click on a number opens it, a drag from it does not, a second click closes it") {
  Hand hand("cat", "end; tab weights");
  const glm::vec2 cell = hand.cell(1, 2);
  hand.button(true, cell);
  hand.button(false, cell);
  CHECK(hand.player.session.pinned == Quantity{Kind::weight, 0, 0, 1, 2, -1});
  CHECK(hand.player.session.row == 1);  // it chooses its row as before
  hand.button(true, hand.cell(1, 2));
  hand.button(false, hand.cell(1, 2));
  CHECK_FALSE(hand.player.session.pinned);
  hand.drag(hand.cell(3, 4), hand.cell(3, 4) - glm::vec2(0, 60));
  hand.button(false, hand.view.mouse);
  CHECK_FALSE(hand.player.session.pinned);
  CHECK(hand.player.session.history.done.size() == 1);
}

TEST_CASE("mouse: a bar beside the Masked table opens its number, it hides nothing") {
  Hand hand("cat", "end; tab masked");
  const Quantity masked{Quantity::Kind::masked, 0, 0, 3, 1, -1};
  glm::vec2 bar{0};  // the last to be drawn of this number stands beside the table
  for (const Item& item : hand.page.items)
    if (const auto* words = std::get_if<Text>(&item.shape); words && item.quantity == masked)
      bar = words->baseline + glm::vec2{2, -2};
  REQUIRE(bar.y > hand.cell(4, 1).y);
  hand.button(true, bar);
  hand.button(false, bar);
  CHECK(hand.player.session.options.mask == hand.player.session.document->options.mask);
  CHECK(hand.player.session.pinned == masked);
}

TEST_CASE("mouse: the other button opens vectors and masked cells too, Escape closes") {
  Hand hand("cat", "end; tab masked");
  Intents intents;
  on_button({true, false, hand.cell(3, 1)}, hand.player.session, hand.page, hand.view, 1, intents);
  hand.carry_out(intents);
  CHECK(hand.player.session.pinned == Quantity{Kind::masked, 0, 0, 3, 1, -1});
  CHECK(hand.player.session.history.done.empty());
  hand.key(Key::escape);
  CHECK_FALSE(hand.player.session.pinned);
}

TEST_CASE("keys: E opens what the moment is about, and closes it; A compares; Q turns") {
  Hand hand("cat", "select its; goto score:cat");
  const auto type = [&](char32_t code) {
    Intents intents;
    on_typed(code, hand.player.session, hand.view, intents);
    hand.carry_out(intents);
  };
  type(U'e');
  CHECK(hand.player.session.pinned == Quantity{Kind::score, 0, 0, 3, 1, -1});
  type(U'e');
  CHECK_FALSE(hand.player.session.pinned);
  type(U'A');
  CHECK(hand.player.session.frozen);
  type(U'a');
  CHECK_FALSE(hand.player.session.frozen);
  type(U'q');
  CHECK(hand.player.session.layout.queries_as_columns);
  type(U'g');
  REQUIRE(hand.player.session.prediction);
  CHECK(hand.player.session.prediction->of == Prediction::Of::scores);
  type(U'g');
  CHECK(hand.player.session.prediction->revealed);
  type(U'g');
  CHECK_FALSE(hand.player.session.prediction);
}

TEST_CASE("mouse: bars of a prediction are drawn, the one under the hand") {
  Hand hand("cat", "predict weights its");
  REQUIRE(hand.page.drawn_bars.size() == 5);
  const auto at = [&](std::size_t bar, float share) {
    const Rect& r = hand.page.drawn_bars[bar].rect;
    return glm::vec2(r.x + r.w * share, r.y + r.h / 2);
  };
  hand.button(true, at(1, 0.8f));
  CHECK(hand.player.session.prediction->guess[1] == doctest::Approx(0.8).epsilon(0.02));
  hand.move(at(2, 0.25f));
  CHECK(hand.player.session.prediction->guess[2] == doctest::Approx(0.25).epsilon(0.05));
  hand.move(at(2, 3));  // beyond its end
  CHECK(hand.player.session.prediction->guess[2] == 1);
  hand.button(false, at(2, 3));
  CHECK(hand.player.session.history.done.empty());
  CHECK_FALSE(hand.player.session.pinned);
  hand.player.settled("reveal");
  hand.lay_out();
  CHECK(hand.page.drawn_bars.empty());
}

TEST_CASE("mouse: the tip of a small plane in the Sentence scene moves the vector") {
  Hand hand("cat", "scene sentence; goto score");
  const glm::vec2 from = hand.tip(Kind::key, 1), to = hand.tip(Kind::key, 2);
  // In its own plane to where the arrow of "ate" points in the other.
  float pitch = 0;
  for (const Handle& handle : hand.page.handles)
    if (handle.quantity.kind == Kind::key && handle.quantity.column == 1) pitch = handle.along_x.x;
  REQUIRE(pitch > 0);
  const auto key = key_row(hand.document(), 0, 1), other = key_row(hand.document(), 0, 2);
  const glm::vec2 by{(other[0] - key[0]) * pitch, -(other[1] - key[1]) * pitch};
  hand.drag(from, from + by);
  hand.button(false, hand.view.mouse);
  const auto moved = key_row(hand.document(), 0, 1);
  CHECK(moved[0] == doctest::Approx(0).epsilon(0.1));
  CHECK(moved[1] == doctest::Approx(3).epsilon(0.1));
  CHECK(hand.player.session.history.done.size() == 1);
  CHECK(to.y == doctest::Approx(hand.tip(Kind::key, 1).y).epsilon(0.02));
}

TEST_CASE("a turned table: cells change places, names and hits go along") {
  Hand hand("cat", "end; tab weights");
  const auto box = [&](int row, int column) { return hand.cell(row, column); };
  CHECK(box(3, 1).y > box(0, 1).y);
  hand.player.settled("queries columns");
  hand.lay_out();
  CHECK(box(3, 1).x > box(0, 1).x);
  CHECK(box(3, 1).y == box(0, 1).y);
  CHECK(box(3, 2).y > box(3, 1).y);
  CHECK(quantity_at(hand.page, box(3, 1)) == Quantity{Kind::weight, 0, 0, 3, 1, -1});
  const Hit* hit = hit_at(hand.page, box(2, 1));
  REQUIRE(hit != nullptr);
  CHECK(hit->name == "Column “ate”");
  hand.button(true, box(2, 1));
  hand.button(false, box(2, 1));
  CHECK(hand.player.session.row == 2);
  // Midway no cell leaves the table.
  hand.player.press("queries rows");
  for (int i = 0; i < 4; ++i) {
    hand.player.wait(0.08f);
    hand.lay_out();
    for (int row = 0; row < 5; ++row)
      for (int column = 0; column < 5; ++column)
        CHECK(find_panel(hand.page, PanelId::table)->rect.contains(box(row, column)));
  }
}

TEST_CASE("mouse: 64 words are small cells, and each of them answers all the same") {
  std::string words = "sentence";
  for (int i = 0; i < 64; ++i) words += " w" + std::to_string(i);
  Hand hand("cat", (words + "; goto mask; tab masked").c_str());
  const auto is_map = [](const Item& item) { return std::holds_alternative<Heatmap>(item.shape); };
  const auto map = std::find_if(hand.page.items.begin(), hand.page.items.end(), is_map);
  REQUIRE(map != hand.page.items.end());
  const Rect rect = std::get<Heatmap>(map->shape).rect;
  const auto cell = [&](int row, int column) {
    return glm::vec2{rect.x + rect.w * (static_cast<float>(column) + 0.5f) / 64,
                     rect.y + rect.h * (static_cast<float>(row) + 0.5f) / 64};
  };
  const Quantity under = quantity_at(hand.page, cell(40, 7));
  CHECK(under.kind == Kind::masked);
  CHECK(under.row == 40);
  CHECK(under.column == 7);
  hand.drag(cell(40, 7), cell(40, 9));
  hand.button(false, cell(40, 9));
  const Mask& mask = hand.player.session.options.mask;
  for (const int key : {7, 8, 9}) CHECK_FALSE(is_visible(mask, 0, 40, key, 64, 64));
  CHECK(is_visible(mask, 0, 40, 10, 64, 64));
}

TEST_CASE("however long the words, one more can be added") {
  for (const char* script :
       {"sentence the elephant considers philosophical implications because everything matters",
        "text-scale 2", "select its"}) {
    CAPTURE(script);
    for (const PageSize& size : {PageSize{1280, 720, 1}, PageSize{1440, 900, 1}}) {
      Player player("cat");
      player.settled(script);
      const Page page =
          layout(player.session, paint(player.session, player.trace(), nullptr), size);
      CHECK(std::any_of(page.hits.begin(), page.hits.end(),
                        [](const Hit& hit) { return hit.menu == "add-word"; }));
      for (const Hit& hit : page.hits) CHECK(hit.rect.right() <= page.size.x + 0.5f);
    }
  }
}

TEST_CASE("z leaves a ghost: while a cell is dragged in All words, and beside A in a comparison") {
  const auto ghosts_of_z = [](Player& player) {
    const Picture picture = paint(player.session, player.trace(), nullptr);
    return std::count_if(picture.landscape.arrows.begin(), picture.landscape.arrows.end(),
                         [](const FloorArrow& a) { return a.ghost && a.role == Role::output; });
  };
  Hand hand("cat", "goto all");
  CHECK(ghosts_of_z(hand.player) == 0);
  const glm::vec2 from = hand.cell(3, 1), to = from + glm::vec2(3, 120);
  hand.drag(from, to);
  // The key moved along one query: those that stand across it see no change.
  CHECK(ghosts_of_z(hand.player) >= 3);
  hand.button(false, to);
  CHECK(ghosts_of_z(hand.player) == 0);
  Player compared("cat");
  compared.settled("goto mix; compare on; key cat 1 2");
  CHECK(ghosts_of_z(compared) == 1);
}
