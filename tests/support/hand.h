#pragma once
// The mouse as the window hears it, without a window, for tests.

#include <doctest/doctest.h>

#include "app/views/drag.h"
#include "app/views/hall.h"
#include "app/views/keyboard.h"
#include "app/views/mouse.h"
#include "core/page/layout.h"
#include "core/picture/picture.h"
#include "tests/support/player.h"

namespace qkv {

/// A session, a page and a hand on the mouse.
struct Hand {
  Player player;
  ViewState view;
  Page page;
  double now = 0;

  Hand(const char* lesson, const char* script) : player(lesson) {
    player.settled(script);
    lay_out();
  }
  void lay_out() {
    page = layout(player.session, paint(player.session, player.trace(), nullptr), {1440, 900, 1});
    view.limit = score_limit(player.session, player.trace());
  }
  void carry_out(const Intents& intents) {
    for (const Action& action : intents.actions) player.act(action);
    lay_out();
    find_hovered(page, view, now);
  }
  void move(glm::vec2 to, Held held = {}) {
    Intents intents;
    on_moved({to, held.shift, held.alt}, player.session, page, view, now, intents);
    carry_out(intents);
  }
  void button(bool down, glm::vec2 at) {
    Intents intents;
    now += 1;
    on_button({down, true, at}, player.session, page, view, now, intents);
    carry_out(intents);
  }
  void double_click(glm::vec2 at) {
    for (const double pause : {1.0, 0.1}) {
      Intents intents;
      now += pause;
      on_button({true, true, at}, player.session, page, view, now, intents);
      on_button({false, true, at}, player.session, page, view, now, intents);
      carry_out(intents);
    }
  }
  /// Time in Present, where a click waits for a second one.
  void wait(double seconds) {
    Intents intents;
    now += seconds;
    pass_hall_time(player.session, view, now, intents);
    carry_out(intents);
  }
  void key(Key key) {
    Intents intents;
    on_key({key, 0, false, false, false}, player.session, page, view, intents);
    carry_out(intents);
  }
  void drag(glm::vec2 from, glm::vec2 to, Held held = {}) {
    move(from);
    button(true, from);
    for (int i = 1; i <= 5; ++i) move(from + (to - from) * (static_cast<float>(i) / 5), held);
  }
  glm::vec2 tip(Quantity::Kind kind, int word) const {
    for (const Handle& handle : page.handles) {
      const Quantity& q = handle.quantity;
      if (q.kind == kind && (kind == Quantity::Kind::query ? q.row : q.column) == word)
        return handle.at;
    }
    FAIL("no such tip");
    return {};
  }
  glm::vec2 cell(int row, int column) const {
    for (const Item& item : page.items) {
      const auto* box = std::get_if<Box>(&item.shape);
      const bool there = box && item.quantity.row == row && item.quantity.column == column;
      if (there && find_panel(page, PanelId::table)->rect.contains({box->rect.x, box->rect.y}))
        return {box->rect.x + box->rect.w / 2, box->rect.y + box->rect.h / 2};
    }
    FAIL("no such cell");
    return {};
  }
  const Document& document() const { return *player.session.document; }
};

}  // namespace qkv
