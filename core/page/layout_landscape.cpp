// Puts the Landscape on the page: shapes from the back to the front, then the labels.

#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/hall_palette.h"
#include "core/page/landscape/canvas.h"
#include "core/page/landscape/tower.h"
#include "core/page/layout.h"

namespace qkv {
namespace landscape {
namespace {

/// Room right of the floor: the ruler with its numbers, and the tower once it stands.
struct Beside {
  float ruler = 0, tower = 0, gap = 0;
};

Beside beside_of(const Canvas& c) {
  // The tower grows with the floor, and the floor with the scene.
  const float tower = std::max(std::min(c.u(74), c.u(24) + 0.11f * c.rect.w), 0.11f * c.rect.w);
  return {c.u(16) + 3.6f * c.m.tiny, tower, std::clamp(0.035f * c.rect.w, c.u(12), c.u(22))};
}

float room_for_notes(const Canvas& c) {
  const float share = c.picture.floor.share.empty() ? 0 : 1.5f * c.m.tiny;
  return share + 1.5f * c.m.text * c.picture.note_shown;
}

void place_beside(Canvas& c) {
  const Beside b = beside_of(c);
  const float above = c.picture.floor.from_above;
  const float tower = b.tower * ease(c.picture.tower);
  const float all = (b.ruler + b.gap + tower) * (1 - above);
  const float used = ((b.ruler + b.gap) * c.picture.ruler.shown + tower) * (1 - above);
  // The second axis' name, and from above all its numbers, stand left of the floor.
  const float left = (1.2f + 2.0f * above) * c.m.tiny, under = above * 3.4f * c.m.tiny,
              edge_gap = c.u(6);
  const Rect framed{c.rect.x + edge_gap + left, c.rect.y + edge_gap, c.rect.w - 2 * edge_gap - left,
                    c.rect.h - 2 * edge_gap - under - room_for_notes(c)};
  c.view = project(c.picture, framed, all, used);
  const float edge = c.view.middle.x + c.view.half_width, half = tower_half_width(c.view);
  c.tower_x = edge + b.gap / 2 + b.tower / 2;
  c.ruler_x = edge + b.gap + tower;
  // Zoomed in, the ruler stays in sight at the right.
  c.ruler_x = std::min(c.ruler_x, c.rect.right() - b.ruler);
  c.tower_x = std::min(c.tower_x, c.ruler_x - std::max(b.tower / 2, 1.2f * half + c.u(7)));
}

/// A wrapped paragraph in the middle, for a scene that cannot be shown.
void draw_reason(Canvas& c, const std::string& text) {
  const float size = c.m.text, width = std::min(c.rect.w - 2 * c.m.pad, c.u(460));
  std::vector<std::string> lines(1);
  std::string word;
  const auto add = [&] {
    const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
    if (!lines.back().empty() && text_width(Font::text, size, longer) > width)
      lines.push_back(word);
    else
      lines.back() = longer;
    word.clear();
  };
  for (const char ch : text) {
    if (ch == ' ')
      add();
    else
      word += ch;
  }
  add();
  const float step = size * c.m.line_height;
  float y = c.rect.y + c.rect.h / 2 - step * static_cast<float>(lines.size() - 1) / 2;
  for (const std::string& line : lines) {
    c.fixed_text(fitted(Font::text, size, line, width), {c.rect.x + c.rect.w / 2, y}, 0.5f,
                 Font::text, size, c.colors.dim);
    y += step;
  }
}

/// Special cases and what the floor leaves out, at the lower edge.
void draw_notes(Canvas& c) {
  float y = c.rect.bottom() - 0.8f * c.m.text;
  const auto note = [&](const std::string& text, Font font, float size, Color color) {
    if (text.empty()) return;
    c.fixed_text(fitted(font, size, text, c.rect.w - c.m.gap), {c.rect.x + c.rect.w / 2, y}, 0.5f,
                 font, size, color);
    y -= 1.5f * size;
  };
  note(c.picture.floor.share, Font::text, c.m.tiny, c.colors.dim);
  note(c.picture.note, Font::semibold, c.m.text, with_alpha(c.colors.text, c.picture.note_shown));
}

}  // namespace
}  // namespace landscape

void layout_landscape(Page& page, const Session& session, const LandscapePicture& picture,
                      const Rect& rect) {
  using namespace landscape;
  Canvas c{page, session, picture, palette_of(session), metrics(session, page), rect, {}, 0, 0,
           {},   {},      {}};
  if (!picture.available) {
    draw_reason(c, picture.unavailable);
    return;
  }
  page.items.push_back({ClipBegin{rect}, {}});
  place_beside(c);
  draw_notes(c);
  draw_stems(c, Half::below);
  draw_floor(c);
  draw_carried_grid(c);
  draw_floor_levels(c);
  draw_arrows(c);
  draw_plane(c);
  draw_stems(c, Half::above);
  draw_columns(c);
  draw_ruler(c);
  draw_tower(c);
  draw_mix(c);
  label_floor(c);
  const std::vector<LabelPlace> places = place_labels(c.labels, c.obstacles, rect.inset(c.u(2)));
  draw_labels(page, c.labels, places);
  for (Item& text : c.above_labels) {
    const Rect plate = text_rect(std::get<Text>(text.shape)).inset(-c.u(2));
    page.items.push_back({Box{plate, plate.h / 2, c.colors.ground, {0, 0, 0, 0}, 0, false}, {}});
    page.items.push_back(std::move(text));
  }
  page.items.push_back({ClipEnd{}, {}});
}

}  // namespace qkv
