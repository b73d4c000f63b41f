#include "app/views/help_keys.h"

#include <algorithm>
#include <cmath>
#include <span>

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
                             {"↑ ↓", "window.help.words"},
                             {"C V", "window.help.contents"},
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
    {"F F11", "window.help.present"},     {"Ctrl+ +  −  0", "window.help.text"},
    {"Home", "window.help.home"},         {"drag", "window.help.drag"},
    {"tip", "window.help.tip"},           {"cell", "window.help.cell"},
    {"double-click", "window.help.type"}, {"wheel", "window.help.wheel"},
    {"Q", "window.help.columns"},         {"hover", "window.help.hover"},
    {"Tab Enter", "window.help.tab"},     {"Ctrl+N", "window.help.new"},
    {"Ctrl+O", "window.help.open"},       {"Ctrl+S", "window.help.save"},
    {"Ctrl+E", "window.help.picture"},    {"Ctrl+Shift+C", "window.help.copy"},
    {"F1 ?", "window.help.help"},         {"Esc", "window.help.escape"}};
constexpr KeyHelp kHall[] = {{"B W", "window.help.blank"},
                             {"L", "window.help.laser"},
                             {"O", "window.help.spotlight"},
                             {"D", "window.help.pen"},
                             {"X", "window.help.wipe"},
                             {"double-click", "window.help.fill"},
                             {"Z", "window.help.freeze"},
                             {"N", "window.help.presenter"},
                             {"G PageDown", "window.help.tell"},
                             {"T", "window.help.clock"},
                             {"Shift+Space", "window.help.one_stop"},
                             {"R", "window.help.swap"}};

constexpr float kRow = 29, kCaps = 204, kHeading = 44;  // design pixels

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

}  // namespace

float add_keys(std::vector<Item>& items, const Palette& colors, glm::vec2 at, float width,
               float unit) {
  const auto column = [&](std::span<const KeyHelp> help, glm::vec2 from) {
    float y = from.y + 18 * unit;
    for (const KeyHelp& row : help) {
      add_caps(items, colors, key_names(row.keys), {from.x, y}, unit);
      add_text(items, {from.x + kCaps * unit, y}, text(row.meaning), Font::text, 14 * unit,
               colors.text);
      y += kRow * unit;
    }
    return y - 18 * unit;
  };
  const float half = at.x + width / 2 + 8 * unit;
  const float y = std::max(column(kLeft, at), column(kRight, {half, at.y}));
  add_text(items, {at.x, y + 28 * unit}, text("window.help.in_present"), Font::bold, 16 * unit,
           colors.text);
  const float under = y + kHeading * unit;
  const std::span<const KeyHelp> hall(kHall);
  const std::size_t first = (hall.size() + 1) / 2;
  const float left_end = column(hall.first(first), {at.x, under});
  return std::max(left_end, column(hall.subspan(first), {half, under})) - at.y;
}

}  // namespace qkv
