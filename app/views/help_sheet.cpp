#include "app/views/help_sheet.h"

#include <algorithm>
#include <cmath>

#include "app/views/help_keys.h"
#include "app/views/help_page.h"
#include "app/views/text_block.h"
#include "core/page/fonts.h"
#include "core/text/help_pages.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kWidth = 960, kHeight = 850, kPad = 28, kTabs = 44, kFoot = 30;  // design pixels
constexpr float kTabSize = 13.5f;

struct PageTab {
  std::string words;
  Rect rect;
  int page = 0;  ///< -1: the gallery
};

struct Places {
  float unit = 1;
  Rect card, body;
  std::vector<PageTab> tabs;
};

// The sheet shrinks a little for a small window; what is over scrolls.
Places places(const Page& page) {
  Places p;
  p.unit = std::min({page.unit, 0.96f * page.size.x / kWidth,
                     std::max(0.8f * page.unit, 0.95f * page.size.y / kHeight)});
  const float u = p.unit;
  p.card.w = std::round(kWidth * u);
  p.card.h = std::round(std::min(kHeight * u, 0.95f * page.size.y));
  p.card.x = std::round((page.size.x - p.card.w) / 2);
  p.card.y = std::round((page.size.y - p.card.h) / 2);
  const Rect inside{p.card.x + kPad * u, p.card.y + 10 * u, p.card.w - 2 * kPad * u,
                    p.card.h - 10 * u};
  p.body = {inside.x, inside.y + kTabs * u, inside.w, inside.h - (kTabs + kFoot) * u};
  // The keys first, then the pages, the gallery last.
  p.tabs.push_back({std::string(text("window.help.title")), {}, 0});
  for (const HelpPage& each : help_pages())
    p.tabs.push_back({std::string(each.title()), {}, static_cast<int>(p.tabs.size())});
  p.tabs.push_back({std::string(text("window.help.gallery")), {}, -1});
  float size = kTabSize * u, wide = 0;
  for (const PageTab& tab : p.tabs) wide += text_width(Font::semibold, size, tab.words) + 22 * u;
  const float squeeze = std::min(1.0f, inside.w / wide);
  float x = inside.x;
  for (PageTab& tab : p.tabs) {
    const float own = (text_width(Font::semibold, size, tab.words) + 22 * u) * squeeze;
    tab.rect = {std::round(x), inside.y, std::round(own - 4 * u), std::round(32 * u)};
    x += own;
  }
  return p;
}

/// The keys and the pages.
std::size_t page_count() { return 1 + help_pages().size(); }

std::size_t shown(const ViewState& view) { return std::min(view.help_page, page_count() - 1); }

float add_body(std::vector<Item>& items, const Palette& colors, const Places& p, std::size_t page,
               float scrolled) {
  const glm::vec2 at{p.body.x, p.body.y + 8 * p.unit - scrolled};
  const float width = p.body.w - 10 * p.unit;
  if (page == 0) return add_keys(items, colors, at, width, p.unit) + 16 * p.unit;
  return add_help_page(items, colors, help_pages()[page - 1].text, at, width, p.unit) + 16 * p.unit;
}

float content_height(const Places& p, std::size_t page) {
  std::vector<Item> unseen;
  return add_body(unseen, palette(Theme::dark), p, page, 0);
}

void turn_to(ViewState& view, std::size_t page) {
  view.help_page = page;
  view.help_scroll = 0;
}

}  // namespace

void toggle_help(ViewState& view) {
  view.sheet = view.sheet == Sheet::help ? Sheet::none : Sheet::help;
  view.help_scroll = 0;
}

void scroll_help(const Page& page, ViewState& view, float pixels) {
  if (view.sheet != Sheet::help) return;
  const Places p = places(page);
  const float most = std::max(0.0f, content_height(p, shown(view)) - p.body.h);
  view.help_scroll = std::clamp(view.help_scroll + pixels, 0.0f, most);
}

