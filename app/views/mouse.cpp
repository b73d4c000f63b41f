#include "app/views/mouse.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "app/views/drag.h"
#include "app/views/editors.h"
#include "app/views/hall.h"
#include "app/views/help_sheet.h"
#include "app/views/opening.h"

namespace qkv {
namespace {

constexpr float kDegreesPerPixel = 0.4f;  // of a design pixel: the scene's width is half a turn
constexpr float kZoomPerNotch = 1.1f;
constexpr float kScrollPerNotch = 48;  // design pixels
constexpr float kDragStart = 4;        // design pixels that tell a drag from a click

bool inside(const Page& page, PanelId id, glm::vec2 at) {
  const PanelPlace* panel = find_panel(page, id);
  return panel != nullptr && panel->rect.contains(at);
}

bool goes_somewhere(const Hit& hit) {
  return hit.enabled && !hit.actions.empty() &&
         std::holds_alternative<action::GoTo>(hit.actions.front());
}

// The stop of the ribbon that is nearest to x.
const Hit* nearest_stop(const Page& page, float x) {
  const Hit* nearest = nullptr;
  float least = 0;
  for (const Hit& hit : page.hits) {
    if (!goes_somewhere(hit)) continue;
    const float distance = std::max({hit.rect.x - x, x - hit.rect.right(), 0.0f});
    if (nearest != nullptr && distance >= least) continue;
    nearest = &hit;
    least = distance;
  }
  return nearest;
}

const action::TurnKnob* slides(const Hit& hit) {
  if (!hit.mouse_only || hit.actions.empty()) return nullptr;
  return std::get_if<action::TurnKnob>(&hit.actions.front());
}

// The place of the pressed slider that is nearest to x.
const Hit* nearest_place(const Page& page, const std::string& pressed, float x) {
  const Hit* const from = find_hit(page, pressed);
  const action::TurnKnob* const held = from != nullptr ? slides(*from) : nullptr;
  const Hit* nearest = nullptr;
  float least = 0;
  for (const Hit& hit : page.hits) {
    const action::TurnKnob* const turn = held != nullptr ? slides(hit) : nullptr;
    if (turn == nullptr || turn->knob != held->knob) continue;
    const float distance = std::max({hit.rect.x - x, x - hit.rect.right(), 0.0f});
    if (nearest != nullptr && distance >= least) continue;
    nearest = &hit;
    least = distance;
  }
  return nearest;
}

bool is_double(const Page& page, ViewState& view, double now) {
  const bool again = now - view.pressed_at < kDoubleSeconds &&
                     glm::distance(view.press_at, view.pressed_before) < kDragStart * page.unit;
  view.pressed_at = again ? -1 : now;
  view.pressed_before = view.press_at;
  if (!again) view.pressed_on = quantity_at(page, view.press_at);
  return again;
}

// The bar at the height of the mouse takes its length; beyond them all the nearest one does.
bool draw_bar(const Page& page, const ViewState& view, Intents& intents) {
  const DrawnBar* nearest = nullptr;
  float least = 0;
  for (const DrawnBar& bar : page.drawn_bars) {
    const float off = std::max({bar.rect.y - view.mouse.y, view.mouse.y - bar.rect.bottom(), 0.0f});
    if (nearest != nullptr && off >= least) continue;
    nearest = &bar;
    least = off;
  }
  if (nearest == nullptr) return false;
  const float along = (view.mouse.x - nearest->rect.x) / std::max(1.0f, nearest->rect.w);
  const float value = std::lerp(nearest->low, nearest->high, std::clamp(along, 0.0f, 1.0f));
  const float step = nearest->high - nearest->low > 1 ? 0.1f : 0.01f;
  intents.actions.push_back(action::Guess{nearest->key, std::round(value / step) * step});
  return true;
}

bool on_a_bar(const Page& page, glm::vec2 at) {
  return std::any_of(page.drawn_bars.begin(), page.drawn_bars.end(),
                     [&](const DrawnBar& bar) { return bar.rect.contains(at); });
}

void drag(const Page& page, ViewState& view, Intents& intents) {
  const glm::vec2 by = view.mouse - view.last_drag;
  if (view.grip == Grip::orbit) {
    if (glm::distance(view.mouse, view.press_at) < kDragStart * page.unit &&
        view.last_drag == view.press_at)
      return;
    const glm::vec2 degrees = by * (kDegreesPerPixel / page.unit);
    intents.actions.push_back(action::Orbit{-degrees.x, degrees.y});
    view.last_drag = view.mouse;
  } else if (view.grip == Grip::turn) {
    const Hit* place = nearest_place(page, view.pressed, view.mouse.x);
    if (place == nullptr || place->name == view.pressed) return;
    view.pressed = place->name;
    intents.actions.insert(intents.actions.end(), place->actions.begin(), place->actions.end());
  } else if (view.grip == Grip::draw) {
    draw_bar(page, view, intents);
  } else if (view.grip == Grip::scrub) {
    const Hit* stop = nearest_stop(page, view.mouse.x);
    if (stop == nullptr || stop->name == view.pressed) return;
    view.pressed = stop->name;
    intents.actions.insert(intents.actions.end(), stop->actions.begin(), stop->actions.end());
    intents.settle = true;
  }
}

// A number opens; a chip is a word to be edited, which nobody does in front of a hall.
void on_right(const Session& session, const Page& page, ViewState& view, Intents& intents) {
  const Hit* hit = hit_at(page, view.mouse);
  const bool on_chip = hit != nullptr && hit->quantity.kind == Quantity::Kind::word;
  if (!on_chip)
    open_or_close(session, quantity_at(page, view.mouse), intents);
  else if (!session.layout.present)
    open_word(session, page, view, intents);
}

}  // namespace

void on_moved(const event::MouseMoved& moved, const Session& session, const Page& page,
              ViewState& view, double now, Intents& intents) {
  // A window that changes its size says so of a mouse that nobody has touched.
  if (moved.at != view.mouse) {
    view.moved_at = now;
    view.rests = false;
  }
  view.mouse = moved.at;
  view.mouse_inside = true;
  const Hit* pressed = view.grip == Grip::hit ? find_hit(page, view.pressed) : nullptr;
  // Leaving the stop that was pressed makes a click a scrub.
  if (pressed != nullptr && goes_somewhere(*pressed) && !pressed->rect.contains(view.mouse) &&
      inside(page, PanelId::ribbon, view.press_at))
    view.grip = Grip::scrub;
  drag(page, view, intents);
  hall_drag(page, view, intents);
  drag_on(session, page, {moved.shift, moved.alt}, view, intents);
}

void on_button(const event::Button& button, const Session& session, const Page& page,
               ViewState& view, double now, Intents& intents) {
  view.mouse = button.at;
  view.mouse_inside = true;
  view.moved_at = now;
  view.rests = false;
  if (!button.primary) {
    if (button.down && view.sheet == Sheet::none) on_right(session, page, view, intents);
    return;
  }
  if (button.down) {
    view.focused.clear();
    if (view.sheet != Sheet::none) {
      if (!help_press(page, view, intents)) view.sheet = Sheet::none;
      return;
    }
    view.press_at = view.last_drag = button.at;
    if (hall_press(session, page, view, intents)) return;
    const bool twice = is_double(page, view, now);
    const bool in_hall = session.layout.present;  // a panel is filled there, nothing is edited
    if (twice && (in_hall ? hall_double(session, page, view, intents)
                          : open_editor(session, page, view, intents))) {
      // What the first click did was not meant, and the release of this one is no click.
      view.late = {};
      view.press_at = glm::vec2{-1e6f};
      if (in_hall && view.click_painted) intents.actions.push_back(action::Undo{});
      if (!in_hall && session.pinned) intents.actions.push_back(action::Pin{});
      return;
    }
    take_late(view, intents);
    if (on_a_bar(page, button.at)) {
      view.grip = Grip::draw;
      draw_bar(page, view, intents);
      return;
    }
    if (take_hold(session, page, view, intents)) return;
    if (const Hit* hit = hit_at(page, button.at)) {
      view.grip = Grip::hit;
      view.pressed = hit->name;
      if (hit->enabled && slides(*hit) != nullptr) {
        view.grip = Grip::turn;
        intents.actions.insert(intents.actions.end(), hit->actions.begin(), hit->actions.end());
      }
    } else if (inside(page, PanelId::scene, button.at)) {
      view.grip = Grip::orbit;
    }
    return;
  }
  view.click_painted = view.grip == Grip::paint;
  if (let_go(view, true, intents)) return;
  const bool waits = session.layout.present && fills_on_double(session, page, view.press_at);
  Intents late;
  Intents& clicked = waits ? late : intents;
  const auto keep_late = [&] {
    if (waits) view.late = {std::move(late.actions), now + kDoubleSeconds};
  };
  const Grip grip = std::exchange(view.grip, Grip::none);
  const std::string pressed = std::exchange(view.pressed, {});
  const bool still = glm::distance(view.mouse, view.press_at) < kDragStart * page.unit;
  const Quantity under = quantity_at(page, view.press_at);
  if (grip != Grip::hit) {
    if (still && view.popup.name.empty() &&
        (grip == Grip::none || (grip == Grip::orbit && view.last_drag == view.press_at)))
      open_clicked(session, page, under, view.press_at, clicked);
    return keep_late();
  }
  // By name: the page may have been laid out anew since the press.
  const Hit* hit = hit_at(page, button.at);
  if (hit == nullptr || hit->name != pressed) return;
  activate(*hit, view, clicked);
  const bool chooses =
      !hit->actions.empty() && std::holds_alternative<action::Select>(hit->actions.front());
  if (chooses && still) open_clicked(session, page, under, view.press_at, clicked);
  keep_late();
}

void on_wheel(const event::Wheel& wheel, const Session& session, const Page& page, ViewState& view,
              Intents& intents) {
  if (view.sheet != Sheet::none) {
    scroll_help(page, view, -wheel.by.y * kScrollPerNotch * page.unit);
    return;
  }
  if (wheel.control) {
    const float scale = session.layout.text_scale + (wheel.by.y > 0 ? 0.1f : -0.1f);
    intents.actions.push_back(
        action::TextScale{std::clamp(std::round(scale * 100) / 100, kSmallestText, kLargestText)});
    return;
  }
  const glm::vec2 by = -wheel.by * (kScrollPerNotch * page.unit);
  if (inside(page, PanelId::scene, view.mouse)) {
    intents.actions.push_back(action::Zoom{std::pow(kZoomPerNotch, wheel.by.y)});
  }
  for (const auto& [id, scroll] : {std::pair{PanelId::story, &view.scroll.story},
                                   std::pair{PanelId::table, &view.scroll.table}})
    if (inside(page, id, view.mouse))
      *scroll = scroll->value_or(find_panel(page, id)->own_scroll) + by;
  clamp_scroll(page, view);
}

void find_hovered(const Page& page, ViewState& view, double now) {
  Quantity quantity;
  std::string hovered;
  if (view.mouse_inside && view.sheet == Sheet::none && view.popup.name.empty() &&
      view.tool == Tool::none && !view.frozen &&
      (view.grip == Grip::none || view.grip == Grip::hit)) {
    quantity = quantity_at(page, view.mouse);
    if (const Hit* hit = hit_at(page, view.mouse)) hovered = hit->name;
  }
  const bool free = view.grip == Grip::none && view.mouse_inside && view.popup.name.empty();
  const Handle* const tip = free ? handle_at(page, view.mouse) : nullptr;
  if (view.grip != Grip::tip) view.tip = tip != nullptr ? tip->quantity : Quantity{};
  if (quantity != view.quantity || hovered != view.hovered) view.hover_since = now;
  view.quantity = quantity;
  view.hovered = std::move(hovered);
}

void follow_panels(const Session& session, ViewState& view) {
  ScrolledFor seen;
  if (shows_chain(session)) seen.chain = session.pinned;
  if (shows_code(session)) seen.code = running_stage(session.playhead.at);
  if (seen == view.scrolled_for) return;
  view.scrolled_for = seen;
  (session.layout.present ? view.scroll.table : view.scroll.story).reset();
}

void clamp_scroll(const Page& page, ViewState& view) {
  const auto clamp = [&](PanelId id, std::optional<glm::vec2>& scroll) {
    const PanelPlace* panel = find_panel(page, id);
    if (panel == nullptr || !scroll) return;
    const glm::vec2 most{panel->content_width - panel->rect.w,
                         panel->content_height - panel->rect.h};
    scroll = glm::clamp(*scroll, glm::vec2{0}, glm::max(most, glm::vec2{0}));
  };
  clamp(PanelId::story, view.scroll.story);
  clamp(PanelId::table, view.scroll.table);
}

Cursor cursor_for(const Page& page, const ViewState& view) {
  if (view.tool != Tool::none && view.sheet == Sheet::none) return Cursor::none;
  if (view.grip == Grip::orbit) return Cursor::move;
  if (view.grip == Grip::scrub || view.grip == Grip::turn || view.grip == Grip::draw ||
      is_drag(view.grip) || view.tip || on_a_bar(page, view.mouse))
    return Cursor::hand;
  const Hit* hit = find_hit(page, view.hovered);
  return hit != nullptr && hit->enabled ? Cursor::hand : Cursor::arrow;
}

}  // namespace qkv
