#include "app/views/hall.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "core/page/fonts.h"
#include "core/page/panels/pen.h"
#include "core/page/presenter_page.h"
#include "core/page/style.h"
#include "core/picture/presenter.h"
#include "core/session/questions.h"

namespace qkv {
namespace {

constexpr double kPointingSeconds = 2;  // a mouse that has lain still so long points at nothing

void toggle(ViewState& view, Tool tool) { view.tool = view.tool == tool ? Tool::none : tool; }

void toggle(const Session& session, Cover cover, Intents& intents) {
  intents.actions.push_back(action::CoverWith{session.hall.cover == cover ? Cover::none : cover});
}

glm::vec2 share_of(const Page& page, glm::vec2 at) {
  return {at.x / std::max(1.0f, page.size.x), at.y / std::max(1.0f, page.size.y)};
}

bool is_letter(char32_t code, char letter) {
  return code == static_cast<char32_t>(letter) || code == static_cast<char32_t>(letter - 'a' + 'A');
}

void add_laser(std::vector<Item>& items, const Page& page, glm::vec2 at) {
  const float radius = 0.009f * page.size.y;
  const Color red{225, 20, 30, 255};
  items.push_back({Disc{at, 2.2f * radius, with_alpha(red, 0.22f), {0, 0, 0, 0}, 0}, {}});
  items.push_back({Disc{at, radius, red, {255, 255, 255, 255}, 0.28f * radius}, {}});
}

// A ring whose hole is the light, wide enough to darken the whole page from any place.
void add_spotlight(std::vector<Item>& items, const Page& page, glm::vec2 at) {
  const float light = 0.17f * page.size.y, width = 2 * glm::length(page.size);
  items.push_back({Disc{at, light + width / 2, {0, 0, 0, 0}, Color{0, 0, 0, 165}, width}, {}});
}

Rect strip_of(const Session& session, const Page& page) {
  const PageSize size{static_cast<int>(page.size.x), static_cast<int>(page.size.y), page.unit};
  return panel_rects(session, size).strip;
}

void add_clock(std::vector<Item>& items, const Session& session, const Page& page,
               const ViewState& view) {
  const Rect strip = strip_of(session, page);
  if (strip.w <= 0) return;
  Page over;
  over.size = page.size;
  over.unit = page.unit;
  Pen pen(over, session);
  const Rect place = strip_clock(strip);
  const float right = place.right() - pen.px(20), half = place.h / 2;
  pen.text_right({right, middle_baseline(Font::bold, pen.m.text, place.y, half)}, view.clock.time,
                 Font::bold, pen.m.text, pen.colors.text);
  pen.text_right({right, middle_baseline(Font::semibold, pen.m.text, place.y + half, half)},
                 view.clock.elapsed, Font::semibold, pen.m.text,
                 pen.ink(Role::accent, pen.colors.raised));
  items.insert(items.end(), over.items.begin(), over.items.end());
}

}  // namespace

bool hall_key(const event::KeyDown& key, const Session& session, ViewState& view,
              Intents& intents) {
  view.swallow_typed = false;
  if (!session.layout.present) return false;
  // Whatever is pressed brings the picture back and does nothing else; shift alone is no key.
  if (session.hall.cover != Cover::none) {
    if (key.key == Key::other || key.control) return key.key == Key::other;
    intents.actions.push_back(action::CoverWith{Cover::none});
    view.swallow_typed = true;
    return true;
  }
  if (!key.control) return false;
  // Never a dialog in front of a hall.
  constexpr std::string_view kStays = "zyqw";
  const bool copies = key.letter == 'c' && key.shift;
  return key.key == Key::letter && kStays.find(key.letter) == kStays.npos && !copies;
}

bool hall_typed(char32_t code, const Session& session, ViewState& view, Intents& intents) {
  if (view.swallow_typed) {
    view.swallow_typed = false;
    return true;
  }
  if (!session.layout.present) return false;
  if (session.hall.cover != Cover::none) {
    intents.actions.push_back(action::CoverWith{Cover::none});
    return true;
  }
  if (is_letter(code, 'b') || code == U'.') {  // clickers send either
    toggle(session, Cover::black, intents);
  } else if (is_letter(code, 'w') || code == U',') {
    toggle(session, Cover::white, intents);
  } else if (is_letter(code, 'l')) {
    toggle(view, Tool::laser);
  } else if (is_letter(code, 'o')) {
    toggle(view, Tool::spotlight);
  } else if (is_letter(code, 'd')) {
    toggle(view, Tool::pen);
  } else if (is_letter(code, 'x')) {
    intents.actions.push_back(action::Wipe{});
  } else if (is_letter(code, 'z')) {
    view.frozen = !view.frozen;
  } else if (is_letter(code, 'n')) {
    intents.presenter = true;
  } else if (is_letter(code, 'r')) {
    intents.swap_screens = true;
  } else if (is_open(session) && is_letter(code, 'g')) {
    intents.actions.push_back(action::Reveal{});
  } else if (is_open(session) && is_letter(code, 't')) {
    intents.actions.push_back(action::Count{});
  } else {
    return false;
  }
  return true;
}

bool hall_escape(const Session& session, ViewState& view, Intents& intents) {
  if (!session.layout.present) return false;
  if (view.tool != Tool::none) {
    view.tool = Tool::none;
  } else if (session.layout.code_on_top && !view.frozen) {
    intents.actions.push_back(action::ShowCode{CodePanel::off});
  } else if (shows_chain(session) && !view.frozen) {
    intents.actions.push_back(action::Pin{});
  } else if (!session.hall.ink.empty()) {
    intents.actions.push_back(action::Wipe{});
  } else if (view.frozen) {
    view.frozen = false;
  } else if (session.hall.filled != Filled::none) {
    intents.actions.push_back(action::Fill{Filled::none});
  } else {
    return false;
  }
  return true;
}

bool hall_press(const Session& session, const Page& page, ViewState& view, Intents& intents) {
  if (!session.layout.present) return false;
  if (session.hall.cover != Cover::none) {
    intents.actions.push_back(action::CoverWith{Cover::none});
    return true;
  }
  if (view.frozen) return true;  // what is seen is not what would answer
  if (view.tool != Tool::pen) return false;
  view.grip = Grip::ink;
  intents.actions.push_back(action::Draw{true, {share_of(page, view.mouse)}});
  return true;
}

void hall_drag(const Page& page, ViewState& view, Intents& intents) {
  if (view.grip != Grip::ink) return;
  constexpr float kApart = 2;  // design pixels between points
  if (glm::distance(view.mouse, view.last_drag) < kApart * page.unit) return;
  view.last_drag = view.mouse;
  intents.actions.push_back(action::Draw{false, {share_of(page, view.mouse)}});
}

bool fills_on_double(const Session& session, const Page& page, glm::vec2 at) {
  if (!session.layout.present || session.contents) return false;
  const Hit* const hit = hit_at(page, at);
  if (hit == nullptr || !hit->enabled) return true;
  // The words and cells of scene and table are no buttons.
  const bool chooses =
      !hit->actions.empty() && (std::holds_alternative<action::Select>(hit->actions.front()) ||
                                std::holds_alternative<action::Answer>(hit->actions.front()));
  return chooses && std::any_of(page.panels.begin(), page.panels.end(), [&](const PanelPlace& p) {
           return (p.id == PanelId::scene || p.id == PanelId::table) && p.rect.contains(at);
         });
}

void take_late(ViewState& view, Intents& intents) {
  intents.actions.insert(intents.actions.end(), view.late.actions.begin(), view.late.actions.end());
  view.late = {};
}

bool pass_hall_time(const Session& session, ViewState& view, double now, Intents& intents) {
  if (hall_due(session, view, now) != 0) return false;
  if (now >= view.late.due) take_late(view, intents);
  view.rests = view.rests || now - view.moved_at >= kPointingSeconds;
  return true;
}

double hall_due(const Session& session, const ViewState& view, double now) {
  if (!session.layout.present) return -1;
  double due = -1;
  if (!view.rests) due = std::max(0.0, view.moved_at + kPointingSeconds - now);
  if (view.late.actions.empty()) return due;
  const double late = std::max(0.0, view.late.due - now);
  return due < 0 ? late : std::min(due, late);
}

bool hall_double(const Session& session, const Page& page, const ViewState& view,
                 Intents& intents) {
  if (!fills_on_double(session, page, view.mouse)) return false;
  if (session.hall.filled != Filled::none) {
    intents.actions.push_back(action::Fill{Filled::none});
    return true;
  }
  for (const PanelPlace& panel : page.panels) {
    if (!panel.rect.contains(view.mouse)) continue;
    if (panel.id == PanelId::scene) intents.actions.push_back(action::Fill{Filled::scene});
    if (panel.id == PanelId::table) intents.actions.push_back(action::Fill{Filled::table});
    if (panel.id == PanelId::story) intents.actions.push_back(action::Fill{Filled::story});
  }
  return true;
}

void add_live_strip(std::vector<Item>& items, const Session& session, const Trace& trace,
                    const Page& page) {
  const Rect strip = strip_of(session, page);
  if (!session.hall.strip || strip.w <= 0) return;
  Page over;
  over.size = page.size;
  over.unit = page.unit;
  layout_strip(over, session, paint_presenter(session, trace), strip);
  items.insert(items.end(), over.items.begin(), over.items.end());
}

void add_frozen_mark(std::vector<Item>& items, const Session& session, const Page& page) {
  const float unit = page.unit, size = metrics(session.layout, unit, page.size.y).text;
  // Beside the cross of the bar, or where that would be.
  const glm::vec2 at{page.size.x - 30 * unit - 1.6f * size, size + 5 * unit};
  for (const float side : {-1.0f, 1.0f}) {
    const float wide = 0.2f * size, high = 0.8f * size;
    const Rect bar{at.x + side * wide - wide / 2, at.y - high / 2, wide, high};
    items.push_back({Box{bar, 0, palette(session.theme).dim, {0, 0, 0, 0}, 0, false}, {}});
  }
}

void add_hall(std::vector<Item>& items, const Session& session, const Page& page,
              const ViewState& view) {
  if (!session.layout.present || session.hall.cover != Cover::none) return;
  if (session.hall.strip) add_clock(items, session, page, view);
  if (!view.mouse_inside) return;
  if (view.tool == Tool::laser) add_laser(items, page, view.mouse);
  if (view.tool == Tool::spotlight) add_spotlight(items, page, view.mouse);
  if (view.tool == Tool::pen)
    items.push_back({Disc{view.mouse,
                          0.004f * page.size.y,
                          Color{200, 30, 30, 255},
                          {255, 255, 255, 255},
                          page.unit},
                     {}});
}

}  // namespace qkv
