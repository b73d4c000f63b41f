#include "core/page/layout.h"

#include <algorithm>

#include "core/page/knob_strip.h"
#include "core/page/lesson_scene.h"
#include "core/page/style.h"

namespace qkv {

void layout_scene(Page& page, const Session& session, const Picture& picture, const Rect& rect) {
  const bool landscape = picture.scene == Scene::landscape;
  if (const LessonScene* own = picture.scene == Scene::lesson ? lesson_scene(session) : nullptr) {
    const Rect inside =
        layout_scene_frame(page, session, own->title(session), own->subtitle(session), rect);
    own->layout(page, session, layout_knobs(page, session, inside));
    page.panels.push_back({PanelId::scene, rect, rect.h, rect.w});
    return;
  }
  const std::string& title = landscape ? picture.landscape.title : picture.sentence.title;
  const std::string& subtitle = landscape ? picture.landscape.subtitle : picture.sentence.subtitle;
  const Rect inside = layout_scene_frame(page, session, title, subtitle, rect);
  if (landscape) {
    layout_landscape(page, session, picture.landscape, inside);
  } else {
    layout_sentence(page, session, picture.sentence, inside);
  }
  const auto known = std::any_of(page.panels.begin(), page.panels.end(),
                                 [](const PanelPlace& p) { return p.id == PanelId::scene; });
  if (!known) page.panels.push_back({PanelId::scene, rect, rect.h, rect.w});
}

void layout_right(Page& page, const Session& session, const Picture& picture, const Rect& rect,
                  glm::vec2 scroll) {
  if (const LessonScene* own = side_scene(session))
    return layout_side(page, session, own->side(session), rect, scroll);
  if (no_right_side(session)) {
    page.panels.push_back({PanelId::table, rect, rect.h, rect.w});
    return;
  }
  layout_table(page, session, picture.table, picture.bars, rect, scroll);
}

Page layout(const Session& session, const Picture& picture, const PageSize& size,
            const Scroll& scroll) {
  const PanelRects rects = panel_rects(session, size);
  Page page;
  page.size = {static_cast<float>(size.width), static_cast<float>(size.height)};
  page.unit = rects.unit;
  page.background = palette(session.theme).ground;
  if (session.contents) {
    const Rect& bar = rects.toolbar;
    layout_contents(page, session, picture.contents,
                    {0, bar.bottom(), page.size.x, rects.ribbon.y - bar.bottom()});
    layout_toolbar(page, session, picture.toolbar, rects.toolbar);
    layout_ribbon(page, session, picture.ribbon, rects.ribbon);
    return page;
  }
  layout_scene(page, session, picture, rects.scene);
  // In a hall the story is a band above the scene: there the code takes the table's place.
  const bool chain = shows_chain(session), code = shows_code(session) && !chain;
  const bool present = session.layout.present;
  const Rect& place = present ? rects.table : rects.story;
  const glm::vec2 scrolled = present ? scroll.table : scroll.story;
  if (chain) layout_chain(page, session, picture.chain, place, scrolled);
  if (code) layout_code(page, session, picture.code, place, scrolled);
  if (!(chain || code) || present)
    layout_story(page, session, picture.story, rects.story, scroll.story);
  if (!(chain || code) || !present) layout_right(page, session, picture, rects.table, scroll.table);
  layout_toolbar(page, session, picture.toolbar, rects.toolbar);
  layout_ribbon(page, session, picture.ribbon, rects.ribbon);
  return page;
}

}  // namespace qkv
