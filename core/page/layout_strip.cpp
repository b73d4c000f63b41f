// The presenter's strip: what comes next and what to say, for whoever has one screen only. The
// clock at its right end belongs to the window.

#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/flow.h"
#include "core/page/presenter_page.h"
#include "core/text/texts.h"

namespace qkv {

Rect strip_clock(const Rect& strip) {
  const float width = std::round(0.16f * strip.w);
  return {strip.right() - width, strip.y, width, strip.h};
}

void layout_strip(Page& page, const Session& session, const PresenterPicture& picture,
                  const Rect& rect) {
  Pen pen(page, session);
  pen.box(rect, 0, pen.colors.raised);
  pen.line({rect.x, rect.y + pen.m.line / 2}, {rect.right(), rect.y + pen.m.line / 2},
           pen.colors.dim, pen.m.line);
  const float pad = pen.px(20);
  const Rect room{rect.x + pad, rect.y, strip_clock(rect).x - rect.x - 2 * pad, rect.h};
  const float size = pen.m.tiny, row = rect.h / 3.5f;
  const std::string next = filled(text("presenter.next_is"), {{"title", picture.next}});
  pen.text({room.x, middle_baseline(Font::semibold, size, rect.y + 0.1f * rect.h, row)},
           fitted(Font::semibold, size, next, room.w), Font::semibold, size, pen.colors.text);
  std::string notes;
  for (const Line& line : picture.notes) {
    if (!notes.empty()) notes += " ";
    for (const Span& span : line) notes += span.text;
  }
  float y = rect.y + 0.1f * rect.h + row;
  // As much as two rows hold; the whole stands on the presenter's own screen.
  for (int i = 0; i < 2 && !notes.empty(); ++i) {
    std::size_t end = notes.size();
    while (i == 0 && text_width(Font::text, size, notes.substr(0, end)) > room.w) {
      const std::size_t space = notes.rfind(' ', end - 1);
      if (space == notes.npos || space == 0) break;
      end = space;
    }
    pen.text({room.x, middle_baseline(Font::text, size, y, row)},
             fitted(Font::text, size, notes.substr(0, end), room.w), Font::text, size,
             pen.ink(Role::dim, pen.colors.raised));
    notes.erase(0, std::min(notes.size(), end + 1));
    y += row * 0.95f;
  }
}

}  // namespace qkv
