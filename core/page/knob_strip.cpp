#include "core/page/knob_strip.h"

#include <algorithm>
#include <cmath>

#include "core/document/in_language.h"
#include "core/page/panels/pen.h"
#include "core/session/knob_places.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"
#include "core/text/thousands.h"

namespace qkv {
namespace {

struct Drawn {
  const Knob* knob = nullptr;
  int index = 0, place = 0;
  std::string label;
  std::vector<std::string> options;  // of a switch
  float least = 0;                   // width
};

std::string value_of(const Knob& knob, int place) {
  const float value = knob.values[static_cast<std::size_t>(place)];
  if (value >= 1e3f) return with_thousands(format_fixed(static_cast<double>(value), 0));
  return format_number(static_cast<double>(value), 3);
}

/// The widest value, so that a slider does not move while it is turned.
float value_width(const Pen& pen, const Knob& knob) {
  float width = 0;
  for (int i = 0; i < knob.places(); ++i)
    width = std::max(width, text_width(Font::mono, pen.m.small, value_of(knob, i)));
  return width;
}

Drawn measured(const Pen& pen, const Session& session, int index, int place) {
  const Knob& knob = session.document->knobs[static_cast<std::size_t>(index)];
  Drawn d{&knob, index, place, knob.name, knob.choices, 0};
  if (const std::string* const own = in_language(knob.label)) d.label = *own;
  if (const auto* const own = in_language(knob.options)) d.options = *own;
  d.least = text_width(Font::text, pen.m.small, d.label) + pen.em(10);
  if (knob.choices.empty()) {
    d.least += pen.em(170) + value_width(pen, knob);
  } else {
    for (const std::string& option : d.options)
      d.least += text_width(Font::semibold, pen.m.small, option) + pen.em(18);
  }
  return d;
}

void draw_switch(Pen& pen, const Drawn& d, Rect rect) {
  float width = 0;
  for (const std::string& option : d.options)
    width += text_width(Font::semibold, pen.m.small, option) + pen.em(18);
  const Rect all = snapped({rect.x, rect.y, width, rect.h});
  pen.box(all, pen.m.radius, pen.colors.panel, pen.colors.line, pen.m.line);
  float x = all.x;
  for (std::size_t i = 0; i < d.options.size(); ++i) {
    const bool lit = static_cast<int>(i) == d.place;
    const float own = text_width(Font::semibold, pen.m.small, d.options[i]) + pen.em(18);
    const Rect part{x, all.y, own, all.h};
    if (lit)
      pen.box(part.inset(pen.m.line), pen.m.radius - pen.m.line, pen.colors.selected,
              pen.colors.accent, pen.m.line);
    pen.label(part, d.options[i], lit ? Font::semibold : Font::text, pen.m.small,
              lit ? pen.colors.text : pen.colors.dim);
    pen.hit(part, d.label + ": " + d.options[i], {},
            action::TurnKnob{d.index, static_cast<int>(i)});
    x += own;
  }
}

void end_button(Pen& pen, const Drawn& d, const Rect& rect, int step) {
  const bool enabled = d.place + step >= 0 && d.place + step < d.knob->places();
  const Color ink = button(pen, rect, enabled ? Look::quiet : Look::greyed);
  const float half = rect.w * 0.2f;
  const glm::vec2 c{rect.x + rect.w / 2, rect.y + rect.h / 2};
  pen.line({c.x - half, c.y}, {c.x + half, c.y}, ink, pen.px(1.6f));
  if (step > 0) pen.line({c.x, c.y - half}, {c.x, c.y + half}, ink, pen.px(1.6f));
  pen.hit(rect, d.label + (step < 0 ? " \u2212" : " +"), {},
          action::TurnKnob{d.index, d.place + step}, enabled);
}

void draw_slider(Pen& pen, const Drawn& d, Rect rect) {
  const float side = rect.h * 0.86f, value = value_width(pen, *d.knob), gap = pen.em(9);
  const float y = rect.y + (rect.h - side) / 2, middle = rect.y + rect.h / 2;
  end_button(pen, d, snapped({rect.x, y, side, side}), -1);
  const Rect more = snapped({rect.right() - value - gap - side, y, side, side});
  end_button(pen, d, more, +1);
  pen.text_right({rect.right(), middle_baseline(Font::mono, pen.m.small, rect.y, rect.h)},
                 value_of(*d.knob, d.place), Font::mono, pen.m.small, pen.colors.text);
  const float left = rect.x + side + gap * 1.4f, right = more.x - gap * 1.4f;
  const int places = d.knob->places();
  const float step = (right - left) / static_cast<float>(places - 1);
  const float at = left + step * static_cast<float>(d.place);
  const float thick = pen.px(4);
  pen.box({left, middle - thick / 2, right - left, thick}, thick / 2, pen.colors.line);
  pen.box({left, middle - thick / 2, at - left, thick}, thick / 2, pen.colors.accent);
  pen.add(Disc{{at, middle}, pen.px(8), pen.colors.accent, pen.colors.ground, pen.px(2)});
  for (int i = 0; i < places; ++i) {
    Hit hit;
    // Few places are far apart: their rectangles must not reach over the buttons.
    const float from = left + step * (static_cast<float>(i) - 0.5f);
    const float begin = std::max(from, left - gap), end = std::min(from + step, right + gap);
    hit.rect = {begin, rect.y, end - begin, rect.h};
    hit.actions = {action::TurnKnob{d.index, i}};
    hit.name = d.label + " = " + value_of(*d.knob, i);
    hit.mouse_only = true;
    pen.page.hits.push_back(std::move(hit));
  }
}

}  // namespace

Rect layout_knobs(Page& page, const Session& session, const Rect& rect) {
  const std::vector<Knob>& knobs = session.document->knobs;
  if (knobs.empty()) return rect;
  Pen pen(page, session);
  const KnobPlaces places = knob_places(session);
  const float height = std::round(2.1f * pen.m.small), apart = pen.em(22), between = pen.em(8);
  const float width = rect.w - 2 * pen.em(8);
  // Rows are filled from the left; what is over goes to the sliders.
  std::vector<std::vector<Drawn>> rows(1);
  float used = 0;
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    if (!is_seen_here(session, static_cast<int>(i))) continue;
    Drawn d = measured(pen, session, static_cast<int>(i), places[i]);
    if (!rows.back().empty() && used + apart + d.least > width) {
      rows.emplace_back();
      used = 0;
    }
    used += d.least + (rows.back().empty() ? 0 : apart);
    rows.back().push_back(std::move(d));
  }
  if (rows.front().empty()) return rect;
  const auto count = static_cast<float>(rows.size());
  float y = std::round(rect.bottom() - count * height - (count - 1) * between - pen.em(6));
  const float top = y - pen.em(10);
  for (const auto& row : rows) {
    float least = 0, sliders = 0;
    for (const Drawn& d : row) {
      least += d.least + (&d == &row.front() ? 0 : apart);
      sliders += d.knob->choices.empty() ? 1.0f : 0.0f;
    }
    const float over = std::max(0.0f, width - least);
    const float extra = sliders > 0 ? std::min(over / sliders, pen.em(260)) : 0;
    float x = rect.x + (rect.w - least - sliders * extra) / 2;
    for (const Drawn& d : row) {
      const float own = std::min(width, d.least + (d.knob->choices.empty() ? extra : 0));
      // A label that is longer than the room gives way to what is turned.
      const float whole = text_width(Font::text, pen.m.small, d.label) + pen.em(10);
      const float named = std::clamp(own - (d.least - whole), 0.0f, whole);
      const std::string label = named < whole - 1
                                    ? fitted(Font::text, pen.m.small, d.label, named - pen.em(10))
                                    : d.label;
      pen.text({x, middle_baseline(Font::text, pen.m.small, y, height)}, label, Font::text,
               pen.m.small, readable(pen.colors.dim, pen.colors.ground, pen.least_contrast()));
      const Rect body{x + named, y, own - named, height};
      d.knob->choices.empty() ? draw_slider(pen, d, body) : draw_switch(pen, d, body);
      x += own + apart;
    }
    y += height + between;
  }
  return {rect.x, rect.y, rect.w, top - rect.y};
}

}  // namespace qkv
