// The next lesson, announced to a hall.

#include "core/page/panels/offer.h"

#include "core/page/panels/story_parts.h"

namespace qkv {

void layout_offer(Page& page, const Session& session, const OfferPicture& offer, const Rect& rect) {
  Pen pen(page, session);
  pen.box(rect, 0, pen.colors.panel);
  const float large = 1.5f * pen.m.title, small = pen.m.text, room = 0.84f * rect.w;
  const std::vector<std::string> title = rows_at(offer.title, Font::bold, large, room);
  const float row = 1.3f * large, line = 2.2f * small;
  const float x = rect.x + rect.w / 2;
  float y = rect.y + 0.46f * rect.h - (line + row * static_cast<float>(title.size())) / 2;
  pen.text_middle({x, middle_baseline(Font::semibold, small, y, line)}, offer.heading,
                  Font::semibold, small, pen.ink(Role::accent, pen.colors.panel));
  y += line;
  for (const std::string& words : title) {
    pen.text_middle({x, middle_baseline(Font::bold, large, y, row)}, words, Font::bold, large,
                    pen.colors.text);
    y += row;
  }
  pen.text_middle({x, middle_baseline(Font::text, small, y + 0.4f * line, line)}, offer.hint,
                  Font::text, small, pen.colors.dim);
  page.panels.push_back({PanelId::story, rect, rect.h, rect.w});
}

}  // namespace qkv
