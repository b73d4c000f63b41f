#pragma once

#include <optional>

#include "core/page/page.h"
#include "core/picture/picture.h"

namespace qkv {

/// Pixels scrolled inside a panel by hand; belongs to the window, never to a rendered picture.
/// None: the panel stands where it does by itself, which is its top, or of the code the lit line.
struct Scroll {
  std::optional<glm::vec2> story, table;
};

struct PageSize {
  int width = 1440, height = 900;
  float ui_scale = 0;  ///< 0: height ÷ 900 within 1…3
  float band = 0;      ///< pixels above the ribbon that the window keeps for what it has to say
};

/// Puts a picture on a page. Pure: the same input gives the same page, to the bit.
Page layout(const Session& session, const Picture& picture, const PageSize& size,
            const Scroll& scroll = {});

/// The rectangles of the panels for this session and size.
struct PanelRects {
  Rect toolbar, story, scene, table, ribbon, strip;  ///< of no width: not shown
  float unit = 1;
};
PanelRects panel_rects(const Session& session, const PageSize& size);

/// Layouts of single panels: each appends to the page inside its rectangle.
/// The scene in its frame, whichever it is.
void layout_scene(Page&, const Session&, const Picture&, const Rect&);
void layout_toolbar(Page&, const Session&, const ToolbarPicture&, const Rect&);
void layout_story(Page&, const Session&, const StoryPicture&, const Rect&, glm::vec2 scroll);
void layout_table(Page&, const Session&, const TablePicture&, const BarsPicture&, const Rect&,
                  glm::vec2 scroll);
/// What stands right of the scene: the n×n table, or the lesson's own numbers, or nothing.
void layout_right(Page&, const Session&, const Picture&, const Rect&, glm::vec2 scroll);
void layout_side(Page&, const Session&, const struct SideTable&, const Rect&, glm::vec2 scroll);
void layout_ribbon(Page&, const Session&, const RibbonPicture&, const Rect&);
void layout_code(Page&, const Session&, const CodePicture&, const Rect&,
                 std::optional<glm::vec2> scroll);
void layout_chain(Page&, const Session&, const ChainPicture&, const Rect&, glm::vec2 scroll);
void layout_gallery(Page&, const Session&, const ContentsPicture&, const Rect&);
void layout_contents(Page&, const Session&, const ContentsPicture&, const Rect&);
/// What only the presenter needs, in large type: the next stop and what to say.
void layout_strip(Page&, const Session&, const PresenterPicture&, const Rect&);
void layout_landscape(Page&, const Session&, const LandscapePicture&, const Rect&);
void layout_sentence(Page&, const Session&, const SentencePicture&, const Rect&);
/// The frame, title, subtitle and the Landscape | Sentence switch; returns the rectangle inside.
Rect layout_scene_frame(Page&, const Session&, const std::string& title,
                        const std::string& subtitle, const Rect&);

/// What lights up when `quantity` is under the mouse: outlines over the page's items.
std::vector<Item> highlight(const Session& session, const Page& page, const Quantity& quantity);
/// The quantity under a point, topmost first; kind none when there is none.
Quantity quantity_at(const Page& page, glm::vec2 point);
const Hit* hit_at(const Page& page, glm::vec2 point);

}  // namespace qkv
