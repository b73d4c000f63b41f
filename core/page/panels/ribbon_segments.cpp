#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/page/panels/ribbon_parts.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kBase = 46, kPerStop = 32;  // design pixels of a segment, before stretching
constexpr float kMostStops = 12;            // ticks beyond this make a segment no wider

float name_width(const Pen& pen, const RibbonPicture::Segment& segment) {
  return text_width(Font::semibold, pen.m.small, segment.name);
}

// A share for each stop, but never less than the name takes; where even the names are too wide,
// the shares alone decide and draw_names() leaves some out.
std::vector<float> widths(const Pen& pen, const RibbonPicture& picture, float room) {
  std::vector<float> wanted, least;
  for (const auto& segment : picture.segments) {
    const float stops = std::min(static_cast<float>(segment.stops.size()), kMostStops);
    wanted.push_back((kBase + kPerStop * stops) * (segment.passed ? 0.8f : 1.0f));
    least.push_back(name_width(pen, segment) + pen.em(8));
  }
  const float sum = std::accumulate(wanted.begin(), wanted.end(), 0.0f);
  for (float& width : wanted) width *= room / sum;
  if (std::accumulate(least.begin(), least.end(), 0.0f) > room) return wanted;
  // Narrow ones take what they lack from the others, in proportion to what those can spare.
  float lacking = 0, spare = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    lacking += std::max(0.0f, least[i] - wanted[i]);
    spare += std::max(0.0f, wanted[i] - least[i]);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = wanted[i] < least[i]
                    ? least[i]
                    : wanted[i] - lacking * (wanted[i] - least[i]) / std::max(spare, 1e-6f);
  }
  return wanted;
}

struct Place {
  Rect bar;
  const RibbonPicture::Segment& segment;
  bool current = false, past = false;
};

void draw_bar(Pen& pen, const Place& place, float within) {
  const Palette& c = pen.colors;
  const Rect& bar = place.bar;
  const float radius = std::min(pen.px(3), bar.h / 2);
  const Color future = mix(c.raised, c.line, 0.35f);
  pen.box(bar, radius, place.past ? c.passed : future, c.line, place.past ? 0 : pen.m.line);
  if (place.current && within > 0) {
    pen.box({bar.x, bar.y, bar.w * std::min(within, 1.0f), bar.h}, radius, c.accent);
  }
}

// Ticks stand between stops, in the colour of the panel, so that they read on any bar.
void draw_ticks(Pen& pen, const Place& place) {
  const std::size_t stops = place.segment.stops.size();
  const float step = place.bar.w / static_cast<float>(stops);
  if (stops < 2 || step < pen.px(6)) return;
  const float inset = place.segment.passed ? 0 : pen.px(1);
  for (std::size_t i = 1; i < stops; ++i) {
    const float x = std::round(place.bar.x + step * static_cast<float>(i));
    pen.box({x - pen.px(0.75f), place.bar.y + inset, pen.px(1.5f), place.bar.h - 2 * inset}, 0,
            pen.colors.panel);
  }
}

void add_hits(Pen& pen, const Place& place, const Rect& names) {
  const auto& segment = place.segment;
  const float step = place.bar.w / static_cast<float>(segment.stops.size());
  const float top = place.bar.y - pen.px(3), height = place.bar.h + pen.px(6);
  const std::string why = segment.passed ? segment.passed_reason : "";
  pen.hit({place.bar.x, names.y, place.bar.w, top - names.y}, segment.name, why,
          action::GoTo{segment.stops.back()});
  for (std::size_t i = 0; i < segment.stops.size(); ++i) {
    const std::string tip = segment.stop_names[i] + (why.empty() ? "" : "\n" + why);
    pen.hit({place.bar.x + step * static_cast<float>(i), top, step, height}, segment.stop_names[i],
            tip, action::GoTo{segment.stops[i]});
  }
}

/// Where a segment's name stands, in the middle above its bar.
Rect name_place(const Pen& pen, const Place& place, const Rect& names) {
  const Font font = place.current ? Font::semibold : Font::text;
  const float width = text_width(font, pen.m.small, place.segment.name);
  const float x = std::clamp(place.bar.x + (place.bar.w - width) / 2, names.x,
                             std::max(names.x, names.right() - width));
  return {x, names.y, width, names.h};
}

// The current name always stands; of the others, from the left, those that find room beside it and
// beside each other.
void draw_names(Pen& pen, const std::vector<Place>& places, const Rect& names) {
  const float size = pen.m.small, apart = pen.em(8);
  const auto current =
      std::find_if(places.begin(), places.end(), [](const Place& place) { return place.current; });
  const Rect taken = current == places.end() ? Rect{} : name_place(pen, *current, names);
  float end = names.x - apart;
  for (const Place& place : places) {
    const Rect at = name_place(pen, place, names);
    const bool beside = at.right() + apart <= taken.x || at.x >= taken.right() + apart;
    if (!place.current && (at.x < end + apart || (taken.w > 0 && !beside))) continue;
    const Font font = place.current ? Font::semibold : Font::text;
    pen.text({at.x, middle_baseline(font, size, at.y, at.h)}, place.segment.name, font, size,
             place.current ? pen.colors.text : pen.colors.dim);
    end = at.right();
  }
}

}  // namespace

void draw_segments(Pen& pen, const RibbonPicture& picture, const Rect& names, float top,
                   float height) {
  const float gap = pen.px(5);
  const auto count = static_cast<float>(picture.segments.size());
  const std::vector<float> width = widths(pen, picture, names.w - gap * (count - 1));
  std::vector<Place> places;
  float x = names.x;
  glm::vec2 knob{names.x, top + height / 2};
  for (std::size_t i = 0; i < width.size(); ++i) {
    const auto& segment = picture.segments[i];
    const bool current = static_cast<int>(i) == picture.segment;
    const float inset = segment.passed && !current ? std::round(height * 0.29f) : 0;
    const Rect bar = snapped({x, top + inset, width[i], height - 2 * inset});
    const Place place{bar, segment, current, static_cast<int>(i) < picture.segment};
    draw_bar(pen, place, picture.within);
    draw_ticks(pen, place);
    add_hits(pen, place, names);
    places.push_back(place);
    if (current) knob.x = bar.x + bar.w * std::min(picture.within, 1.0f);
    x += width[i] + gap;
  }
  draw_names(pen, places, names);
  const float radius = height / 2 + pen.px(2);
  pen.add(Disc{knob, radius, pen.theme == Theme::dark ? pen.colors.ground : pen.colors.panel,
               pen.colors.accent, pen.px(3)});
}

}  // namespace qkv
