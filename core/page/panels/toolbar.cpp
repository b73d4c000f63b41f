#include <algorithm>
#include <array>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/pen.h"
#include "core/page/panels/story_parts.h"
#include "core/page/panels/toolbar_parts.h"
#include "core/session/part_view.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string words_of(std::string_view key) { return std::string(text(key)); }

/// What goes as a bar gets narrower, one after the other. The sentence is shortened before the
/// title or Present goes: its words stand in the list behind the dots.
constexpr std::array<void (*)(ToolbarPlan&), 7> kGoes = {
    [](ToolbarPlan& plan) { plan.segments = false; }, [](ToolbarPlan& plan) { plan.title = 0.55f; },
    [](ToolbarPlan& plan) { plan.title = 0; },        [](ToolbarPlan& plan) { plan.rules = false; },
    [](ToolbarPlan& plan) { plan.theme = false; },    [](ToolbarPlan& plan) { plan.scale = false; },
    [](ToolbarPlan& plan) { plan.present = false; },
};

/// From everything down to the least.
constexpr auto kPlans = [] {
  std::array<ToolbarPlan, kGoes.size() + 1> plans;
  for (std::size_t i = 0; i < kGoes.size(); ++i) {
    plans[i + 1] = plans[i];
    kGoes[i](plans[i + 1]);
  }
  return plans;
}();

struct Fit {
  ToolbarPlan plan;
  float shrink = 1;  ///< of the text size, where even the least plan is too wide
  float tight = 1;   ///< of the room around the words
};

constexpr std::array<float, 3> kTight = {1.0f, 0.58f, 0.42f};
constexpr std::size_t kGentlePlans = 3;  // that may be taken to show every word
constexpr float kLeastSentence = 0.24f;  // of the bar, before anything else is left out

// Chips should not shrink to one word while there is still something to leave out.
Fit fit(const Pen& pen, const ToolbarPicture& picture, float width) {
  const auto sides = [&](const ToolbarPlan& plan, float shrink) {
    return brand_width(pen, picture, plan, shrink) + tools_width(pen, picture, plan, shrink);
  };
  // A whole sentence first, at ease or close together, as long as little has to go for it.
  for (std::size_t i = 0; i < kGentlePlans; ++i)
    for (const float tight : kTight)
      if (sides(kPlans[i], 1) + chips_width(pen, picture, {1, tight}) +
              plus_width(pen, picture, {1, tight}) + pen.em(34) <=
          width)
        return {kPlans[i], 1, tight};
  const float all = chips_width(pen, picture, {});
  const float wanted = std::min(all, kLeastSentence * width);
  for (const ToolbarPlan& plan : kPlans) {
    if (sides(plan, 1) + wanted + pen.em(40) <= width) return {plan, 1, kTight[1]};
  }
  ToolbarPlan least = kPlans.back();
  for (float shrink = 1; shrink > 0.4f; shrink -= 0.05f) {
    if (sides(least, shrink) + least_chips_width(pen, picture, {shrink, 1}) + pen.px(32) <= width)
      return {least, shrink, 1};
  }
  return {least, 0.4f, 1};
}

void layout_present_bar(Pen& pen, const ToolbarPicture& picture, bool can_choose,
                        const Rect& rect) {
  const float size = pen.m.text, pad = pen.px(20);
  const float close = size * 1.6f;
  const Rect leave{rect.right() - pad - close, rect.y + (rect.h - close) / 2, close, close};
  icon(pen, Icon::close, {leave.x + close / 2, leave.y + close / 2}, size * 0.6f, pen.colors.dim);
  pen.hit(leave, words_of("toolbar.present_end"), words_of("toolbar.present_end"),
          action::Present{});
  const float room = rect.w * 0.3f, left = rect.x + pad;
  float wide = text_width(Font::text, size, picture.title);
  if (wide <= room) {
    pen.text({left, middle_baseline(Font::text, size, rect.y, rect.h)}, picture.title, Font::text,
             size, pen.colors.dim);
  } else {  // two rows rather than half a title
    const float line = 1.16f * pen.m.tiny;
    std::vector<std::string> rows = rows_at(picture.title, Font::text, pen.m.tiny, room);
    for (std::size_t i = 2; i < rows.size(); ++i) rows[1] += " " + rows[i];
    rows.resize(std::min<std::size_t>(2, rows.size()));
    float y = rect.y + (rect.h - line * static_cast<float>(rows.size())) / 2;
    wide = 0;
    for (const std::string& row : rows) {
      const std::string words = fitted(Font::text, pen.m.tiny, row, room);
      pen.text({left, middle_baseline(Font::text, pen.m.tiny, y, line)}, words, Font::text,
               pen.m.tiny, pen.colors.dim);
      wide = std::max(wide, text_width(Font::text, pen.m.tiny, words));
      y += line;
    }
  }
  const float from = left + wide + pad;
  draw_chips(pen, picture, can_choose, {from, rect.y, leave.x - pad - from, rect.h},
             rect.x + rect.w / 2, {});
}

}  // namespace

void layout_toolbar(Page& page, const Session& session, const ToolbarPicture& picture,
                    const Rect& rect) {
  Pen pen(page, session);
  pen.box(rect, 0, pen.colors.panel);
  page.panels.push_back({PanelId::toolbar, rect, rect.h, rect.w});
  const bool can_choose = shown_part(session).words.empty();
  if (pen.present) return layout_present_bar(pen, picture, can_choose, rect);
  pen.line({rect.x, rect.bottom() - pen.m.line / 2}, {rect.right(), rect.bottom() - pen.m.line / 2},
           pen.colors.line, pen.m.line);
  const Fit fitting = fit(pen, picture, rect.w);
  const float left = draw_brand(pen, picture, fitting.plan, rect, fitting.shrink);
  const float right = draw_tools(pen, picture, session, fitting.plan, rect, fitting.shrink);
  const float gap = pen.px(14);
  draw_chips(pen, picture, can_choose, {left + gap, rect.y, right - left - 2 * gap, rect.h},
             rect.x + rect.w * 0.41f, {fitting.shrink, fitting.tight});
}

}  // namespace qkv
