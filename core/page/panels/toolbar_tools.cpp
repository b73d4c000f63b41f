#include <algorithm>
#include <cmath>

#include "core/attention/mask.h"
#include "core/page/panels/toolbar_parts.h"
#include "core/session/part_view.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr const char* kMasks[] = {"full", "causal", "window", "padding", "custom"};

std::string say(const std::string& key) { return std::string(text(key)); }

struct Sizes {
  float text, button, gap, inner;  ///< inner: between a button's edge and its text
};

Sizes sizes(const Pen& pen, float shrink) {
  const float size = pen.m.small * 1.04f * shrink;
  return {size, std::round(size * 2.15f), std::round(pen.em(8) * shrink), std::round(size * 0.95f)};
}

float labelled(const Sizes& s, Font font, std::string_view words) {
  return std::round(text_width(font, s.text, words) + 2 * s.inner);
}

std::string mask_button_text(const ToolbarPicture& picture) {
  const bool recorded = picture.mask.empty();
  return say("toolbar.mask") + ": " +
         say(recorded ? "toolbar.mask_recorded" : "toolbar." + picture.mask);
}

std::string numbered(const char* key, int number) {
  return filled(text(key), {{"number", std::to_string(number)}});
}

struct Choice {
  const char *key, *tip, *menu;
  int at, of;
};

std::vector<Choice> slice_choices(const ToolbarPicture& picture) {
  std::vector<Choice> choices;
  if (picture.batches > 1) {
    choices.push_back(
        {"toolbar.batch", "toolbar.batch_tip", "batch", picture.batch, picture.batches});
  }
  if (picture.layers > 1) {
    choices.push_back(
        {"toolbar.layer", "toolbar.layer_tip", "layer", picture.layer, picture.layers});
  }
  if (picture.heads > 1) {
    choices.push_back({"toolbar.head", "toolbar.head_tip", "head", picture.head, picture.heads});
  }
  return choices;
}

/// Heads that somebody made have names; empty: this one has none.
std::string name_of_choice(const ToolbarPicture& picture, const Choice& choice) {
  const auto at = static_cast<std::size_t>(choice.at);
  if (std::string_view(choice.menu) != "head" || at >= picture.head_names.size()) return {};
  return filled(text("toolbar.head_named"), {{"name", picture.head_names[at]}});
}

constexpr float kMostName = 11.0f;  // em: a longer name is cut, its whole stands in the tooltip

std::string choice_words(const ToolbarPicture& picture, const Choice& choice, const Sizes& s) {
  const std::string name = name_of_choice(picture, choice);
  return name.empty() ? numbered(choice.key, choice.at)
                      : fitted(Font::text, s.text, name, kMostName * s.text);
}

float menu_button_width(const Sizes& s, std::string_view words) {
  return labelled(s, Font::text, words) + std::round(s.text * 0.9f);
}

float mask_width(const Pen& pen, const ToolbarPicture& picture, const ToolbarPlan& plan,
                 const Sizes& s) {
  if (!plan.segments || picture.mask.empty())
    return menu_button_width(s, mask_button_text(picture));
  float width = pen.px(4);
  for (const char* name : kMasks)
    width += labelled(s, Font::semibold, say(std::string("toolbar.") + name));
  return width;
}

bool has_rule(const Mask& mask, std::string_view name) {
  return std::any_of(mask.rules.begin(), mask.rules.end(),
                     [&](const MaskRule& rule) { return rule.name == name; });
}

// Rules combine, so each that holds is lit, not only "Custom".
bool lit_segment(const Mask& mask, std::string_view name) {
  const bool of_file = mask.cells || mask.bias;
  if (name == "full") return mask.rules.empty() && !of_file;
  return name == "custom" ? of_file : has_rule(mask, name);
}

// Full takes every rule away; Causal beside other rules joins or leaves them.
Action mask_action(std::string_view name, const Session& session) {
  Mask mask;
  mask.align = session.options.mask.align;
  if (name == "full") return action::SetMask{mask};
  const Mask& now = session.options.mask;
  const bool causal = has_rule(now, "causal");
  const bool alone = now.rules.size() == (causal ? 1 : 0) && !now.cells && !now.bias;
  if (!alone) mask = now;
  std::erase_if(mask.rules, [](const MaskRule& rule) { return rule.name == "causal"; });
  if (!causal || alone) mask.rules.insert(mask.rules.begin(), {"causal", 0, 0});
  return action::SetMask{mask};
}

