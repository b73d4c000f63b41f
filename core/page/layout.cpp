#include "core/page/layout.h"

#include <algorithm>

#include "core/page/knob_strip.h"
#include "core/page/lesson_scene.h"
#include "core/page/panels/offer.h"
#include "core/page/style.h"

namespace qkv {

namespace {

void lay_scene(Page& page, const Session& session, const Picture& picture, const Rect& rect) {
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

/// Lays out with the chosen size of text, or the largest that `rect` has room for where its words
/// need `least` design pixels at their own size: beyond that they would be cut, or lie on each
/// other.
template <class Lay>
void with_room(const Page& page, const Session& session, const Rect& rect, glm::vec2 least,
               Lay lay) {
  const float room = std::min(rect.w / least.x, rect.h / least.y) / page.unit;
  const float most = std::max(1.0f, room);
  if (session.layout.present || session.layout.text_scale <= most) return lay(session);
  Session smaller = session;
  smaller.layout.text_scale = most;
  lay(smaller);
}

constexpr glm::vec2 kOwnScene{540, 620}, kSharedScene{440, 360}, kRight{260, 100};

}  // namespace

void layout_scene(Page& page, const Session& session, const Picture& picture, const Rect& rect) {
  with_room(page, session, rect, picture.scene == Scene::lesson ? kOwnScene : kSharedScene,
            [&](const Session& seen) { lay_scene(page, seen, picture, rect); });
}

void layout_right(Page& page, const Session& session, const Picture& picture, const Rect& rect,
                  glm::vec2 scroll) {
  if (side_scene(session) == nullptr && no_right_side(session)) {
    page.panels.push_back({PanelId::table, rect, rect.h, rect.w});
    return;
  }
  with_room(page, session, rect, kRight, [&](const Session& seen) {
    if (const LessonScene* own = side_scene(seen))
      return layout_side(page, seen, own->side(seen), rect, scroll);
    layout_table(page, seen, picture.table, picture.bars, rect, scroll);
  });
}

namespace {

/// The pen's strokes, over everything that the hall sees.
void lay_ink(Page& page, const Session& session) {
  const float width = std::max(2 * page.unit, 0.0045f * page.size.y);
  const Color red =
      session.theme == Theme::light ? Color{200, 30, 30, 255} : Color{255, 120, 110, 255};
  for (const auto& stroke : session.hall.ink) {
    std::vector<glm::vec2> points;
    for (const glm::vec2& share : stroke) points.push_back(share * page.size);
    if (points.size() == 1)
      page.items.push_back({Disc{points.front(), 0.8f * width, red, {0, 0, 0, 0}, 0}, {}});
    else
      page.items.push_back({Polyline{std::move(points), red, width}, {}});
  }
}

bool shown(const Rect& rect) { return rect.w > 0 && rect.h > 0; }

/// The bars above and below the middle, the pen's strokes and the presenter's strip.
void lay_around(Page& page, const Session& session, const Picture& picture,
                const PanelRects& rects) {
  if (shown(rects.toolbar)) layout_toolbar(page, session, picture.toolbar, rects.toolbar);
  if (shown(rects.ribbon)) layout_ribbon(page, session, picture.ribbon, rects.ribbon);
  lay_ink(page, session);
  if (shown(rects.strip)) layout_strip(page, session, picture.presenter, rects.strip);
}

}  // namespace

Page layout(const Session& session, const Picture& picture, const PageSize& size,
            const Scroll& scroll) {
  const PanelRects rects = panel_rects(session, size);
  Page page;
  page.size = {static_cast<float>(size.width), static_cast<float>(size.height)};
  page.unit = rects.unit;
  page.background = palette(session.theme).ground;
  if (session.hall.cover != Cover::none) {
    const bool black = session.hall.cover == Cover::black;
    page.background = black ? Color{0, 0, 0, 255} : Color{255, 255, 255, 255};
    return page;
  }
  if (session.contents) {
    const Rect& bar = rects.toolbar;
    const bool alone = rects.ribbon.w == 0;  // one panel of Present has the screen
    const float bottom = alone ? page.size.y : rects.ribbon.y - size.band;
    const Rect place{0, bar.bottom(), page.size.x, bottom - bar.bottom()};
    (session.gallery ? layout_gallery : layout_contents)(page, session, picture.contents, place);
    if (alone) return page;
    layout_toolbar(page, session, picture.toolbar, rects.toolbar);
    layout_ribbon(page, session, picture.ribbon, rects.ribbon);
    return page;
  }
  if (const OfferPicture offer = paint_offer(session); !offer.title.empty()) {
    const float top = rects.toolbar.bottom(),
                below = shown(rects.strip) ? rects.strip.y : page.size.y;
    const float bottom = shown(rects.ribbon) ? rects.ribbon.y - size.band : below;
    layout_offer(page, session, offer, {0, top, page.size.x, bottom - top});
    lay_around(page, session, picture, rects);
    return page;
  }
  if (shown(rects.scene)) layout_scene(page, session, picture, rects.scene);
  // In a hall the story is a band above the scene: there the code takes the table's place.
  const bool chain = shows_chain(session), code = shows_code(session);
  const bool present = session.layout.present;
  const Rect& place = present ? rects.table : rects.story;
  const glm::vec2 story = scroll.story.value_or(glm::vec2{0}),
                  table = scroll.table.value_or(glm::vec2{0});
  if (chain && shown(place))
    layout_chain(page, session, picture.chain, place, present ? table : story);
  if (code && shown(place))
    layout_code(page, session, picture.code, place, present ? scroll.table : scroll.story);
  if ((!(chain || code) || present) && shown(rects.story))
    layout_story(page, session, picture.story, rects.story, story);
  if ((!(chain || code) || !present) && shown(rects.table))
    layout_right(page, session, picture, rects.table, table);
  lay_around(page, session, picture, rects);
  return page;
}

}  // namespace qkv
