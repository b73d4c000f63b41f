#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/lesson_scene.h"
#include "core/page/style.h"

namespace qkv {
namespace {

constexpr float kReferenceHeight = 900;  // of the window that was drawn first
constexpr float kFoldedWidth = 18;

float unit_of(const PageSize& size) {
  if (size.ui_scale > 0) return size.ui_scale;
  return std::clamp(static_cast<float>(size.height) / kReferenceHeight, 1.0f, 3.0f);
}

struct Shares {
  float story, table;  ///< width in pixels
};

// Both side panels grow with the text and with the window, but the scene keeps the larger half of
// what the story leaves.
Shares side_widths(const Session& session, const Metrics& m, float width) {
  const float text = m.scale / m.unit;
  const float most_story = width * std::min(0.28f + 0.04f * (text - 1), 0.33f);
  const float most_table = width * std::min(0.315f + 0.03f * (text - 1), 0.35f);
  Shares shares{std::min(std::max(322 * m.scale, 0.2f * width), most_story),
                std::min(std::max(400 * m.scale, 0.27f * width), most_table)};
  // Lines of code are wider than lines of a story.
  if (shows_code(session))
    shares.story = std::clamp(500 * m.scale, shares.story, 0.36f * width);
  else if (session.layout.story_folded && !shows_chain(session))
    shares.story = kFoldedWidth * m.unit;
  // A lesson without attention has tables of a few columns; its pictures need the room.
  if (session.document->only_parts) shares.table = std::min(shares.table, 330 * m.scale);
  if (session.layout.table_folded) shares.table = kFoldedWidth * m.unit;
  if (no_right_side(session)) shares.table = 0;
  return {std::round(shares.story), std::round(shares.table)};
}

/// A question has the left half; what it is about, or where its answer is seen, the right one.
PanelRects poll_rects(const Session& session, PanelRects rects, const Rect& middle) {
  const auto i = static_cast<std::size_t>(session.question);
  const bool cell = session.document->questions[i].kind == Question::Kind::cell;
  const float story = std::round(0.47f * middle.w);
  rects.toolbar = {0, 0, middle.w, middle.y};
  rects.ribbon = {0, middle.bottom(), middle.w, rects.ribbon.h};
  // A scene that is drawn for the whole width would be crowded beside a question.
  if (no_right_side(session)) {
    rects.story = middle;
    return rects;
  }
  rects.story = {0, middle.y, story, middle.h};
  (cell ? rects.table : rects.scene) = {story, middle.y, middle.w - story, middle.h};
  return rects;
}

// Title and formula in a band above, scene and table as large as the hall allows.
PanelRects present_rects(const Session& session, const Metrics& m, float width, float height) {
  PanelRects rects;
  rects.unit = m.unit;
  if (session.hall.strip && session.hall.filled == Filled::none) {
    const float strip = std::round(4.6f * m.text);
    height -= strip;
    rects.strip = {0, height, width, strip};
  }
  const Rect whole{0, 0, width, height};
  if (session.hall.filled == Filled::scene) rects.scene = whole;
  if (session.hall.filled == Filled::table && !no_right_side(session)) rects.table = whole;
  if (session.hall.filled == Filled::story) rects.story = whole;
  if (session.hall.filled != Filled::none) {
    if (rects.story.w + rects.table.w == 0) rects.scene = whole;  // a table that is not there
    return rects;
  }
  const float bar = std::round(2.0f * m.text + 10 * m.unit);
  const float band = std::round(1.45f * m.title + 1.6f * m.text + 14 * m.unit);
  const float ribbon = std::round(1.6f * m.small + 1.9f * m.text + 14 * m.unit);
  if (session.question >= 0) {
    rects.ribbon.h = ribbon;
    return poll_rects(session, rects, {0, bar, width, height - bar - ribbon});
  }
  const float middle = std::max(1.0f, height - bar - band - ribbon);
  const float table =
      shows_code(session)      ? std::round(0.46f * width)
      : shows_chain(session)   ? std::round(0.4f * width)
      : no_right_side(session) ? 0
      : session.layout.table_folded
          ? kFoldedWidth * m.unit
          : std::round(std::min(0.44f * width, std::max(0.36f * width, middle * 0.8f)));
  rects.toolbar = {0, 0, width, bar};
  rects.story = {0, bar, width, band};
  rects.scene = {0, bar + band, width - table, middle};
  rects.table = {width - table, bar + band, table, middle};
  rects.ribbon = {0, height - ribbon, width, ribbon};
  return rects;
}

}  // namespace

PanelRects panel_rects(const Session& session, const PageSize& size) {
  const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
  const float unit = unit_of(size);
  const Metrics m = metrics(session.layout, unit, height);
  if (session.layout.present) return present_rects(session, m, width, height);
  PanelRects rects;
  rects.unit = unit;
  const float toolbar = std::round(2.0f * m.text + 18 * unit);
  const float ribbon = std::round(1.5f * m.small + 1.6f * m.tiny + 61 * unit);
  const float middle = std::max(1.0f, height - toolbar - ribbon - size.band);
  const Shares side = side_widths(session, m, width);
  rects.toolbar = {0, 0, width, toolbar};
  rects.story = {0, toolbar, side.story, middle};
  rects.scene = {side.story, toolbar, width - side.story - side.table, middle};
  rects.table = {width - side.table, toolbar, side.table, middle};
  rects.ribbon = {0, height - ribbon, width, ribbon};
  return rects;
}

}  // namespace qkv
