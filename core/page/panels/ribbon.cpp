#include <algorithm>
#include <cmath>

#include "core/page/layout.h"
#include "core/page/panels/ribbon_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

std::string say(const char* key) { return std::string(text(key)); }

/// Buttons of the transport and their widths; a narrow window gives up speed, play, then rewind.
struct Transport {
  float side, next, play, speed, gap;  ///< 0: not shown
  bool rewind;
  std::string next_words;
  float width() const {
    return (rewind ? side + gap : 0) + side + gap + next + (play > 0 ? gap + play : 0) +
           (speed > 0 ? gap + speed : 0);
  }
};

std::string speed_text(const RibbonPicture& picture) {
  return format_number(static_cast<double>(picture.speed), 2) + "\u00d7";
}

Transport transport(const Pen& pen, const RibbonPicture& picture, float room) {
  const float size = pen.m.text;
  Transport t;
  t.side = std::round(size * 2.5f);
  t.gap = std::round(pen.em(6));
  t.next_words = picture.next_text;
  const auto next_width = [&] {
    return std::round(text_width(Font::bold, size * 1.08f, t.next_words) + size * 3.6f);
  };
  t.next = next_width();
  t.play = std::round(std::max(text_width(Font::semibold, pen.m.small, say("ribbon.play")),
                               text_width(Font::semibold, pen.m.small, say("ribbon.pause"))) +
                      size * 1.2f);
  t.speed = std::round(text_width(Font::semibold, pen.m.small, "0.75\u00d7") + size * 0.8f);
  t.rewind = true;
  // In a hall Next keeps its place, whatever it says.
  if (pen.present) {
    t.rewind = false;
    t.play = t.speed = 0;
  }
  if (t.width() > room) t.speed = 0;
  if (t.width() > room) t.play = 0;
  if (t.width() > room) t.rewind = false;
  if (t.width() > room && picture.next_text == text("ribbon.next")) {
    t.next_words = say("ribbon.next_short");
    t.next = next_width();
  }
  return t;
}

void icon_button(Pen& pen, const Rect& rect, Icon which, const char* name, const Action& action,
                 bool enabled) {
  const Color ink = button(pen, rect, enabled ? Look::quiet : Look::greyed);
  icon(pen, which, {rect.x + rect.w / 2, rect.y + rect.h / 2}, pen.m.text * 0.85f, ink);
  pen.hit(rect, say(name), say((std::string(name) + "_tip").c_str()), action, enabled);
}

void next_button(Pen& pen, const Rect& rect, const RibbonPicture& picture,
                 const std::string& words) {
  const float size = pen.m.text * 1.08f;
  const Color ink = button(pen, rect, picture.can_next ? Look::strong : Look::greyed);
  const float width = text_width(Font::bold, size, words);
  const float arrow = picture.can_next ? size * 0.95f : 0, gap = picture.can_next ? size * 0.7f : 0;
  const float x = rect.x + (rect.w - width - gap - arrow) / 2;
  pen.text({x, middle_baseline(Font::bold, size, rect.y, rect.h)}, words, Font::bold, size, ink);
  if (picture.can_next) {
    icon(pen, Icon::next, {x + width + gap + arrow / 2, rect.y + rect.h / 2}, arrow, ink);
  }
  pen.hit(rect, say("ribbon.next"), say("ribbon.next_tip"), action::Next{}, picture.can_next);
}

