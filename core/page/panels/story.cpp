#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/flow.h"
#include "core/page/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

/// A column of content that grows downwards.
struct Stack {
  float x, y, width;
  float air = 1;  ///< factor on the distances; less where the panel is low
};

void draw_step(Pen& pen, const StoryPicture& story, Stack& at) {
  std::string words = filled(
      text("story.step"), {{"step", std::to_string(story.step)}, {"of", std::to_string(story.of)}});
  Line line = {{words, Role::dim, true, false, 0, {}}};
  FlowStyle style;
  style.size = pen.m.tiny;
  style.leading = pen.m.tiny * 1.6f;
  style.ground = pen.colors.panel;
  // The title may be the lesson's own; the stage's name then stands here.
  if (story.stage != story.title) {
    const Line step = line;
    line.push_back({"  \u00b7  ", Role::dim, false, false, 0, {}});
    line.push_back({story.stage, Role::accent, true, false, 0, {}});
    if (flow_width(pen, line, style) > at.width) {
      at.y += flow(pen, step, {at.x, at.y}, at.width, style);
      line.erase(line.begin(), line.end() - 1);
    }
  }
  at.y += flow(pen, line, {at.x, at.y}, at.width, style) + pen.em(2) * at.air;
}

// Cut at spaces; a word that is too wide alone is cut short.
std::vector<std::string> title_rows(std::string_view title, float size, float width) {
  std::vector<std::string> rows;
  while (!title.empty()) {
    std::size_t end = title.size();
    while (text_width(Font::bold, size, title.substr(0, end)) > width) {
      const std::size_t space = title.rfind(' ', end - 1);
      if (space == title.npos || space == 0) break;
      end = space;
    }
    rows.push_back(fitted(Font::bold, size, title.substr(0, end), width));
    title.remove_prefix(std::min(title.size(), end + 1));
  }
  return rows;
}

void draw_title(Pen& pen, const StoryPicture& story, Stack& at) {
  float size = pen.m.title;
  if (text_width(Font::bold, size, story.title) > at.width) size *= 0.82f;
  std::vector<std::string> rows = title_rows(story.title, size, at.width);
  while (rows.size() > 2 && size > pen.m.text) {
    size = std::max(pen.m.text, size * 0.92f);
    rows = title_rows(story.title, size, at.width);
  }
  for (const std::string& row : rows) {
    pen.text({at.x, middle_baseline(Font::bold, size, at.y, size * 1.3f)}, row, Font::bold, size,
             pen.colors.text);
    at.y += size * 1.3f;
  }
  at.y += pen.em(10) * at.air;
}

void draw_formula(Pen& pen, const StoryPicture& story, Stack& at) {
  if (story.formula.empty()) return;
  FlowStyle style;
  style.size = pen.m.math;
  style.math = true;
  style.ground = pen.colors.ground;
  const float inner = at.width - 2 * pen.px(9), pad = pen.em(10) * at.air;
  while (style.size > pen.m.tiny && flow_width(pen, story.formula, style) > inner)
    style.size -= 0.5f;
  style.leading = style.size * 1.5f;
  style.indent = style.size;
  const float width = std::min(flow_width(pen, story.formula, style), inner);
  const float height = flow_height(pen, story.formula, inner, style) + 2 * pad;
  pen.box(snapped({at.x, at.y, at.width, height}), pen.m.radius, pen.colors.ground, pen.colors.line,
          pen.m.line);
  flow(pen, story.formula, {at.x + (at.width - width) / 2, at.y + pad}, inner, style);
  at.y += height + pen.em(14) * at.air;
}

void draw_paragraphs(Pen& pen, const StoryPicture& story, Stack& at) {
  FlowStyle style;
  style.size = pen.m.text;
  style.leading = pen.m.text * (at.air < 1 ? 1.34f : pen.m.line_height);
  style.ground = pen.colors.panel;
  for (const Line& line : story.text) {
    at.y += flow(pen, line, {at.x, at.y}, at.width, style) + pen.em(6) * at.air;
  }
  if (!story.text.empty()) at.y += pen.em(8) * at.air;
}

void draw_sums(Pen& pen, const StoryPicture& story, Stack& at) {
  if (story.sums.empty()) return;
  FlowStyle style;
  style.size = pen.m.cell;
  style.ground = pen.colors.ground;
  const float pad = pen.em(13), inner = at.width - 2 * pad;
  const auto widest = [&] {
    float width = 0;
    for (const Line& line : story.sums) width = std::max(width, flow_width(pen, line, style));
    return width;
  };
  while (style.size > pen.m.tiny && widest() > inner) style.size -= 0.5f;
  style.leading = style.size * (at.air < 1 ? 1.5f : 1.72f);
  style.indent = style.size * 1.2f;
  const float edge = pen.em(8) * at.air;
  float height = 2 * edge;
  for (const Line& line : story.sums) height += flow_height(pen, line, inner, style);
  pen.box(snapped({at.x, at.y, at.width, height}), pen.m.radius, pen.colors.ground, pen.colors.line,
          pen.m.line);
  float y = at.y + edge;
  for (const Line& line : story.sums) y += flow(pen, line, {at.x + pad, y}, inner, style);
  at.y += height + pen.em(14) * at.air;
}