void draw_segments(Pen& pen, const ToolbarPicture& picture, const Session& session,
                   const Rect& rect, const Sizes& s) {
  const Palette& c = pen.colors;
  pen.box(rect, pen.m.radius, c.ground, c.line, pen.m.line);
  const std::vector<Mask> masks = shown_masks(session);
  float x = rect.x + pen.px(2);
  for (const char* name : kMasks) {
    const std::string words = say(std::string("toolbar.") + name);
    const Rect segment{x, rect.y + pen.px(2), labelled(s, Font::semibold, words),
                       rect.h - pen.px(4)};
    const bool lit = std::any_of(masks.begin(), masks.end(),
                                 [&](const Mask& mask) { return lit_segment(mask, name); });
    if (lit)
      pen.box(segment, pen.m.radius - pen.px(2), c.selected,
              picture.can_mask ? mix(c.line, c.accent, 0.45f) : c.line, pen.m.line);
    pen.label(segment, words, lit ? Font::semibold : Font::text, s.text, lit ? c.text : c.dim);
    std::string tip = picture.can_mask ? filled(text(std::string("toolbar.") + name + "_tip"),
                                                {{"mask", picture.mask_text}})
                                       : picture.cannot_reason;
    const std::string id = say("toolbar.mask") + " " + words;
    const bool direct = std::string_view(name) == "full" || std::string_view(name) == "causal";
    if (direct) {
      pen.hit(segment, id, tip, mask_action(name, session), picture.can_mask);
    } else {
      pen.hit_menu(segment, id, tip, std::string("mask-") + name, picture.can_mask);
    }
    x = segment.right();
  }
}

void draw_menu_button(Pen& pen, const Rect& rect, const std::string& words, const Sizes& s,
                      bool enabled) {
  const Color ink = button(pen, rect, enabled ? Look::quiet : Look::greyed);
  pen.text({rect.x + s.inner, middle_baseline(Font::text, s.text, rect.y, rect.h)}, words,
           Font::text, s.text, ink);
  icon(pen, Icon::down, {rect.right() - s.inner, rect.y + rect.h / 2}, s.text * 0.5f,
       pen.colors.dim);
}

float lamp(const Sizes& s) { return s.text * 0.62f; }

float scale_width(const Sizes& s) {
  return labelled(s, Font::semibold, say("toolbar.scale")) + std::round(lamp(s) + s.text * 0.45f);
}

// On is a filled lamp, off an empty one: not told by colour alone.
void draw_scale(Pen& pen, const ToolbarPicture& picture, const Rect& rect, const Sizes& s) {
  const Look look = picture.scale_on && picture.can_scale ? Look::lit : Look::greyed;
  const Color ink = button(pen, rect, look);
  const Font font = picture.scale_on ? Font::semibold : Font::text;
  const float radius = lamp(s) / 2;
  const glm::vec2 center{rect.x + s.inner + radius, std::round(rect.y + rect.h / 2)};
  pen.add(Disc{center, radius, picture.scale_on ? pen.colors.accent : Color{0, 0, 0, 0},
               picture.scale_on ? pen.colors.accent : pen.colors.dim,
               std::max(1.0f, pen.px(1.25f))});
  pen.text({center.x + radius + s.text * 0.45f, middle_baseline(font, s.text, rect.y, rect.h)},
           say("toolbar.scale"), font, s.text, ink);
  const std::string tip =
      !picture.can_scale ? picture.cannot_reason
                         : say(picture.scale_on ? "toolbar.scale_on_tip" : "toolbar.scale_off_tip");
  pen.hit(rect, say("toolbar.scale_name"), tip, action::ToggleScale{}, picture.can_scale);
}

// The menu of rules to break; framed in the alarm's colour while one is broken.
void draw_rules(Pen& pen, const ToolbarPicture& picture, const Rect& rect, const Sizes& s) {
  draw_menu_button(pen, rect, say("toolbar.rules"), s, picture.can_scale);
  const bool broken = !picture.broken.empty();
  if (broken)
    pen.box(rect, pen.m.radius, {0, 0, 0, 0}, pen.colors.alarm, std::max(1.5f, pen.px(2)));
  const std::string tip = !picture.can_scale ? picture.cannot_reason
                          : broken
                              ? filled(text("toolbar.rules_broken"), {{"rules", picture.broken}})
                              : say("toolbar.rules_tip");
  pen.hit_menu(rect, say("toolbar.rules"), tip, "rules", picture.can_scale);
}

/// Mask, scale and rules, each in the place that `take` gives it.
template <class Take>
void draw_attention_tools(Pen& pen, const ToolbarPicture& picture, const Session& session,
                          const ToolbarPlan& plan, const Sizes& s, const Take& take) {
  const Rect masks = take(mask_width(pen, picture, plan, s));
  if (plan.segments && !picture.mask.empty()) {
    draw_segments(pen, picture, session, masks, s);
  } else {
    draw_menu_button(pen, masks, mask_button_text(picture), s, picture.can_mask);
    pen.hit_menu(masks, say("toolbar.mask"),
                 picture.can_mask ? say("toolbar.mask_tip") : picture.cannot_reason, "mask",
                 picture.can_mask);
  }
  if (plan.scale) draw_scale(pen, picture, take(scale_width(s)), s);
  if (plan.rules) draw_rules(pen, picture, take(menu_button_width(s, say("toolbar.rules"))), s);
}

}  // namespace

