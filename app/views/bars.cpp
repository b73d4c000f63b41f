#include "app/views/bars.h"

#include <algorithm>
#include <cmath>

#include "app/views/text_block.h"
#include "core/page/fonts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kMessageSize = 14, kMessageLine = 21, kMargin = 8;  // design pixels

struct MessageBlock {
  std::vector<std::string> lines;
  Rect rect;
};

/// Where the bars stand one above the other: their lower end is the ribbon's upper one.
struct Room {
  glm::vec2 size{0};  ///< of the window
  float unit = 1, bottom = 0;
};

Room room_of(const Page& page) {
  const PanelPlace* ribbon = find_panel(page, PanelId::ribbon);
  return {page.size, page.unit,
          (ribbon != nullptr ? ribbon->rect.y : page.size.y) - kMargin * page.unit};
}

/// A line of text and two buttons, or where that is too wide the buttons below the text.
struct OfferBlock {
  std::vector<std::string> lines;
  Rect rect, keep, discard;
  std::string keep_text, discard_text;
};

OfferBlock offer_block(const Room& page, const ViewState& view) {
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
  r.y = std::round(page.bottom - r.h);
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
  const OfferBlock block = offer_block(room_of(page), view);
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
  const bool covered = shows_chain(session) || shows_code(session) || session.layout.story_folded;
  if (view.message.text.empty() && covered) return {session.notice, false};
  return view.message;
}

MessageBlock message_block(const Room& page, const ViewState& view, const Message& message) {
  const float unit = page.unit, size = kMessageSize * unit;
  const float most = std::min(760 * unit, page.size.x - 96 * unit);
  MessageBlock block{wrapped(Font::text, size, message.text, most), {}};
  float width = 0;
  for (const std::string& line : block.lines)
    width = std::max(width, text_width(Font::text, size, line));
  const float bottom =
      view.offer.empty() ? page.bottom : offer_block(page, view).rect.y - kMargin * unit;
  const float height =
      std::round(static_cast<float>(block.lines.size()) * kMessageLine * unit + 20 * unit);
  width += 64 * unit;
  block.rect = {std::round((page.size.x - width) / 2), std::round(bottom - height),
                std::round(width), height};
  return block;
}

void add_message(std::vector<Item>& items, const Palette& colors, const Page& page,
                 const ViewState& view, const Message& message) {
  const float unit = page.unit, size = kMessageSize * unit;
  const MessageBlock block = message_block(room_of(page), view, message);
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

}  // namespace

float band_height(const Session& session, const ViewState& view, glm::vec2 size, float unit) {
  if (session.layout.present) return 0;
  const Room room{size, unit, 0};
  const Message message = shown_message(session, view);
  float top = 0;
  if (!view.offer.empty()) top = offer_block(room, view).rect.y;
  if (!message.text.empty()) top = message_block(room, view, message).rect.y;
  return top < 0 ? std::round(2 * kMargin * unit - top) : 0;
}

void add_bars(std::vector<Item>& items, const Session& session, const Page& page,
              const ViewState& view) {
  const Palette& colors = palette(session.theme);
  if (!view.offer.empty() && !session.layout.present) add_offer(items, colors, page, view);
  if (const Message message = shown_message(session, view); !message.text.empty())
    add_message(items, colors, page, view, message);
}

Rect offer_rect(const Page& page, const ViewState& view) {
  return view.offer.empty() ? Rect{} : offer_block(room_of(page), view).rect;
}

OfferAnswer offer_at(const Page& page, const ViewState& view, glm::vec2 point) {
  if (view.offer.empty()) return OfferAnswer::none;
  const OfferBlock block = offer_block(room_of(page), view);
  if (block.keep.contains(point)) return OfferAnswer::keep;
  if (block.discard.contains(point)) return OfferAnswer::discard;
  const bool cross = block.rect.contains(point) && point.x > block.discard.right();
  return cross ? OfferAnswer::later : OfferAnswer::none;
}

Rect message_rect(const Page& page, const ViewState& view) {
  return view.message.text.empty() ? Rect{} : message_block(room_of(page), view, view.message).rect;
}

}  // namespace qkv
