#include "app/views/overlay.h"

#include <algorithm>
#include <cmath>

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
constexpr float kMessageSize = 14, kMessageLine = 21;

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

struct MessageBlock {
  std::vector<std::string> lines;
  Rect rect;
};

float top_of_bars(const Page& page) {
  const PanelPlace* toolbar = find_panel(page, PanelId::toolbar);
  return (toolbar != nullptr ? toolbar->rect.bottom() : 0) + 12 * page.unit;
}

/// A line of text and two buttons, or where that is too wide the buttons below the text.
struct OfferBlock {
  std::vector<std::string> lines;
  Rect rect, keep, discard;
  std::string keep_text, discard_text;
};

OfferBlock offer_block(const Page& page, const ViewState& view) {
  const float unit = page.unit, size = kMessageSize * unit, gap = 10 * unit;
  OfferBlock block;
  block.keep_text = text("window.offer.keep");
  block.discard_text = text("window.offer.discard");
  const float most = page.size.x - 48 * unit;
  const float keep = text_width(Font::semibold, size, block.keep_text) + 28 * unit;
  const float discard = text_width(Font::semibold, size, block.discard_text) + 28 * unit;
  const float buttons = keep + discard + 2 * gap + 34 * unit;
  const float said = text_width(Font::text, size, view.offer);
  const bool beside = said + buttons + 32 * unit <= most;
  const float room = beside ? said + 1 : std::max(buttons, std::min(said + 1, most - 40 * unit));
  block.lines = wrapped(Font::text, size, view.offer, room);
  const float height = static_cast<float>(block.lines.size()) * kMessageLine * unit;
  const float button = 30 * unit;
  Rect& r = block.rect;
  r.w = std::round((beside ? room + buttons : room) + 32 * unit);
  r.h = std::round(beside ? std::max(height, button) + 16 * unit : height + button + 28 * unit);
  r.x = std::round((page.size.x - r.w) / 2);
  r.y = std::round(top_of_bars(page));
  const float y = std::round(r.bottom() - button - 8 * unit);
  const float right = r.right() - 34 * unit;
  block.discard = {std::round(right - discard), y, std::round(discard), std::round(button)};
  block.keep = {std::round(block.discard.x - gap - keep), y, std::round(keep), std::round(button)};
  return block;
}

void add_cross(std::vector<Item>& items, Color color, glm::vec2 c, float unit) {
  const float a = 4.5f * unit;
  items.push_back({Polyline{{c - glm::vec2(a, a), c + glm::vec2(a, a)}, color, 1.5f * unit}, {}});
  items.push_back({Polyline{{c - glm::vec2(a, -a), c + glm::vec2(a, -a)}, color, 1.5f * unit}, {}});
}

void add_offer(std::vector<Item>& items, const Palette& colors, const Page& page,
               const ViewState& view) {
  const float unit = page.unit, size = kMessageSize * unit, cap = cap_height(Font::text, size);
  const OfferBlock block = offer_block(page, view);
  add_card(items, colors, block.rect, unit);
  const bool beside = block.keep.y < block.rect.y + 12 * unit;
  float baseline =
      block.rect.y + cap / 2 +
      (beside && block.lines.size() == 1 ? block.rect.h / 2 : 12 * unit + kMessageLine * unit / 2);
  for (const std::string& line : block.lines) {
    items.push_back(
        {Text{{block.rect.x + 16 * unit, baseline}, line, Font::text, size, colors.text, false},
         {}});
    baseline += kMessageLine * unit;
  }
  const auto button = [&](const Rect& rect, const std::string& said, Color fill, Color ink) {
    items.push_back({Box{rect, 6 * unit, fill, colors.line, unit, false}, {}});
    if (view.mouse_inside && rect.contains(view.mouse))
      items.push_back({Box{rect, 6 * unit, with_alpha(ink, 0.12f), {0, 0, 0, 0}, 0, false}, {}});
    items.push_back({Text{{rect.x + 14 * unit, rect.y + rect.h / 2 + cap / 2},
                          said,
                          Font::semibold,
                          size,
                          ink,
                          false},
                     {}});
  };
  button(block.keep, block.keep_text, colors.accent, colors.accent_text);
  button(block.discard, block.discard_text, colors.raised, colors.text);
  add_cross(items, colors.dim, {block.rect.right() - 18 * unit, block.keep.y + block.keep.h / 2},
            unit);
}

