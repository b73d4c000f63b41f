#include "app/views/sheets.h"

#include <algorithm>
#include <cmath>

#include "app/views/help_sheet.h"
#include "app/views/text_block.h"
#include "core/page/fonts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

void add_text(std::vector<Item>& items, glm::vec2 at, std::string_view said, Font font, float size,
              Color color) {
  items.push_back({Text{at, std::string(said), font, size, color, false}, {}});
}

Rect centred(const Page& page, float width, float height) {
  return {std::round((page.size.x - width) / 2),
          std::round(std::max(8.0f, (page.size.y - height) / 2)), std::round(width),
          std::round(height)};
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

void add_sheet(std::vector<Item>& items, const Palette& colors, const Page& page,
               const ViewState& view) {
  Box veil;
  veil.rect = {0, 0, page.size.x, page.size.y};
  veil.fill = {0, 0, 0, 120};
  items.push_back({veil, {}});
  if (view.sheet == Sheet::help) add_help(items, colors, page, view);
  if (view.sheet == Sheet::about) add_about(items, colors, page);
}

}  // namespace qkv
