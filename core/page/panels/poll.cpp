// A question as a slide: large, without its answer, with a clock; then with the answer and why.

#include <algorithm>
#include <cmath>

#include "core/page/panels/flow.h"
#include "core/page/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

using Option = QuestionPicture::Option;

/// Everything of the slide, at one size of type.
struct Slide {
  Pen& pen;
  const StoryPicture& story;
  float type;  ///< of the options and the reason, em
  Rect at;     ///< what is left, from the top down

  FlowStyle style(float size, float leading) const {
    FlowStyle style;
    style.size = size;
    style.leading = size * leading;
    style.ground = pen.colors.panel;
    return style;
  }
  void say(const Line& line, float size, float leading) {
    const float height = flow(pen, line, {at.x, at.y}, at.w, style(size, leading));
    at.y += height;
    at.h -= height;
  }
  void say(std::string words, Role role, bool bold, float size, float leading = 1.35f) {
    if (!words.empty()) say({{std::move(words), role, bold, false, 0, {}}}, size, leading);
  }
  void gap(float share) {
    at.y += share * type;
    at.h -= share * type;
  }
};

// Numbered as the keys that choose it.
void draw_badge(Pen& pen, const std::string& number, const Rect& rect, bool lit) {
  pen.box(rect, pen.m.radius, lit ? pen.colors.accent : pen.colors.panel,
          lit ? pen.colors.accent : pen.colors.dim, pen.px(1.5f));
  pen.label(rect, number, Font::bold, pen.m.tiny, lit ? pen.colors.accent_text : pen.colors.text);
}

void draw_option(Slide& s, const Option& option, int number, const Rect& rect, bool answered) {
  Pen& pen = s.pen;
  const bool lit = option.right;
  pen.box(rect, pen.m.radius, lit ? pen.colors.selected : pen.colors.raised,
          lit ? pen.colors.accent : pen.colors.line, pen.px(lit ? 3 : 1));
  const float side = 1.5f * pen.m.tiny, pad = 0.5f * s.type;
  const std::string name = std::to_string(number);
  draw_badge(pen, name, {rect.x + pad, rect.y + (rect.h - side) / 2, side, side}, lit);
  FlowStyle style = s.style(s.type, 1.25f);
  style.ground = lit ? pen.colors.selected : pen.colors.raised;
  const float x = rect.x + 2 * pad + side, width = rect.right() - pad - x;
  const Line line = {{option.text, Role::plain, lit, false, 0, {}}};
  const float height = flow_height(pen, line, width, style);
  flow(pen, line, {x, rect.y + (rect.h - height) / 2}, width, style);
  if (!answered) pen.hit(rect, name + " " + option.text, {}, option.answer);
}

// Words stand beside each other, sentences below each other.
void draw_options(Slide& s) {
  const QuestionPicture& question = s.story.question;
  const float side = 1.5f * s.pen.m.tiny, pad = 0.5f * s.type, apart = 0.45f * s.type;
  const bool words = question.kind == Question::Kind::word;
  float x = s.at.x, row = 0;
  int number = 0;
  for (const Option& option : question.options) {
    const Line line = {{option.text, Role::plain, true, false, 0, {}}};
    const FlowStyle style = s.style(s.type, 1.25f);
    const float full = s.at.w - 3 * pad - side;
    const float own = words ? std::min(full, flow_width(s.pen, line, style) + 1) : full;
    const float height = std::max(side, flow_height(s.pen, line, own, style)) + 1.2f * pad;
    const float width = own + 3 * pad + side;
    if (x > s.at.x && x + width > s.at.x + s.at.w + 1) {
      x = s.at.x;
      s.at.y += row + apart;
      row = 0;
    }
    draw_option(s, option, ++number, snapped({x, s.at.y, width, height}), question.answered);
    x += width + apart;
    row = std::max(row, height);
  }
  if (number > 0) s.at.y += row + apart;
}

void draw_slide(Slide& s) {
  Pen& pen = s.pen;
  const QuestionPicture& question = s.story.question;
  s.say(filled(text("question.poll"),
               {{"number", std::to_string(question.number)}, {"of", std::to_string(question.of)}}),
        Role::dim, true, pen.m.tiny);
  s.gap(0.35f);
  for (Line line : s.story.text) {
    for (Span& span : line) span.bold = true;
    s.say(line, std::min(1.3f * s.type, pen.m.title * 1.3f), 1.25f);
  }
  s.gap(0.7f);
  draw_options(s);
  // How to answer by hand is nothing for a hall, which answers by voices.
  if (!question.answered) return;
  s.gap(0.3f);
  s.say(question.verdict, question.right ? Role::good : Role::accent, true, 1.1f * s.type);
  s.gap(0.3f);
  for (const Line& line : s.story.notes) {
    // What comes after the last answer of the course is no part of its reason.
    if (!line.empty() && line.front().role == Role::accent) s.gap(0.6f);
    s.say(line, s.type, 1.35f);
  }
}

// The bar empties, the seconds are counted down in whole ones; an empty bar says that it is over.
void draw_clock(Pen& pen, const Hall& hall, const Rect& rect) {
  const bool runs = hall.poll_left > 0;
  const std::string said = runs ? std::to_string(static_cast<int>(std::ceil(hall.poll_left)))
                                : std::string(text("question.time_up"));
  const float size = pen.m.title;
  const float wide = std::max(text_width(Font::bold, size, "000"),
                              text_width(Font::bold, size, said) + (runs ? 0 : 0.6f * size));
  const float thick = 0.36f * size, x = rect.x + wide;
  pen.text({rect.x, middle_baseline(Font::bold, size, rect.y, rect.h)}, said, Font::bold, size,
           runs ? pen.colors.text : pen.ink(Role::accent, pen.colors.panel));
  const Rect bar{x, rect.y + (rect.h - thick) / 2, rect.right() - x, thick};
  pen.box(bar, thick / 2, pen.colors.raised, pen.colors.line, pen.m.line);
  if (!runs) return;
  const float share = std::min(1.0f, std::ceil(hall.poll_left) / kPollSeconds);
  pen.box({bar.x, bar.y, std::max(thick, bar.w * share), thick}, thick / 2, pen.colors.accent);
}

}  // namespace

void draw_poll(Pen& pen, const StoryPicture& story, const Hall& hall, const Rect& rect) {
  pen.box(rect, 0, pen.colors.panel);
  const float pad = pen.px(20), clock = 1.5f * pen.m.title;
  const std::size_t items = pen.page.items.size(), hits = pen.page.hits.size();
  const Rect room{rect.x + pad, rect.y + pad, rect.w - 2 * pad, rect.h - 2 * pad - clock};
  // As large as fits, never smaller than a hall can read.
  const float largest =
      rect.w > 0.7f * pen.page.size.x ? 2.3f : 1.7f;  // alone it may fill its room
  for (float type = largest * pen.m.tiny;; type *= 0.95f) {
    type = std::max(type, pen.m.tiny);
    pen.page.items.resize(items);
    pen.page.hits.resize(hits);
    Slide slide{pen, story, type, room};
    draw_slide(slide);
    if (slide.at.y <= room.bottom() || type <= pen.m.tiny) break;
  }
  const Rect last{room.x, rect.bottom() - pad - clock, room.w, clock};
  if (!story.question.answered) draw_clock(pen, hall, last);
  if (story.question.kind == Question::Kind::number && !story.question.answered)
    pen.hit_menu(room, text("question.type"), {}, "answer");
}

}  // namespace qkv