// Returns where the transport ends.
float draw_transport(Pen& pen, const RibbonPicture& picture, const Rect& rect, const Transport& t) {
  const float big = std::min(std::round(pen.m.text * 3), rect.h - pen.px(12));
  const float small = std::min(std::round(pen.m.text * 2.6f), big);
  const float middle = rect.y + rect.h / 2;
  float x = rect.x + pen.px(18);
  const auto take = [&](float width, float height) {
    const Rect place = snapped({x, middle - height / 2, width, height});
    x += width + t.gap;
    return place;
  };
  if (t.rewind) {
    icon_button(pen, take(t.side, small), Icon::rewind, "ribbon.rewind", action::Rewind{},
                picture.can_back);
  }
  icon_button(pen, take(t.side, small), Icon::back, "ribbon.back", action::Back{},
              picture.can_back);
  next_button(pen, take(t.next, big), picture, t.next_words);
  if (t.play > 0) {
    const Rect place = take(t.play, small);
    const char* words = picture.playing ? "ribbon.pause" : "ribbon.play";
    pen.label(place, say(words), Font::semibold, pen.m.small,
              button(pen, place, picture.playing ? Look::lit : Look::quiet));
    pen.hit(place, say("ribbon.play"), say("ribbon.play_tip"), action::Play{});
  }
  if (t.speed > 0) {
    const Rect place = take(t.speed, small);
    pen.label(place, speed_text(picture), Font::text, pen.m.small,
              button(pen, place, Look::greyed));
    pen.hit_menu(place, say("ribbon.speed"), say("ribbon.speed_tip"), "speed");
  }
  return x - t.gap;
}

// Hints at the left, the footer at the right; the hints give way, key by key.
void draw_hints(Pen& pen, const RibbonPicture& picture, const Rect& row) {
  const float size = pen.m.tiny;
  const float baseline = middle_baseline(Font::text, size, row.y, row.h);
  const std::string footer = fitted(Font::text, size, picture.footer, row.w);
  const float footer_width = text_width(Font::text, size, footer);
  pen.text_right({row.right(), baseline}, footer, Font::text, size, pen.colors.dim);
  if (!picture.invitation.empty()) {
    const float room = row.w - footer_width - pen.em(24);
    const std::string words =
        fitted(Font::semibold, size, picture.invitation, std::max(1.0f, room));
    pen.text({row.x, baseline}, words, Font::semibold, size,
             pen.ink(Role::accent, pen.colors.panel));
    pen.hit({row.x, row.y, text_width(Font::semibold, size, words), row.h}, picture.invitation, {},
            action::Contents{});
    return;
  }
  std::string_view hint = picture.hint;
  while (!hint.empty() && text_width(Font::text, size, hint) + pen.em(24) + footer_width > row.w) {
    const std::size_t cut = hint.rfind("   ");
    hint = cut == hint.npos ? std::string_view() : hint.substr(0, cut);
  }
  pen.text({row.x, baseline}, std::string(hint), Font::text, size, pen.colors.dim);
}

}  // namespace

void layout_ribbon(Page& page, const Session& session, const RibbonPicture& picture,
                   const Rect& rect) {
  Pen pen(page, session);
  pen.box(rect, 0, pen.colors.panel);
  pen.line({rect.x, rect.y + pen.m.line / 2}, {rect.right(), rect.y + pen.m.line / 2},
           pen.colors.line, pen.m.line);
  page.panels.push_back({PanelId::ribbon, rect, rect.h, rect.w});
  const float most = rect.w * (pen.present ? 0.24f : 0.36f);
  const Transport buttons = transport(pen, picture, most - pen.px(36));
  const float end = draw_transport(pen, picture, rect, buttons);
  const float left = std::max(end + pen.px(22), pen.present ? 0.0f : rect.x + rect.w * 0.23f);
  const Rect track{left, rect.y, rect.right() - pen.px(24) - left, rect.h};
  const float bar = pen.px(14);
  if (pen.present) {
    const float names = 1.6f * pen.m.small;
    const float top = std::round(rect.y + (rect.h - names - bar - pen.px(4)) / 2);
    draw_segments(pen, picture, {track.x, top, track.w, names}, top + names + pen.px(4), bar);
    return;
  }
  const float names = 1.5f * pen.m.small, hints = 1.6f * pen.m.tiny;
  const float top = std::round(rect.y + (rect.h - names - bar - hints - pen.px(15)) / 2);
  const float bar_top = std::round(top + names + pen.px(5));
  draw_segments(pen, picture, {track.x, top, track.w, names}, bar_top, bar);
  draw_hints(pen, picture, {track.x, bar_top + bar + pen.px(10), track.w, hints});
}

}  // namespace qkv
