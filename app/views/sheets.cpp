#include "app/views/sheets.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/views/text_block.h"
#include "core/page/fonts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

struct KeyHelp {
  std::string_view keys;     ///< caps, one a word
  std::string_view meaning;  ///< a text key
};
constexpr KeyHelp kLeft[] = {{"Space → PageDown", "window.help.next"},
                             {"← Backspace PageUp", "window.help.back"},
                             {"Shift+Space", "window.help.stage"},
                             {"P", "window.help.play"},
                             {"1 … 9", "window.help.word"},
                             {"C", "window.help.contents"},
                             {"↑ ↓", "window.help.words"},
                             {"M", "window.help.mask"},
                             {"S", "window.help.scale"},
                             {"T", "window.help.train"},
                             {"K", "window.help.code"},
                             {"E click", "window.help.open_number"},
                             {"A", "window.help.compare"},
                             {"G", "window.help.predict"},
                             {"Ctrl+Z", "window.help.undo"},
                             {"Ctrl+Shift+Z", "window.help.redo"},
                             {"Ctrl+H", "window.help.history"},
                             {"Ctrl+V", "window.help.paste"}};
constexpr KeyHelp kRight[] = {
    {"F", "window.help.present"},         {"Ctrl+ +  −  0", "window.help.text"},
    {"Home", "window.help.home"},         {"drag", "window.help.drag"},
    {"tip", "window.help.tip"},           {"cell", "window.help.cell"},
    {"double-click", "window.help.type"}, {"wheel", "window.help.wheel"},
    {"Q", "window.help.columns"},         {"hover", "window.help.hover"},
    {"Tab Enter", "window.help.tab"},     {"Ctrl+N", "window.help.new"},
    {"Ctrl+O", "window.help.open"},       {"Ctrl+S", "window.help.save"},
    {"Ctrl+E", "window.help.picture"},    {"Esc", "window.help.escape"}};

constexpr float kRow = 30, kCapsWidth = 204, kMeaningWidth = 216, kPadding = 28;  // design pixels

void add_text(std::vector<Item>& items, glm::vec2 at, std::string_view said, Font font, float size,
              Color color) {
  items.push_back({Text{at, std::string(said), font, size, color, false}, {}});
}

// Key caps for each word, from x on; the baseline is that of the row.
void add_caps(std::vector<Item>& items, const Palette& colors, std::string_view keys, glm::vec2 at,
              float unit) {
  const float size = 12 * unit;
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find(' '), keys.size());
    const std::string_view cap = keys.substr(0, end);
    keys.remove_prefix(std::min(end + 1, keys.size()));
    if (cap.empty()) continue;
    const float width = text_width(Font::semibold, size, cap);
    if (cap == "…") {
      add_text(items, at, cap, Font::semibold, size, colors.dim);
      at.x += width + 6 * unit;
      continue;
    }
    const float box_width = std::max(width + 14 * unit, 24 * unit);
    items.push_back({Box{{std::round(at.x), std::round(at.y - 15 * unit), std::round(box_width),
                          std::round(22 * unit)},
                         5 * unit,
                         colors.raised,
                         colors.line,
                         std::max(1.0f, std::round(unit)),
                         false},
                     {}});
    add_text(items, {at.x + (box_width - width) / 2, at.y}, cap, Font::semibold, size, colors.text);
    at.x += box_width + 6 * unit;
  }
}

Rect centred(const Page& page, float width, float height) {
  return {std::round((page.size.x - width) / 2),
          std::round(std::max(8.0f, (page.size.y - height) / 2)), std::round(width),
          std::round(height)};
}

void add_help(std::vector<Item>& items, const Palette& colors, const Page& page) {
  // The whole sheet shrinks rather than lose a key in a small window.
  const float columns = 2 * (kCapsWidth + kMeaningWidth) + 3 * kPadding;
  const float rows = static_cast<float>(std::size(kLeft)) * kRow + 2 * kPadding + 64;
  const float u = std::min({page.unit, page.size.x * 0.96f / columns, page.size.y * 0.94f / rows});
  const Rect r = centred(page, columns * u, rows * u);
  add_card(items, colors, r, u);
  add_text(items, {r.x + kPadding * u, r.y + (kPadding + 18) * u}, text("window.help.title"),
           Font::bold, 22 * u, colors.text);
  const auto column = [&](std::span<const KeyHelp> help, float x) {
    float y = r.y + (kPadding + 60) * u;
    for (const KeyHelp& row : help) {
      add_caps(items, colors, key_names(row.keys), {x, y}, u);
      add_text(items, {x + kCapsWidth * u, y}, text(row.meaning), Font::text, 14 * u, colors.text);
      y += kRow * u;
    }
  };
  column(kLeft, r.x + kPadding * u);
  column(kRight, r.x + (2 * kPadding + kCapsWidth + kMeaningWidth) * u);
  add_text(items, {r.x + kPadding * u, r.bottom() - (kPadding - 8) * u}, text("window.help.close"),
           Font::text, 12.5f * u, colors.dim);
}

void add_about(std::vector<Item>& items, const Palette& colors, const Page& page) {
  const float u = std::min(page.unit, page.size.x * 0.9f / 520);
  std::vector<std::string> lines = wrapped(Font::text, 14 * u, text("window.about.what"), 460 * u);
  for (std::string& line : wrapped(Font::text, 14 * u, text("window.about.licence"), 460 * u))
    lines.push_back(std::move(line));
  const Rect r = centred(page, 520 * u, (120 + 22 * static_cast<float>(lines.size())) * u);
  add_card(items, colors, r, u);
  add_text(items, {r.x + 30 * u, r.y + 48 * u}, "QKV", Font::bold, 26 * u, colors.text);
  add_text(items, {r.x + 30 * u + text_width(Font::bold, 26 * u, "QKV "), r.y + 48 * u},
           QKV_VERSION, Font::mono, 14 * u, colors.dim);
  float y = r.y + 84 * u;
  for (const std::string& line : lines) {
    add_text(items, {r.x + 30 * u, y}, line, Font::text, 14 * u, colors.text);
    y += 22 * u;
  }
  add_text(items, {r.x + 30 * u, r.bottom() - 22 * u}, text("window.help.close"), Font::text,
           12.5f * u, colors.dim);
}

}  // namespace

void add_sheet(std::vector<Item>& items, const Palette& colors, const Page& page, Sheet sheet) {
  Box veil;
  veil.rect = {0, 0, page.size.x, page.size.y};
  veil.fill = {0, 0, 0, 120};
  items.push_back({veil, {}});
  if (sheet == Sheet::help) add_help(items, colors, page);
  if (sheet == Sheet::about) add_about(items, colors, page);
}

}  // namespace qkv
