#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/flow.h"
#include "core/page/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kLessAir = 0.5f, kLeastAir = 0.2f;  // of the distances, where the panel is low

/// A column of content that grows downwards.
struct Stack {
  float x, y, width;
  float air = 1;  ///< factor on the distances; less where the panel is low
};

void draw_step(Pen& pen, const StoryPicture& story, Stack& at) {
  const QuestionPicture& question = story.question;
  const bool asks = question.of > 0;
  std::string words = filled(text(asks ? "question.step" : "story.step"),
                             {{"step", std::to_string(asks ? question.number : story.step)},
                              {"of", std::to_string(asks ? question.of : story.of)}});
  Line line = {{words, Role::dim, true, false, 0, {}}};
  Line within;
  if (!asks && story.stops > 1)
    within = {{"  " + filled(text("story.stop"), {{"stop", std::to_string(story.stop)},
                                                  {"stops", std::to_string(story.stops)}}),
               Role::dim,
               false,
               false,
               0,
               {}}};
  FlowStyle style;
  style.size = pen.m.tiny;
  style.leading = pen.m.tiny * 1.6f;
  style.ground = pen.colors.panel;
  // The title may be the lesson's own; the stage's name then stands here.
  if (story.stage != story.title && !asks) {
    const Line step = line;
    line.push_back({"  \u00b7  ", Role::dim, false, false, 0, {}});
    line.push_back({story.stage, Role::accent, true, false, 0, {}});
    if (flow_width(pen, line, style) > at.width) {
      at.y += flow(pen, step, {at.x, at.y}, at.width, style);
      line.erase(line.begin(), line.end() - 1);
    }
  }
  line.insert(line.end(), within.begin(), within.end());
  at.y += flow(pen, line, {at.x, at.y}, at.width, style) + pen.em(2) * at.air;
}

