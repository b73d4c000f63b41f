#include "core/share/handout.h"

#include <cmath>

#include "core/page/fonts.h"
#include "core/page/layout.h"
#include "core/page/lesson_scene.h"
#include "core/page/panels/pen.h"
#include "core/picture/picture.h"
#include "core/share/part.h"
#include "core/share/transcript.h"
#include "core/share/writers.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kUsualWidth = 1360;  // pixels of the sheet, so that a paragraph is set in 9 point

void draw_heading(Pen& pen, const Session& session, const Picture& picture, const Rect& rect,
                  const std::string& place) {
  const float baseline = std::round(rect.y + 0.62f * rect.h);
  const std::string& title = picture.toolbar.title;
  const float place_width = text_width(Font::mono, pen.m.small, place);
  pen.text({rect.x, baseline}, title, Font::bold, pen.m.text, pen.colors.text);
  pen.text_right({rect.right(), baseline}, place, Font::mono, pen.m.small, pen.colors.dim);
  const float x = rect.x + text_width(Font::bold, pen.m.text, title) + pen.em(18);
  const float room = rect.right() - place_width - pen.em(18) - x;
  pen.text({x, baseline},
           fitted(Font::text, pen.m.small, setting_text(session, picture.toolbar), room),
           Font::text, pen.m.small, pen.colors.dim);
  pen.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, pen.colors.line, pen.m.line);
}

Page page_for(const Session& session, const Picture& picture, float width,
              const std::string& place) {
  Page page;
  page.size = {width, std::round(width * kSheetHeight / kSheetWidth)};
  page.background = palette(session.theme).panel;
  Pen pen(page, session);
  const float margin = pen.px(30), heading = pen.px(38);
  const Rect all = Rect{0, 0, page.size.x, page.size.y}.inset(margin);
  draw_heading(pen, session, picture, {all.x, all.y - pen.px(8), all.w, heading}, place);
  const float top = std::round(all.y + heading), height = all.bottom() - top;
  const float story = std::round(0.27f * all.w);
  const float table = no_right_side(session) ? 0 : std::round(0.29f * all.w);
  layout_scene(page, session, picture, {all.x + story, top, all.w - story - table, height});
  layout_story(page, session, picture.story, {all.x, top, story, height}, {});
  layout_right(page, session, picture, {all.right() - table, top, table, height}, {});
  drop_controls(page);
  return page;
}

bool fits(const Page& page) {
  for (const PanelPlace& panel : page.panels)
    if (panel.content_height > panel.rect.h + 0.5f) return false;
  return true;
}

}  // namespace

Page handout_page(const Session& moment, TraceCache& traces, int number, int of) {
  Session session = moment;
  session.theme = Theme::light;
  session.layout = {};
  session.contents = false;
  const Picture picture = paint(session, traces.now(session), traces.before(session));
  const std::string place = std::to_string(number) + " / " + std::to_string(of);
  constexpr float kWidest = 1.8f * kUsualWidth;
  Page page;
  for (float width = kUsualWidth; width <= kWidest; width *= 1.1f) {
    page = page_for(session, picture, std::round(width), place);
    if (fits(page)) break;
  }
  return page;
}

}  // namespace qkv