void add_help(std::vector<Item>& items, const Palette& colors, const Page& page,
              const ViewState& view) {
  const Places p = places(page);
  const float u = p.unit;
  add_card(items, colors, p.card, u);
  for (const PageTab& tab : p.tabs) {
    const bool lit = tab.page == static_cast<int>(shown(view));
    items.push_back({Box{tab.rect, 6 * u, lit ? colors.selected : colors.panel,
                         lit ? colors.accent : colors.line, std::max(1.0f, std::round(u)), false},
                     {}});
    float size = kTabSize * u;
    const float room = tab.rect.w - 8 * u;
    while (size > 9 * u && text_width(Font::semibold, size, tab.words) > room) size -= 0.25f;
    const float wide = text_width(Font::semibold, size, tab.words);
    items.push_back({Text{{tab.rect.x + (tab.rect.w - wide) / 2,
                           tab.rect.y + (tab.rect.h + cap_height(Font::semibold, size)) / 2},
                          tab.words,
                          lit ? Font::semibold : Font::text,
                          size,
                          lit ? colors.text : colors.dim,
                          false},
                     {}});
  }
  items.push_back({ClipBegin{p.body}, {}});
  const float content = add_body(items, colors, p, shown(view), view.help_scroll);
  items.push_back({ClipEnd{}, {}});
  if (content > p.body.h) {
    const float length = std::max(24 * u, p.body.h * p.body.h / content);
    const float way = std::min(1.0f, view.help_scroll / (content - p.body.h));
    items.push_back(
        {Box{{p.body.right() - 4 * u, p.body.y + way * (p.body.h - length), 4 * u, length},
             2 * u,
             colors.dim,
             {0, 0, 0, 0},
             0,
             false},
         {}});
  }
  items.push_back({Text{{p.body.x, p.card.bottom() - 11 * u},
                        std::string(text("window.help.close")),
                        Font::text,
                        12.5f * u,
                        colors.dim,
                        false},
                   {}});
}

bool help_key(const event::KeyDown& key, const Page& page, ViewState& view) {
  const Places p = places(page);
  const std::size_t count = page_count(), now = shown(view);
  switch (key.key) {
    case Key::left:
      turn_to(view, (now + count - 1) % count);
      return true;
    case Key::right:
    case Key::tab:
      turn_to(view, (now + (key.shift ? count - 1 : 1)) % count);
      return true;
    case Key::up:
      scroll_help(page, view, -40 * p.unit);
      return true;
    case Key::down:
      scroll_help(page, view, 40 * p.unit);
      return true;
    case Key::page_up:
      scroll_help(page, view, -0.9f * p.body.h);
      return true;
    case Key::page_down:
    case Key::space:
      scroll_help(page, view, 0.9f * p.body.h);
      return true;
    case Key::home:
      view.help_scroll = 0;
      return true;
    case Key::end:
      scroll_help(page, view, 1e6f);
      return true;
    case Key::enter:
      return true;
    default:
      break;
  }
  return false;
}

bool help_typed(char32_t code, ViewState& view) {
  if (code == U'?') return false;  // closes it
  const auto page = static_cast<std::size_t>(code - U'1');
  if (code >= U'1' && code <= U'9' && page < page_count()) turn_to(view, page);
  return true;
}

bool help_press(const Page& page, ViewState& view, Intents& intents) {
  if (view.sheet != Sheet::help) return false;
  const Places p = places(page);
  for (const PageTab& tab : p.tabs) {
    if (!tab.rect.contains(view.mouse)) continue;
    if (tab.page >= 0) {
      turn_to(view, static_cast<std::size_t>(tab.page));
    } else {
      view.sheet = Sheet::none;
      intents.actions.push_back(action::Contents{true, true});
    }
    return true;
  }
  return p.card.contains(view.mouse);
}

}  // namespace qkv