float tools_width(const Pen& pen, const ToolbarPicture& picture, const ToolbarPlan& plan,
                  float shrink) {
  const Sizes s = sizes(pen, shrink);
  float width = pen.px(16) + s.button;  // the menu
  for (const Choice& choice : slice_choices(picture)) {
    width += menu_button_width(s, choice_words(picture, choice, s)) + s.gap;
  }
  if (picture.has_tools) width += mask_width(pen, picture, plan, s) + s.gap;
  if (plan.scale && picture.has_tools) width += scale_width(s) + s.gap;
  if (plan.rules && picture.has_tools) width += menu_button_width(s, say("toolbar.rules")) + s.gap;
  if (plan.present) width += labelled(s, Font::semibold, say("toolbar.present")) + s.gap;
  if (plan.theme) width += s.button;
  return width;
}

float draw_tools(Pen& pen, const ToolbarPicture& picture, const Session& session,
                 const ToolbarPlan& plan, const Rect& bar, float shrink) {
  const Sizes s = sizes(pen, shrink);
  const float begin = bar.right() - tools_width(pen, picture, plan, shrink);
  const float height = std::min(s.button, bar.h - pen.px(10));
  const float y = std::round(bar.y + (bar.h - height) / 2);
  float x = begin;
  const auto take = [&](float width) {
    const Rect rect = snapped({x, y, width, height});
    x += width + s.gap;
    return rect;
  };
  for (const Choice& choice : slice_choices(picture)) {
    const std::string words = choice_words(picture, choice, s);
    const Rect rect = take(menu_button_width(s, words));
    draw_menu_button(pen, rect, words, s, true);
    const std::string name = name_of_choice(picture, choice);
    pen.hit_menu(rect, choice.menu,
                 (name == words || name.empty() ? "" : name + "\n") +
                     filled(text(choice.tip), {{"count", std::to_string(choice.of)}}),
                 choice.menu);
  }
  if (picture.has_tools) draw_attention_tools(pen, picture, session, plan, s, take);
  if (plan.present) {
    const Rect rect = take(labelled(s, Font::semibold, say("toolbar.present")));
    pen.label(rect, say("toolbar.present"), Font::semibold, s.text, button(pen, rect, Look::quiet));
    pen.hit(rect, say("toolbar.present"), say("toolbar.present_tip"), action::Present{});
  }
  if (plan.theme) {
    const Rect rect = take(s.button);
    x -= s.gap;
    const bool dark = pen.theme == Theme::dark;
    icon(pen, Icon::theme, {rect.x + rect.w / 2, rect.y + rect.h / 2}, s.text * 0.95f,
         pen.colors.dim);
    pen.hit(rect, say("toolbar.theme"), say(dark ? "toolbar.to_light" : "toolbar.to_dark"),
            action::SetTheme{dark ? Theme::light : Theme::dark});
  }
  const Rect menu = take(s.button);
  icon(pen, Icon::dots, {menu.x + menu.w / 2, menu.y + menu.h / 2}, s.text * 1.2f, pen.colors.dim);
  pen.hit_menu(menu, say("toolbar.menu"), say("toolbar.menu_tip"), "menu");
  return begin;
}

namespace {

float brand_size(const Pen& pen, float shrink) { return pen.m.text * 1.13f * shrink; }

std::string brand_title(const Pen& pen, const ToolbarPicture& picture, const ToolbarPlan& plan,
                        float shrink) {
  if (plan.title <= 0) return "";
  const float size = sizes(pen, shrink).text;
  return fitted(Font::text, size, picture.title, std::max(1.0f, plan.title * pen.em(260) * shrink));
}

}  // namespace

float brand_width(const Pen& pen, const ToolbarPicture& picture, const ToolbarPlan& plan,
                  float shrink) {
  const Sizes s = sizes(pen, shrink);
  const std::string title = brand_title(pen, picture, plan, shrink);
  return pen.px(18) + text_width(Font::bold, brand_size(pen, shrink), text("app.name")) + s.gap +
         text_width(Font::text, s.text, title) + s.gap + s.text;
}

float draw_brand(Pen& pen, const ToolbarPicture& picture, const ToolbarPlan& plan, const Rect& bar,
                 float shrink) {
  const Sizes s = sizes(pen, shrink);
  const float size = brand_size(pen, shrink), left = bar.x + pen.px(18);
  const float baseline = middle_baseline(Font::bold, size, bar.y, bar.h);
  const std::string name(text("app.name"));
  pen.text({left, baseline}, name, Font::bold, size, pen.colors.text);
  float x = left + text_width(Font::bold, size, name) + s.gap;
  if (const std::string title = brand_title(pen, picture, plan, shrink); !title.empty()) {
    pen.text({x, baseline}, title, Font::text, s.text, pen.colors.dim);
    x += text_width(Font::text, s.text, title) + s.gap;
  }
  icon(pen, Icon::down, {x + s.text * 0.3f, bar.y + bar.h / 2}, s.text * 0.55f, pen.colors.dim);
  x += s.text * 0.8f;
  const Rect rect{bar.x + pen.px(8), bar.y + pen.px(6), x - bar.x, bar.h - pen.px(12)};
  const std::string tip =
      picture.title + (picture.provenance.empty() ? "" : "\n" + picture.provenance);
  pen.hit_menu(rect, text("toolbar.lessons"), tip, "lessons");
  return rect.right();
}

}  // namespace qkv