/// A notice stands in the story; where something covers the story, it is told here.
Message shown_message(const Session& session, const ViewState& view) {
  if (session.layout.present) return {};  // nothing is told in front of a hall; it waits
  const bool covered =
      shows_chain(session) || session.layout.code != CodePanel::off || session.layout.story_folded;
  if (view.message.text.empty() && covered) return {session.notice, false};
  return view.message;
}

MessageBlock message_block(const Page& page, const ViewState& view, const Message& message) {
  const float unit = page.unit, size = kMessageSize * unit;
  const float most = std::min(760 * unit, page.size.x - 96 * unit);
  MessageBlock block{wrapped(Font::text, size, message.text, most), {}};
  float width = 0;
  for (const std::string& line : block.lines)
    width = std::max(width, text_width(Font::text, size, line));
  const float top =
      view.offer.empty() ? top_of_bars(page) : offer_block(page, view).rect.bottom() + 12 * unit;
  width += 64 * unit;
  block.rect = {
      std::round((page.size.x - width) / 2), std::round(top), std::round(width),
      std::round(static_cast<float>(block.lines.size()) * kMessageLine * unit + 20 * unit)};
  return block;
}

void add_message(std::vector<Item>& items, const Palette& colors, const Page& page,
                 const ViewState& view, const Message& message) {
  const float unit = page.unit, size = kMessageSize * unit;
  const MessageBlock block = message_block(page, view, message);
  const Rect& r = block.rect;
  add_card(items, colors, r, unit);
  Box stripe;
  stripe.rect = {r.x + 8 * unit, r.y + 9 * unit, 4 * unit, r.h - 18 * unit};
  stripe.radius = 2 * unit;
  stripe.fill = message.error ? colors.output : colors.good;
  items.push_back({stripe, {}});
  float baseline = r.y + 10 * unit + kMessageLine * unit / 2 + cap_height(Font::text, size) / 2;
  for (const std::string& line : block.lines) {
    items.push_back(
        {Text{{r.x + 22 * unit, baseline}, line, Font::text, size, colors.text, false}, {}});
    baseline += kMessageLine * unit;
  }
  if (!view.message.text.empty())
    add_cross(items, colors.dim, {r.right() - 20 * unit, r.y + 20 * unit}, unit);
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

}  // namespace

Rect offer_rect(const Page& page, const ViewState& view) {
  return view.offer.empty() ? Rect{} : offer_block(page, view).rect;
}

OfferAnswer offer_at(const Page& page, const ViewState& view, glm::vec2 point) {
  if (view.offer.empty()) return OfferAnswer::none;
  const OfferBlock block = offer_block(page, view);
  if (block.keep.contains(point)) return OfferAnswer::keep;
  if (block.discard.contains(point)) return OfferAnswer::discard;
  const bool cross = block.rect.contains(point) && point.x > block.discard.right();
  return cross ? OfferAnswer::later : OfferAnswer::none;
}

Rect message_rect(const Page& page, const ViewState& view) {
  return view.message.text.empty() ? Rect{} : message_block(page, view, view.message).rect;
}

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
  if (lights_up(view)) items = highlight(session, page, view.quantity);
  // However small a dragged cell is, it is seen which one it is.
  if (view.grip == Grip::cell) items = highlight(session, page, view.drag.what);
  if (const Hit* hit = find_hit(page, view.hovered); hit != nullptr && hit->enabled) {
    Box glow;
    glow.rect = hit->rect;
    glow.radius = std::min(8 * page.unit, hit->rect.h / 2);
    const bool pressed = view.grip == Grip::hit && view.pressed == hit->name;
    glow.fill = with_alpha(colors.text, pressed ? 0.14f : 0.07f);
    items.push_back({glow, {}});
  }
  add_tip_ring(items, colors, page, view);
  if (const Hit* hit = focused_hit(page, view)) add_ring(items, colors, page, hit->rect);
  if (!view.offer.empty() && !session.layout.present) add_offer(items, colors, page, view);
  if (const Message message = shown_message(session, view); !message.text.empty())
    add_message(items, colors, page, view, message);
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
