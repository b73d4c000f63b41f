// The presenter's strip: what comes next and what to say, for whoever has one screen only. The
// clock at its right end belongs to the window.

#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/story_parts.h"
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
  const float pad = pen.px(20), size = pen.m.tiny;
  const float row = rect.h / 3.5f, top = rect.y + 0.07f * rect.h;
  const Rect room{rect.x + pad, top, strip_clock(rect).x - rect.x - 2 * pad, 3 * row};
  // What to say now at the left; what comes at the right, behind a line of its own.
  const float coming = std::round(0.27f * room.w), now = room.w - coming - 2 * pad;
  const float x = room.right() - coming;
  const auto say = [&](const std::string& words, float left, float width, int at, Font font,
                       Color color) {
    const float y = top + row * static_cast<float>(at);
    pen.text({left, middle_baseline(font, size, y, row)}, fitted(font, size, words, width), font,
             size, color);
  };
  std::string notes;
  for (const Line& line : picture.notes) {
    if (!notes.empty()) notes += " ";
    for (const Span& span : line) notes += span.text;
  }
  // As much as three rows hold; the whole stands on the presenter's own screen.
  const auto rows = [&](const std::string& words, Font font, float width, std::size_t most) {
    std::vector<std::string> all = rows_at(words, font, size, width);
    if (all.size() <= most) return all;
    for (std::size_t i = most; i < all.size(); ++i) all[most - 1] += " " + all[i];
    all.resize(most);
    return all;
  };
  int at = 0;
  for (const std::string& words : rows(notes, Font::text, now, 3))
    say(words, room.x, now, at++, Font::text, pen.colors.text);
  pen.line({x - pad, rect.y + 0.16f * rect.h}, {x - pad, rect.bottom() - 0.16f * rect.h},
           pen.colors.dim, pen.m.line);
  say(std::string(text("presenter.next")), x, coming, 0, Font::semibold,
      pen.ink(Role::accent, pen.colors.raised));
  at = 1;
  for (const std::string& words : rows(picture.next, Font::semibold, coming, 2))
    say(words, x, coming, at++, Font::semibold, pen.ink(Role::dim, pen.colors.raised));
}

}  // namespace qkv