void draw_title(Pen& pen, const StoryPicture& story, Stack& at) {
  float size = pen.m.title;
  if (text_width(Font::bold, size, story.title) > at.width) size *= 0.82f;
  std::vector<std::string> rows = rows_at(story.title, Font::bold, size, at.width);
  while (rows.size() > 2 && size > pen.m.text) {
    size = std::max(pen.m.text, size * 0.92f);
    rows = rows_at(story.title, Font::bold, size, at.width);
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
  style.leading = pen.m.text * (at.air < kLessAir ? 1.26f : at.air < 1 ? 1.34f : pen.m.line_height);
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

/// A tick, or a small cross: colour alone carries no meaning.
void draw_verdict_mark(Pen& pen, bool right, glm::vec2 center, float r) {
  const Color color = right ? pen.colors.accent : pen.colors.dim;
  const float width = pen.px(2);
  if (right) {
    pen.line({center.x - r, center.y}, {center.x - 0.3f * r, center.y + 0.8f * r}, color, width);
    pen.line({center.x - 0.3f * r, center.y + 0.8f * r}, {center.x + r, center.y - 0.8f * r}, color,
             width);
  } else {
    const float s = 0.7f * r;
    pen.line({center.x - s, center.y - s}, {center.x + s, center.y + s}, color, width);
    pen.line({center.x - s, center.y + s}, {center.x + s, center.y - s}, color, width);
  }
}

// Of the options as many beside each other as fit: words are short, sentences are not.
void draw_options(Pen& pen, const QuestionPicture& question, Stack& at) {
  const float pad = pen.em(11), gap = pen.em(7) * at.air, size = pen.m.text;
  FlowStyle style;
  style.size = size;
  style.leading = size * 1.35f;
  float x = at.x, row = 0;
  const bool words = question.kind == Question::Kind::word;
  int number = 0;
  for (const QuestionPicture::Option& option : question.options) {
    ++number;
    const bool lit = option.given || option.right;
    style.ground = lit ? pen.colors.selected : pen.colors.raised;
    const Line line = {{option.text, Role::plain, option.right, false, 0, {}}};
    const float mark = question.answered && lit ? size * 1.1f : 0;
    const float most = at.width - 2 * pad - mark;
    const float wide = words ? std::min(most, flow_width(pen, line, style)) : most;
    const float height = flow_height(pen, line, wide + 1, style) + pen.em(11);
    if (x > at.x && (!words || x + wide + mark + 2 * pad > at.x + at.width)) {
      x = at.x;
      at.y += row + gap;
      row = 0;
    }
    const Rect rect = snapped({x, at.y, wide + mark + 2 * pad, height});
    pen.box(rect, pen.m.radius, style.ground,
            option.right   ? pen.colors.accent
            : option.given ? pen.colors.dim
                           : pen.colors.line,
            pen.px(option.right ? 2 : 1));
    flow(pen, line, {rect.x + pad, rect.y + pen.em(5.5f)}, wide + 1, style);
    if (mark > 0)
      draw_verdict_mark(pen, option.right, {rect.right() - pad * 0.8f, rect.y + rect.h / 2},
                        size * 0.3f);
    if (!question.answered)
      pen.hit(rect, std::to_string(number) + " " + option.text, {}, option.answer);
    x += rect.w + gap;
    row = std::max(row, rect.h);
  }
  if (!question.options.empty()) at.y += row + gap;
}

void draw_question(Pen& pen, const StoryPicture& story, Stack& at) {
  const QuestionPicture& question = story.question;
  FlowStyle style;
  style.size = pen.m.small;
  style.leading = pen.m.small * 1.5f;
  style.ground = pen.colors.panel;
  if (!question.answered) {
    if (question.kind == Question::Kind::number) {
      const Rect field = snapped({at.x, at.y, std::min(at.width, pen.em(150)), pen.m.text * 2.1f});
      pen.box(field, pen.m.radius, pen.colors.ground, pen.colors.accent, pen.px(1.5f));
      pen.label(field, std::string(text("question.field")), Font::text, pen.m.text,
                pen.ink(Role::dim, pen.colors.ground));
      pen.hit_menu(field, text("question.type"), {}, "answer");
      at.y += field.h + pen.em(8) * at.air;
    }
    at.y += flow(pen, {{question.prompt, Role::dim, false, false, 0, {}}}, {at.x, at.y}, at.width,
                 style) +
            pen.em(7) * at.air;
  }
  draw_options(pen, question, at);
  if (!question.answered) return;
  at.y += pen.em(5) * at.air;
  if (!question.prompt.empty())
    at.y += flow(pen,
                 {{filled(text("question.you_said"), {{"answer", question.prompt}}),
                   Role::dim,
                   false,
                   false,
                   0,
                   {}}},
                 {at.x, at.y}, at.width, style) +
            pen.em(4) * at.air;
  style.size = pen.m.text;
  style.leading = pen.m.text * 1.45f;
  at.y += flow(pen,
               {{question.verdict, question.right ? Role::good : Role::accent, true, false, 0, {}}},
               {at.x, at.y}, at.width, style) +
          pen.em(6) * at.air;
}

constexpr int kFewestRows = 3;  // of the table, however low the panel is
constexpr int kAllRows = 1 << 20;

// Returns the height of the whole, scrolled or not.
float draw_story(Pen& pen, const StoryPicture& story, const Rect& rect, float scrolled, float air,
                 const KeyRows& rows) {
  const float pad = pen.px(19);
  Stack at{rect.x + pad, rect.y + pen.px(24) * air - scrolled, rect.w - 2 * pad, air};
  draw_step(pen, story, at);
  draw_title(pen, story, at);
  draw_formula(pen, story, at);
  draw_paragraphs(pen, story, at);
  if (story.question.of > 0) {
    draw_question(pen, story, at);
    draw_notes(pen, story, at);
    at.y += pen.em(8) * air;
  }
  if (!story.training.buttons.empty())
    at.y += draw_training(pen, story.training, {at.x, at.y, at.width, 0}, air);
  draw_sums(pen, story, at);
  at.y += draw_key_table(pen, story, {at.x, at.y, at.width, 0}, air, rows);
  if (story.question.of == 0) draw_notes(pen, story, at);
  return at.y + pen.px(14) * air + scrolled - rect.y;
}

}  // namespace

void layout_story(Page& page, const Session& session, const StoryPicture& story, const Rect& rect,
                  glm::vec2 scroll) {
  Pen pen(page, session);
  const bool alone = session.hall.filled == Filled::story;
  if (pen.present && (!alone || story.question.of > 0)) {
    story.question.of > 0 ? draw_poll(pen, story, session.hall, rect) : draw_band(pen, story, rect);
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
  const std::size_t items = page.items.size(), hits = page.hits.size();
  float content = 0;
  const auto draw = [&](float air, const KeyRows& rows) {
    page.items.resize(items);
    page.hits.resize(hits);
    content = draw_story(pen, story, rect, scroll.y, air, rows);
  };
  draw(1, {});
  if (content > rect.h) draw(kLessAir, {});
  if (content > rect.h && story.rows.empty()) draw(kLeastAir, {});
  const int count = static_cast<int>(story.rows.size());
  const bool unfolded = session.layout.all_rows;
  if (content > rect.h && count > kFewestRows) {
    // Lower rows first; then the least of them are folded into a line that says so.
    draw(kLessAir, {kAllRows, true, unfolded});
    const float row = key_row_height(pen, kLessAir, true);
    const auto fold = [&](float air) {
      const float over = content - rect.h;
      const int most = count - static_cast<int>(std::ceil(over / row)) - 1;
      if (over > 0 && !unfolded) draw(air, {std::max(kFewestRows, most), true, false});
    };
    fold(kLessAir);
    if (content > rect.h && !unfolded) {
      draw(kLeastAir, {kAllRows, true, false});
      fold(kLeastAir);
    }
  }
  pen.add(ClipEnd{});
  scroll_bar(pen, rect, content, scroll.y);
  fold_grip(pen, rect, true, false, "story", text("story.fold"));
  page.panels.push_back({PanelId::story, rect, content, rect.w});
}

}  // namespace qkv
