#pragma once
// What must hold for the texts of any page: inside their panel, apart from each other, readable.

#include <string>
#include <vector>

#include "core/page/fonts.h"
#include "core/page/knob_strip.h"
#include "core/page/layout.h"
#include "core/page/lesson_scene.h"
#include "core/page/style.h"

namespace qkv::test {

struct PlacedText {
  const Text* text;
  Quantity quantity;
  Rect ink;  ///< capitals and what hangs below the baseline
  PanelId panel;
  std::size_t item;  ///< where it stands in the painter's order
};

inline Rect ink_of(const Text& text) {
  const float width = text_width(text.font, text.size, text.text);
  const float cap = cap_height(text.font, text.size), below = 0.2f * text.size;
  if (text.upward) return {text.baseline.x - cap, text.baseline.y - width, cap + below, width};
  return {text.baseline.x, text.baseline.y - cap, width, cap + below};
}

/// A page that carries the panels around the scene, each text with the panel that drew it.
struct PanelsPage {
  Page page;
  std::vector<PlacedText> texts;

  const PanelPlace& place(PanelId id) const {
    for (const PanelPlace& panel : page.panels) {
      if (panel.id == id) return panel;
    }
    throw std::logic_error("no such panel");
  }
};

inline PanelsPage panels_page(const Session& session, const Picture& picture, const PageSize& size,
                              const Scroll& scroll = {}) {
  const PanelRects rects = panel_rects(session, size);
  PanelsPage result;
  Page& page = result.page;
  page.size = {static_cast<float>(size.width), static_cast<float>(size.height)};
  page.unit = rects.unit;
  page.background = palette(session.theme).ground;
  std::vector<std::pair<PanelId, std::size_t>> ends;
  if (shows_code(session) && !session.layout.present)
    layout_code(page, session, picture.code, rects.story, scroll.story);
  else if (rects.story.w > 0)
    layout_story(page, session, picture.story, rects.story, scroll.story.value_or(glm::vec2{0}));
  ends.emplace_back(PanelId::story, page.items.size());
  if (rects.table.w > 0 || !session.layout.present)
    layout_right(page, session, picture, rects.table, scroll.table.value_or(glm::vec2{0}));
  ends.emplace_back(PanelId::table, page.items.size());
  layout_toolbar(page, session, picture.toolbar, rects.toolbar);
  ends.emplace_back(PanelId::toolbar, page.items.size());
  layout_ribbon(page, session, picture.ribbon, rects.ribbon);
  ends.emplace_back(PanelId::ribbon, page.items.size());
  std::size_t begin = 0;
  for (const auto& [id, end] : ends) {
    for (std::size_t i = begin; i < end; ++i) {
      if (const auto* text = std::get_if<Text>(&page.items[i].shape)) {
        result.texts.push_back({text, page.items[i].quantity, ink_of(*text), id, i});
      }
    }
    begin = end;
  }
  return result;
}

/// Every fault of the page in words; empty when there is none.
inline std::string faults(const PanelsPage& page, const Session& session) {
  std::string found;
  const float slack = 0.5f;
  const float smallest = session.layout.present ? 0.022f * page.page.size.y - 0.01f : 0.0f;
  for (std::size_t i = 0; i < page.texts.size(); ++i) {
    const PlacedText& a = page.texts[i];
    const PanelPlace& panel = page.place(a.panel);
    const Rect& r = panel.rect;
    if (a.ink.x < r.x - slack || a.ink.right() > r.right() + slack) {
      found += " [left or right of its panel] " + a.text->text;
    }
    if (a.ink.y < r.y - slack ||
        a.ink.bottom() > r.y + std::max(r.h, panel.content_height) + slack) {
      found += " [above or below its panel] " + a.text->text;
    }
    if (a.text->size < smallest) found += " [too small for a hall] " + a.text->text;
    if (a.text->text.find('{') != std::string::npos) found += " [not filled in] " + a.text->text;
    for (std::size_t j = 0; j < i; ++j) {
      const PlacedText& b = page.texts[j];
      if (a.panel != b.panel) continue;
      // Pieces of one line touch; a quarter of a pixel is rounding.
      const float touch = 0.25f;
      if (a.ink.x + touch < b.ink.right() && b.ink.x + touch < a.ink.right() &&
          a.ink.y + touch < b.ink.bottom() && b.ink.y + touch < a.ink.bottom()) {
        found += " [overlap] " + a.text->text + " / " + b.text->text;
      }
    }
  }
  return found;
}

/// fitted() leaves no space before its dots; a text that goes on by intention has one.
inline bool cut_short(const std::string& text) {
  return text.ends_with("\u2026") && text != "\u2026" && !text.ends_with(" \u2026");
}

/// The same of the scene in the middle, whichever it is: what can be seen stays inside and apart.
inline std::string scene_faults(const Session& session, const Page& page, const PageSize& size) {
  const Rect scene = panel_rects(session, size).scene;
  std::string found;
  std::vector<std::pair<Rect, const Text*>> seen;
  for (const Item& item : page.items) {
    const auto* text = std::get_if<Text>(&item.shape);
    if (text == nullptr || text->color.a < 40) continue;
    const Rect ink = ink_of(*text);
    if (!scene.contains({ink.x + ink.w / 2, ink.y + ink.h / 2})) continue;
    if (ink.x < scene.x || ink.y < scene.y || ink.right() > scene.right() ||
        ink.bottom() > scene.bottom())
      found += " [out of the scene] " + text->text;
    if (cut_short(text->text)) found += " [cut] " + text->text;
    const float touch = 0.5f;
    for (const auto& [other, words] : seen)
      if (ink.x + touch < other.right() && other.x + touch < ink.right() &&
          ink.y + touch < other.bottom() && other.y + touch < ink.bottom())
        found += " [overlap in the scene] " + text->text + " / " + words->text;
    seen.emplace_back(ink, text);
  }
  return found;
}

/// Panels whose content does not fit: a picture cannot be scrolled.
inline std::string cut_panels(const Page& page) {
  std::string found;
  for (const PanelPlace& panel : page.panels)
    if (panel.id != PanelId::scene && panel.content_height > panel.rect.h + 0.5f)
      found += std::string(" [cut at its lower edge] ") +
               (panel.id == PanelId::story   ? "story"
                : panel.id == PanelId::table ? "table"
                                             : "bar") +
               ", " + std::to_string(panel.content_height - panel.rect.h) + " pixels";
  return found;
}

/// What a text stands on: the boxes below its middle, one over the other.
inline Color ground_below(const Page& page, const PlacedText& text) {
  Color ground = page.background;
  const glm::vec2 middle{text.ink.x + text.ink.w / 2, text.ink.y + text.ink.h / 2};
  for (std::size_t i = 0; i < text.item; ++i) {
    if (const auto* box = std::get_if<Box>(&page.items[i].shape)) {
      if (box->rect.contains(middle) && box->fill.a > 0) ground = over(box->fill, ground);
    }
  }
  return ground;
}

inline std::string unreadable(const PanelsPage& page, const Session& session) {
  std::string found;
  const float least = session.layout.present ? 7.0f : 4.5f;
  for (const PlacedText& text : page.texts) {
    if (contrast(text.text->color, ground_below(page.page, text)) < least - 0.01f) {
      found += " [contrast] " + text.text->text;
    }
  }
  return found;
}

/// Faults of the texts among the items [first, last) that a scene drew inside `rect`: outside of
/// it, over each other, too small for a hall, too pale for what they stand on.
inline std::string text_faults(const Page& page, std::size_t first, std::size_t last,
                               const Rect& rect, const Session& session) {
  PanelsPage scene;
  scene.page = page;
  scene.page.panels = {{PanelId::scene, rect, rect.h, rect.w}};
  for (std::size_t i = first; i < last; ++i)
    if (const auto* text = std::get_if<Text>(&scene.page.items[i].shape))
      if (text->color.a > 0) scene.texts.push_back({text, {}, ink_of(*text), PanelId::scene, i});
  return faults(scene, session) + unreadable(scene, session);
}

/// Faults of the texts that a lesson's own scene draws at this moment, its title included; "" where
/// another scene is shown.
inline std::string lesson_scene_faults(const Session& session, const PageSize& size) {
  const LessonScene* const own = session.scene == Scene::lesson ? lesson_scene(session) : nullptr;
  if (own == nullptr) return "";
  const PanelRects rects = panel_rects(session, size);
  Page page;
  page.size = {static_cast<float>(size.width), static_cast<float>(size.height)};
  page.unit = rects.unit;
  page.background = palette(session.theme).ground;
  const Rect inside =
      layout_scene_frame(page, session, own->title(session), own->subtitle(session), rects.scene);
  own->layout(page, session, layout_knobs(page, session, inside));
  return text_faults(page, 0, page.items.size(), rects.scene, session);
}

}  // namespace qkv::test
