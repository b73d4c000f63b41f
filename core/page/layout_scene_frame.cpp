// The frame of both scenes: title, subtitle and the Landscape | Sentence switch.

#include <algorithm>
#include <cmath>

#include "core/document/written.h"
#include "core/page/fonts.h"
#include "core/page/hall_palette.h"
#include "core/page/layout.h"
#include "core/page/lesson_scene.h"
#include "core/page/style.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

struct Choice {
  std::string name;
  Scene scene;
};

std::vector<Choice> choices(const Session& session) {
  std::vector<Choice> all;
  const Document& document = *session.document;
  const bool by_parts = has_scene_at_parts(document);
  if (by_parts && shown_scene(session) == Scene::lesson) return all;
  const LessonScene* const own = by_parts ? nullptr : lesson_scene(session);
  if (own != nullptr) all.push_back({std::string(text(own->name)), Scene::lesson});
  if (document.only_parts) return all;
  if (is_written(*session.document)) return all;  // no vectors, no floor: nothing to choose
  all.push_back({std::string(text("landscape.name")), Scene::landscape});
  all.push_back({std::string(text("landscape.other_scene")), Scene::sentence});
  return all;
}

/// Draws the switch with its right upper corner at `corner`, its text smaller where `room` is too
/// narrow for it; returns its rectangle.
Rect draw_switch(Page& page, const Session& session, const Palette& colors, const Metrics& m,
                 glm::vec2 corner, float room) {
  const std::vector<Choice> all_choices = choices(session);
  // A choice of one is none.
  if (all_choices.size() < 2) return {corner.x, corner.y, 0, 2.0f * m.small};
  const auto count = static_cast<float>(all_choices.size());
  float widest = 0;  // of a text of size 1
  for (const Choice& choice : all_choices)
    widest = std::max(widest, text_width(Font::semibold, 1, choice.name));
  const float size = std::min(m.small, std::floor(room / count) / (widest + 1.6f));
  const float width = std::round(size * (widest + 1.6f)), height = std::round(2.0f * size);
  const Rect all{std::round(corner.x - count * width), std::round(corner.y), count * width, height};
  page.items.push_back({Box{all, m.radius, colors.panel, colors.line, m.line, false}, {}});
  float x = all.x;
  for (const Choice& choice : all_choices) {
    const bool lit = shown_scene(session) == choice.scene;
    const Rect part{x, all.y, width, height};
    if (lit)
      page.items.push_back(
          {Box{part.inset(m.line), m.radius - m.line, colors.selected, {0, 0, 0, 0}, 0, false},
           {}});
    const Font font = lit ? Font::semibold : Font::text;
    const float wide = text_width(font, size, choice.name);
    page.items.push_back({Text{{std::round(x + (width - wide) / 2),
                                std::round(part.y + (height + cap_height(font, size)) / 2)},
                               choice.name,
                               font,
                               size,
                               lit ? colors.text : colors.dim},
                          {}});
    page.hits.push_back({part, {action::ShowScene{choice.scene}}, {}, choice.name, {}, true});
    x += width;
  }
  return all;
}

}  // namespace

Rect layout_scene_frame(Page& page, const Session& session, const std::string& title,
                        const std::string& subtitle, const Rect& rect) {
  const Palette& colors = palette_of(session);
  const Metrics m = metrics(session, page);
  const Rect frame = rect.inset(std::round(8 * m.unit));
  page.items.push_back({Box{frame, m.radius, colors.ground, colors.line, m.line, false}, {}});
  const float pad = std::min(m.pad, 0.04f * frame.w);
  const Rect button =
      draw_switch(page, session, colors, m, {frame.right() - pad * 0.75f, frame.y + pad * 0.75f},
                  frame.w - 1.5f * pad);

  const float left = std::round(frame.x + pad * 1.1f);
  const float beside = button.x - left - m.gap;
  // A title that has no room beside the switch stands under it.
  const bool under = text_width(Font::semibold, m.heading, title) > beside;
  const float width = under ? frame.right() - pad - left : beside;
  float baseline = under ? button.bottom() + m.gap + ascent(Font::semibold, m.heading)
                         : button.y + (button.h + cap_height(Font::semibold, m.heading)) / 2;
  baseline = std::round(baseline);
  page.items.push_back({Text{{left, baseline},
                             fitted(Font::semibold, m.heading, title, width),
                             Font::semibold,
                             m.heading,
                             colors.text},
                        {}});
  float bottom = std::max(button.bottom(), baseline + descent(Font::semibold, m.heading));
  if (!subtitle.empty()) {
    // Beside the switch while it fits there, else under it.
    const float full = frame.right() - pad - left;
    const bool fits = !under && text_width(Font::text, m.small, subtitle) <= beside;
    baseline = std::round(fits ? baseline + 1.45f * m.small
                               : bottom + 0.15f * m.small + ascent(Font::text, m.small));
    page.items.push_back({Text{{left, baseline},
                               fitted(Font::text, m.small, subtitle, full),
                               Font::text,
                               m.small,
                               colors.dim},
                          {}});
    bottom = std::max(bottom, baseline + descent(Font::text, m.small));
  }
  bottom += 0.5f * m.gap;
  return {frame.x + pad * 0.5f, bottom, frame.w - pad, frame.bottom() - pad * 0.5f - bottom};
}

}  // namespace qkv
