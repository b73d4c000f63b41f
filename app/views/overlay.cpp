#include "app/views/overlay.h"

#include <algorithm>
#include <cmath>

#include "app/views/bars.h"
#include "app/views/drag.h"
#include "app/views/hall.h"
#include "app/views/sheets.h"
#include "app/views/text_block.h"
#include "core/page/fonts.h"
#include "core/picture/explain.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kTipSize = 13, kTipLine = 20, kTipPadding = 10, kTipWidth = 320;  // design pixels

/// What only tells is a number, and tells at once.
double delay_of(const Hit& hit) {
  return hit.actions.empty() && hit.menu.empty() ? kQuantityDelay : kHitDelay;
}

// A number explained would answer an open question; and over the answer that was just clicked the
// explanation would lie on what there is to see.
bool would_tell(const Session& session, const ViewState& view) {
  if (session.question < 0) return false;
  const auto i = static_cast<std::size_t>(session.question);
  const bool answered = i < session.answers.size() && session.answers[i].answered;
  return !answered || view.mouse == view.press_at;
}

std::vector<Line> tip_lines(const Session& session, const Trace& trace, const Page& page,
                            const ViewState& view, double hovered_for) {
  // The mouse of a lecturer points; what it passes must not open boxes. A click opens a number.
  if (session.layout.present) return {};
  if (is_drag(view.grip)) return drag_lines(session, view);
  if (view.quantity && hovered_for >= kQuantityDelay && !would_tell(session, view)) {
    std::vector<Line> lines = explain(session, trace, view.quantity);
    if (!lines.empty()) return lines;
  }
  const Hit* hit = find_hit(page, view.hovered);
  std::vector<Line> lines;
  if (hit == nullptr || hit->tooltip.empty() || hovered_for < delay_of(*hit)) return lines;
  const float unit = page.unit;
  std::string_view rest = hit->tooltip;
  while (!rest.empty()) {  // lines of their own, and long ones are wrapped
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    for (std::string& text :
         wrapped(Font::text, kTipSize * unit, std::string(rest.substr(0, end)), kTipWidth * unit)) {
      Span span;
      span.text = std::move(text);
      lines.push_back({span});
    }
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  return lines;
}

void add_tip(std::vector<Item>& items, const Palette& colors, const Page& page,
             const std::vector<Line>& lines, glm::vec2 mouse) {
  const float unit = page.unit;
  const float size = kTipSize * unit, padding = kTipPadding * unit;
  float width = 0;
  for (const Line& line : lines) width = std::max(width, line_width(line, size));
  Rect rect{mouse.x + 14 * unit, mouse.y + 18 * unit, width + 2 * padding,
            static_cast<float>(lines.size()) * kTipLine * unit + 2 * padding};
  // Below the mouse, or above it: what it points at stays in sight.
  if (rect.bottom() > page.size.y) rect.y = mouse.y - 12 * unit - rect.h;
  rect = kept_inside(rect, {4 * unit, 4 * unit, page.size.x - 8 * unit, page.size.y - 8 * unit});
  rect = {std::round(rect.x), std::round(rect.y), std::round(rect.w), std::round(rect.h)};
  add_card(items, colors, rect, unit);
  float baseline = rect.y + padding + kTipLine * unit / 2 + cap_height(Font::text, size) / 2;
  for (const Line& line : lines) {
    add_line(items, colors, line, {rect.x + padding, baseline}, size);
    baseline += kTipLine * unit;
  }
}

void add_ring(std::vector<Item>& items, const Palette& colors, const Page& page, const Rect& rect) {
  const float unit = page.unit;
  Box inner{rect.inset(-2 * unit), 8 * unit, {0, 0, 0, 0}, colors.ground, 4 * unit, false};
  Box ring{rect.inset(-2 * unit), 8 * unit, {0, 0, 0, 0}, colors.accent, 2 * unit, false};
  items.push_back({inner, {}});
  items.push_back({ring, {}});
}

// The tip that a press would take hold of, or that is held.
void add_tip_ring(std::vector<Item>& items, const Palette& colors, const Page& page,
                  const ViewState& view) {
  if (!view.tip) return;
  for (const Handle& handle : page.handles) {
    if (handle.quantity != view.tip) continue;
    const bool held = view.grip == Grip::tip;
    const float unit = page.unit;
    items.push_back({Disc{handle.at, (held ? 11 : 9) * unit, with_alpha(colors.accent, 0.25f),
                          colors.accent, 2 * unit},
                     {}});
    return;
  }
}

// A number with its arithmetic lights its kin; a word or a whole arrow does too.
bool lights_up(const ViewState& view) { return bool(view.quantity) && view.sheet == Sheet::none; }

// A mouse that a lecturer has put down lies somewhere on the picture, but means nothing.
bool points(const Session& session, const ViewState& view) {
  return !session.layout.present || !view.rests;
}

}  // namespace

std::vector<Item> overlay_of_frozen(const Session& session, const Trace& trace, const Page& page,
                                    const ViewState& view) {
  std::vector<Item> items;
  add_live_strip(items, session, trace, page);
  add_frozen_mark(items, session, page);
  add_hall(items, session, page, view);
  return items;
}

std::vector<Item> overlay(const Session& session, const Trace& trace, const Page& page,
                          const ViewState& view, double hovered_for) {
  const Palette& colors = palette(session.theme);
  std::vector<Item> items;
  const bool pointing = points(session, view);
  if (pointing && lights_up(view)) items = highlight(session, page, view.quantity);
  // However small a dragged cell is, it is seen which one it is.
  if (view.grip == Grip::cell) items = highlight(session, page, view.drag.what);
  if (const Hit* hit = find_hit(page, view.hovered); pointing && hit != nullptr && hit->enabled) {
    Box glow;
    glow.rect = hit->rect;
    glow.radius = std::min(8 * page.unit, hit->rect.h / 2);
    const bool pressed = view.grip == Grip::hit && view.pressed == hit->name;
    glow.fill = with_alpha(colors.text, pressed ? 0.14f : 0.07f);
    items.push_back({glow, {}});
  }
  if (pointing) add_tip_ring(items, colors, page, view);
  if (const Hit* hit = focused_hit(page, view)) add_ring(items, colors, page, hit->rect);
  add_bars(items, session, page, view);
  if (view.sheet != Sheet::none) {
    add_sheet(items, colors, page, view);
    return items;
  }
  add_hall(items, session, page, view);
  const std::vector<Line> lines = tip_lines(session, trace, page, view, hovered_for);
  if (!lines.empty()) add_tip(items, colors, page, lines, view.mouse);
  return items;
}

double overlay_due(const Page& page, const ViewState& view, double hovered_for) {
  if (view.quantity && hovered_for < kQuantityDelay) return kQuantityDelay - hovered_for;
  const Hit* hit = find_hit(page, view.hovered);
  if (hit != nullptr && !hit->tooltip.empty() && hovered_for < delay_of(*hit))
    return delay_of(*hit) - hovered_for;
  return -1;
}

}  // namespace qkv
