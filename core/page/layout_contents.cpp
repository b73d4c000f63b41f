// The course as a path: one row a lesson, a line from one to the next.

#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/pen.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Entry = ContentsPicture::Entry;

struct Path {
  float left, width, radius, row;
};

void draw_mark(Pen& pen, const Entry& entry, glm::vec2 center, float radius) {
  const bool done = entry.walked;
  const Color fill = done ? pen.colors.accent : entry.here ? pen.colors.selected : pen.colors.panel;
  const Color edge = entry.opened || entry.next ? pen.colors.accent : pen.colors.line;
  pen.add(Disc{center, radius, fill, edge, pen.px(1.5f)});
  const Color ink = done ? pen.colors.accent_text : entry.opened ? pen.colors.text : pen.colors.dim;
  const float size = std::min(pen.m.text, radius * 0.95f);
  pen.text_middle({center.x, middle_baseline(Font::bold, size, center.y - radius, 2 * radius)},
                  entry.number, Font::bold, size, ink);
}

void draw_dots(Pen& pen, const Entry& entry, float right, float middle, float size) {
  const float r = 0.3f * size, step = 0.95f * size;
  for (int i = 0; i < entry.questions; ++i) {
    const glm::vec2 at{right - r - step * static_cast<float>(entry.questions - 1 - i), middle};
    const bool answered = i < entry.answered, is_right = i < entry.right;
    pen.add(Disc{at, r, is_right ? pen.colors.accent : Color{0, 0, 0, 0},
                 answered ? pen.colors.accent : pen.colors.dim, pen.px(1.3f)});
    if (!answered || is_right) continue;
    const float s = 0.5f * r;  // a cross: answered, not right
    pen.line({at.x - s, at.y - s}, {at.x + s, at.y + s}, pen.colors.accent, pen.px(1.3f));
    pen.line({at.x - s, at.y + s}, {at.x + s, at.y - s}, pen.colors.accent, pen.px(1.3f));
  }
}

void draw_entry(Pen& pen, const Entry& entry, const Path& path, float top) {
  const float middle = std::round(top + path.row / 2);
  const Rect bar = snapped({path.left, top + pen.px(3), path.width, path.row - pen.px(6)});
  const bool lit = entry.here || entry.next;
  pen.box(bar, pen.m.radius, lit ? pen.colors.selected : pen.colors.panel,
          entry.next ? pen.colors.accent : pen.colors.line, pen.px(entry.next ? 1.5f : 1));
  const glm::vec2 center{path.left + path.row * 0.55f, middle};
  draw_mark(pen, entry, center, path.radius);
  const float x = path.left + path.row * 1.15f, end = bar.right() - pen.em(16);
  const float size = std::min(pen.m.heading, path.row * 0.34f);
  const float small = std::min(pen.m.small, path.row * 0.27f);
  const float dots = entry.questions > 0 ? small * (static_cast<float>(entry.questions) + 0.6f) : 0;
  draw_dots(pen, entry, end, middle, small);
  const Color ground = lit ? pen.colors.selected : pen.colors.panel;
  const std::string words = entry.next ? std::string(text("contents.go_on")) : entry.state;
  const float state_width = text_width(Font::text, small, words);
  const float right = end - dots;
  // Beside the title while both fit, else under it; a long title shrinks before it is cut.
  float title_size = size;
  const auto title_width = [&] { return text_width(Font::semibold, title_size, entry.title); };
  const bool under = title_width() + pen.em(14) + state_width > right - x;
  const float room = std::max(pen.em(30), right - x - (under ? 0 : pen.em(14) + state_width));
  while (title_size > 0.8f * size && title_width() > room) title_size -= 0.5f;
  const float upper = under ? std::round(0.62f * path.row) : path.row;
  pen.text({x, middle_baseline(Font::semibold, title_size, top, upper)},
           fitted(Font::semibold, title_size, entry.title, room), Font::semibold, title_size,
           entry.opened || entry.next ? pen.colors.text : pen.ink(Role::dim, ground));
  const float state_top = under ? top + 0.5f * path.row : top;
  pen.text({under ? x : right - state_width,
            middle_baseline(Font::text, small, state_top, under ? 0.42f * path.row : path.row)},
           fitted(Font::text, small, words, std::max(pen.em(30), right - x)), Font::text, small,
           pen.ink(entry.next ? Role::accent : Role::dim, ground));
  pen.hit(bar, entry.number + " " + entry.title, entry.state, action::OpenLesson{entry.id});
}

}  // namespace

void layout_contents(Page& page, const Session& session, const ContentsPicture& picture,
                     const Rect& rect) {
  Pen pen(page, session);
  pen.box(rect, 0, pen.colors.ground);
  const float width = std::min(rect.w - 2 * pen.px(24), pen.em(880));
  const float left = std::round(rect.x + (rect.w - width) / 2);
  float y = rect.y + pen.px(26);
  const float title = pen.m.title;
  pen.text({left, middle_baseline(Font::bold, title, y, title * 1.3f)},
           fitted(Font::bold, title, picture.title, width - pen.em(150)), Font::bold, title,
           pen.colors.text);
  const float side = std::round(pen.em(26));
  const Rect close = snapped({left + width - side, y, side, side});
  button(pen, close, Look::quiet);
  icon(pen, Icon::close, {close.x + close.w / 2, close.y + close.h / 2}, pen.em(11),
       pen.colors.text);
  pen.hit(close, text("contents.close"), {}, action::Contents{false});
  // The same as pictures.
  const std::string pictures(text("contents.pictures"));
  const float wide = text_width(Font::semibold, pen.m.small, pictures) + pen.em(22);
  const Rect other = snapped({close.x - pen.em(10) - wide, y, wide, side});
  pen.label(other, pictures, Font::semibold, pen.m.small, button(pen, other, Look::quiet));
  pen.hit(other, pictures, {}, action::Contents{true, true});
  y += title * 1.5f;
  for (const std::string& words : {picture.subtitle, picture.summary}) {
    pen.text({left, middle_baseline(Font::text, pen.m.text, y, pen.m.text * 1.5f)},
             fitted(Font::text, pen.m.text, words, width), Font::text, pen.m.text,
             pen.ink(Role::dim, pen.colors.ground));
    y += pen.m.text * 1.5f;
  }
  y += pen.em(12);
  // A long course stands in two columns where its rows would be hard to read.
  const std::size_t lessons = std::max<std::size_t>(1, picture.entries.size());
  const float room = rect.bottom() - pen.px(14) - y, easy = pen.em(44), gap = pen.em(22);
  const std::size_t columns = room / static_cast<float>(lessons) < easy && lessons > 1 ? 2 : 1;
  const std::size_t each = (lessons + columns - 1) / columns;
  const float own = columns == 1 ? width : (width - gap) / 2;
  const float row = std::floor(std::min(pen.em(58), room / static_cast<float>(each)));
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t first = c * each, last = std::min(picture.entries.size(), first + each);
    if (first >= last) break;
    const Path path{left + static_cast<float>(c) * (own + gap), own, row * 0.31f, row};
    const float x = path.left + row * 0.55f;
    pen.line({x, y + row / 2}, {x, y + row * (static_cast<float>(last - first) - 0.5f)},
             pen.colors.line, pen.px(2));
    for (std::size_t i = first; i < last; ++i)
      draw_entry(pen, picture.entries[i], path, y + row * static_cast<float>(i - first));
  }
}

}  // namespace qkv