void draw_notes(Pen& pen, const StoryPicture& story, Stack& at) {
  FlowStyle style;
  style.size = pen.m.small;
  style.leading = pen.m.small * 1.5f;
  style.ground = pen.colors.panel;
  for (const Line& line : story.notes) {
    at.y += flow(pen, line, {at.x, at.y}, at.width, style) + pen.em(3);
  }
}

constexpr float kLessAir = 0.5f;

// Returns the height of the whole, scrolled or not.
float draw_story(Pen& pen, const StoryPicture& story, const Rect& rect, float scrolled, float air) {
  const float pad = pen.px(19);
  Stack at{rect.x + pad, rect.y + pen.px(24) * air - scrolled, rect.w - 2 * pad, air};
  draw_step(pen, story, at);
  draw_title(pen, story, at);
  draw_formula(pen, story, at);
  draw_paragraphs(pen, story, at);
  draw_sums(pen, story, at);
  at.y += draw_key_table(pen, story, {at.x, at.y, at.width, 0}, air);
  draw_notes(pen, story, at);
  return at.y + pen.px(14) * air + scrolled - rect.y;
}

// The hall's form: title and formula in one row, one line below them.
void layout_band(Pen& pen, const StoryPicture& story, const Rect& rect) {
  pen.box(rect, 0, pen.colors.panel);
  const float pad = pen.px(20), title_height = 1.45f * pen.m.title;
  const float top = rect.y + pen.px(4);
  FlowStyle formula;
  formula.size = pen.m.math;
  formula.math = true;
  formula.leading = title_height;
  formula.ground = pen.colors.panel;
  const float width = flow_width(pen, story.formula, formula);
  const bool formula_fits = width < 0.55f * rect.w;
  if (formula_fits) {
    flow(pen, story.formula, {rect.right() - pad - width, top}, width + 1, formula);
  }
  const float room = rect.w - 3 * pad - (formula_fits ? width : 0);
  float size = pen.m.title;
  while (size > pen.m.tiny && text_width(Font::bold, size, story.title) > room) size -= 0.5f;
  pen.text({rect.x + pad, middle_baseline(Font::bold, size, top, title_height)},
           fitted(Font::bold, size, story.title, room), Font::bold, size, pen.colors.text);
  const Line line = one_line(story);
  FlowStyle style;
  style.size = pen.m.text;
  style.leading = 1.6f * pen.m.text;
  style.ground = pen.colors.panel;
  if (flow_width(pen, line, style) <= rect.w - 2 * pad) {
    flow(pen, line, {rect.x + pad, top + title_height}, rect.w, style);
  } else if (!story.text.empty() && !story.text.front().empty()) {
    pen.text(
        {rect.x + pad, middle_baseline(Font::text, style.size, top + title_height, style.leading)},
        fitted(Font::text, style.size, story.text.front().front().text, rect.w - 2 * pad),
        Font::text, style.size, pen.colors.text);
  }
}

}  // namespace

// The sums one after the other, without the spaces that align them below each other.
Line one_line(const StoryPicture& story) {
  Line line;
  for (const Line& sum : story.sums) {
    if (!line.empty()) line.push_back({"  ", Role::plain, false, true, 0, {}});
    for (Span span : sum) {
      const std::size_t first = span.text.find_first_not_of(' ');
      if (first != std::string::npos && first > 2) span.text.erase(0, first - 1);
      line.push_back(std::move(span));
    }
  }
  return line;
}

void layout_story(Page& page, const Session& session, const StoryPicture& story, const Rect& rect,
                  glm::vec2 scroll) {
  Pen pen(page, session);
  if (pen.present) {
    layout_band(pen, story, rect);
    page.panels.push_back({PanelId::story, rect, rect.h, rect.w});
    return;
  }
  pen.box(rect, 0, pen.colors.panel);
  pen.line({rect.right() - pen.m.line / 2, rect.y}, {rect.right() - pen.m.line / 2, rect.bottom()},
           pen.colors.line, pen.m.line);
  if (session.layout.story_folded) {
    fold_grip(pen, rect, true, true, "story", text("story.unfold"));
    page.panels.push_back({PanelId::story, rect, rect.h, rect.w});
    return;
  }
  pen.add(ClipBegin{rect});
  const std::size_t before = page.items.size();
  float content = draw_story(pen, story, rect, scroll.y, 1);
  if (content > rect.h) {
    page.items.resize(before);
    content = draw_story(pen, story, rect, scroll.y, kLessAir);
  }
  pen.add(ClipEnd{});
  scroll_bar(pen, rect, content, scroll.y);
  fold_grip(pen, rect, true, false, "story", text("story.fold"));
  page.panels.push_back({PanelId::story, rect, content, rect.w});
}

}  // namespace qkv
