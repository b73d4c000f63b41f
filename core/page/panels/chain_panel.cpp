// The chain of a pinned number: in the story's place, in Present in the table's.

#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/flow.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

struct Stack {
  float x, y, width;
};

// Text, LaTeX, NumPy, close; returns the height.
float draw_buttons(Pen& pen, const ChainPicture& chain, const Rect& at) {
  const float size = pen.m.small, height = std::round(size * 2.1f), gap = pen.px(6);
  const Rect close = snapped({at.right() - height, at.y, height, height});
  icon(pen, Icon::close, {close.x + close.w / 2, close.y + close.h / 2}, size * 0.7f,
       pen.colors.dim);
  pen.hit(close, text("chain.close"), std::string(text("chain.close")), action::Pin{});
  if (pen.present) return height;
  float x = at.x;
  for (const char* name : {"text", "latex", "numpy"}) {
    if (!chain.code_reason.empty() && name == std::string_view("numpy")) continue;
    const std::string key = std::string("chain.") + name;
    const std::string words(text(key));
    const float width = std::round(text_width(Font::semibold, size, words) + size * 1.4f);
    const Rect rect = snapped({x, at.y, width, height});
    pen.label(rect, words, Font::text, size, button(pen, rect, Look::quiet));
    pen.hit_menu(rect, filled(text("chain.copy"), {{"as", words}}), std::string(text(key + "_tip")),
                 "chain-" + std::string(name));
    x = rect.right() + gap;
  }
  return height;
}

FlowStyle style_of(float size, Color ground) {
  FlowStyle style;
  style.size = size;
  style.leading = std::round(size * 1.5f);
  style.indent = size * 1.2f;
  style.ground = ground;
  return style;
}

void draw_headline(Pen& pen, const ChainPicture& chain, Stack& at) {
  FlowStyle style = style_of(pen.m.tiny, pen.colors.panel);
  at.y += flow(pen, {{std::string(text("chain.heading")), Role::dim, true, false, 0, {}}},
               {at.x, at.y}, at.width, style) +
          pen.em(2);
  Line title = chain.title;
  title.push_back({"  " + chain.name, Role::dim, false, false, 0, {}});
  style = style_of(pen.m.heading, pen.colors.panel);
  at.y += flow(pen, title, {at.x, at.y}, at.width, style) + pen.em(2);
  if (chain.number.empty()) return;
  style = style_of(pen.m.title, pen.colors.panel);
  const Line number = {{chain.number, Role::plain, true, true, 0, chain.quantity}};
  while (style.size > pen.m.tiny && flow_width(pen, number, style) > at.width) style.size -= 1;
  at.y += flow(pen, number, {at.x, at.y}, at.width, style) + pen.em(10);
}

// A link: its name, the variable of the script, arithmetic, the line of the script.
void draw_step(Pen& pen, const ChainStep& step, bool last, const Rect& panel, Stack& at) {
  const float top = at.y, indent = pen.em(18), pad = pen.em(5);
  const Color ground = last ? pen.colors.selected : pen.colors.panel;
  const std::size_t before = pen.page.items.size();
  const float x = at.x + indent, width = at.width - indent;
  float y = top + pad;
  const float caption = std::round(pen.m.tiny * 1.5f);
  const float baseline = middle_baseline(Font::semibold, pen.m.tiny, y, caption);
  const float named = text_width(Font::semibold, pen.m.tiny, step.name);
  pen.text({x, baseline}, step.name, Font::semibold, pen.m.tiny,
           readable(last ? pen.colors.accent : pen.colors.dim, ground, pen.least_contrast()));
  const float code_size = pen.m.tiny * 0.96f;
  if (!step.code_name.empty() &&
      named + pen.em(12) + text_width(Font::mono, code_size, step.code_name) <= width)
    pen.text_right({x + width, baseline}, step.code_name, Font::mono, code_size,
                   readable(pen.colors.dim, ground, pen.least_contrast()));
  y += caption;
  FlowStyle style = style_of(pen.m.small, ground);
  for (const Line& line : step.lines) y += flow(pen, line, {x, y}, width, style);
  if (!step.code.empty()) {
    style = style_of(code_size, ground);
    y += flow(pen, {{step.code, Role::dim, false, true, 0, {}}}, {x, y}, width, style);
  }
  y += pad;
  if (last) {  // its ground belongs below what was drawn
    const Box box{{panel.x, top, panel.w, y - top}, 0, ground, {0, 0, 0, 0}, 0, false};
    pen.page.items.insert(pen.page.items.begin() + static_cast<std::ptrdiff_t>(before), {box, {}});
  }
  at.y = y;
}

// The dots and the line that make the steps a chain.
void draw_links(Pen& pen, const std::vector<float>& tops, float x) {
  const float dot = std::round(pen.m.tiny * 0.75f) + pen.em(5);
  const Color color = mix(pen.colors.line, pen.colors.dim, 0.5f);
  for (std::size_t i = 0; i + 1 < tops.size(); ++i)
    pen.line({x, tops[i] + dot}, {x, tops[i + 1] + dot}, color, pen.px(1.5f));
  for (std::size_t i = 0; i < tops.size(); ++i) {
    const bool last = i + 1 == tops.size();
    pen.add(Disc{{x, tops[i] + dot},
                 pen.px(last ? 5 : 3.5f),
                 last ? pen.colors.accent : pen.colors.panel,
                 last ? pen.colors.accent : color,
                 pen.px(1.5f)});
  }
}

}  // namespace

void layout_chain(Page& page, const Session& session, const ChainPicture& chain, const Rect& rect,
                  glm::vec2 scroll) {
  Pen pen(page, session);
  const PanelId id = pen.present ? PanelId::table : PanelId::story;
  pen.box(rect, 0, pen.colors.panel);
  const float edge = pen.present ? rect.x + pen.m.line / 2 : rect.right() - pen.m.line / 2;
  pen.add(ClipBegin{rect});
  const float pad = pen.px(16);
  Stack at{rect.x + pad, rect.y + pad - scroll.y, rect.w - 2 * pad};
  at.y += draw_buttons(pen, chain, {at.x, at.y, at.width, 0}) + pen.em(10);
  draw_headline(pen, chain, at);
  std::vector<float> tops;
  for (std::size_t i = 0; i < chain.steps.size(); ++i) {
    tops.push_back(at.y);
    draw_step(pen, chain.steps[i], i + 1 == chain.steps.size(), rect, at);
  }
  draw_links(pen, tops, at.x + pen.em(5));
  if (!chain.code_reason.empty()) {
    at.y += pen.em(8);
    at.y += flow(pen, {{chain.code_reason, Role::dim, false, false, 0, {}}}, {at.x, at.y}, at.width,
                 style_of(pen.m.tiny, pen.colors.panel));
  }
  pen.line({edge, rect.y}, {edge, rect.bottom()}, pen.colors.line, pen.m.line);
  pen.add(ClipEnd{});
  const float content = at.y + scroll.y + pad - rect.y;
  scroll_bar(pen, rect, content, scroll.y);
  page.panels.push_back({id, rect, content, rect.w});
}

}  // namespace qkv
