#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/page/panels/flow.h"
#include "core/page/panels/table_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

constexpr float kDense = 0.78f;  // of the distances, where the panel is low

float row_height(const Pen& pen, float dense) { return std::round(pen.m.small * 1.85f * dense); }
float title_height(const Pen& pen, float dense) { return std::round(pen.m.heading * 1.9f * dense); }

}  // namespace

std::vector<std::size_t> listed(const BarsPicture& bars, std::size_t most) {
  std::vector<std::size_t> order(bars.bars.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= most) return order;
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      const float x = std::abs(bars.bars[a].share),
                                  y = std::abs(bars.bars[b].share);
                      return x != y ? x > y : a < b;
                    });
  order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

namespace {

std::string rest_text(const BarsPicture& bars, const std::vector<std::size_t>& kept) {
  const std::size_t left = bars.bars.size() - kept.size();
  std::string words = left == 1 ? std::string(text("bars.rest_one"))
                                : filled(text("bars.rest"), {{"count", std::to_string(left)}});
  double rest = 0;
  bool any = false;
  for (std::size_t i = 0; i < bars.bars.size(); ++i) {
    if (std::find(kept.begin(), kept.end(), i) != kept.end()) continue;
    rest += static_cast<double>(bars.bars[i].share);
    any = any || bars.bars[i].shown;
  }
  if (!bars.weights || !any) return words;  // no share is known yet
  return words + " \u00b7 " +
         (bars.percent ? format_fixed(100 * rest, 1) + " %" : format_fixed(rest, 2));
}

struct Measures {
  float word = 0, number = 0, gap = 0;
  float other = 0;  ///< of the numbers that were guessed, left of the true ones; 0: none
};

Measures measures(const Pen& pen, const BarsPicture& bars, float room) {
  Measures m;
  m.gap = pen.em(9);
  for (const auto& bar : bars.bars) {
    m.word = std::max(m.word, text_width(Font::text, pen.m.small, bar.word));
    m.number = std::max(m.number, text_width(Font::mono, pen.m.small, bar.number));
  }
  // Numbers come and go as the walk does; the bars should not change their length with them.
  m.number =
      std::max(m.number, text_width(Font::mono, pen.m.small, bars.percent ? "100.0 %" : "0.000"));
  for (const auto& bar : bars.bars)
    if (!bar.other_number.empty())
      m.other = std::max(m.other, text_width(Font::mono, pen.m.small, bar.other_number) + m.gap);
  m.word = std::min(m.word, 0.3f * room);
  return m;
}

Color bar_color(const Pen& pen, const BarsPicture& bars, std::size_t i, ColorMap map) {
  if (bars.output) return pen.colors.output;
  if (bars.weights) return weight_color(map, bars.bars[i].share);
  const float share = bars.bars[i].share;
  return score_color(pen.theme, share, 1);
}

// What it was in A, or what was guessed: an outline over the bar.
void draw_other(Pen& pen, const BarsPicture& bars, const BarsPicture::Bar& bar, const Rect& track,
                float zero) {
  const float length =
      std::clamp(std::abs(bar.other), 0.0f, 1.0f) * (bars.diverging ? track.w / 2 : track.w);
  const float end = bar.other < 0 && bars.diverging ? zero - length : zero + length;
  const float out = pen.px(2);
  pen.add(Polyline{{{zero, track.y - out},
                    {end, track.y - out},
                    {end, track.bottom() + out},
                    {zero, track.bottom() + out}},
                   pen.colors.text,
                   pen.px(1.5f),
                   pen.px(4),
                   pen.px(3),
                   true},
          bar.quantity);
}

void draw_bar(Pen& pen, const BarsPicture& bars, std::size_t i, const Rect& row, const Measures& m,
              ColorMap map) {
  const BarsPicture::Bar& bar = bars.bars[i];
  const std::string word = fitted(Font::text, pen.m.small, bar.word, m.word);
  pen.text_right({row.x + m.word, middle_baseline(Font::text, pen.m.small, row.y, row.h)}, word,
                 Font::text, pen.m.small, pen.colors.text, bar.quantity);
  const float left = row.x + m.word + m.gap;
  const float height = std::round(row.h * 0.66f);
  const Rect track{left, std::round(row.y + (row.h - height) / 2),
                   std::max(pen.px(8), row.right() - m.number - m.other - m.gap - left), height};
  pen.box(track, pen.px(3), pen.colors.ground, pen.colors.line, pen.m.line, bar.quantity);
  if (bar.hidden && bar.shown) {
    pen.add(Box{track,
                pen.px(3),
                {0, 0, 0, 0},
                mix(pen.colors.line, pen.colors.dim, 0.35f),
                pen.m.line,
                true},
            bar.quantity);
  }
  const float zero = bars.diverging ? track.x + track.w / 2 : track.x;
  const float length =
      std::clamp(std::abs(bar.share), 0.0f, 1.0f) * (bars.diverging ? track.w / 2 : track.w);
  if (bar.shown && bar.share != 0) {
    const float shown_length = std::max(length, pen.px(2));
    const float x = bar.share < 0 && bars.diverging ? zero - shown_length : zero;
    pen.box({x, track.y, shown_length, track.h}, std::min(pen.px(3), shown_length / 2),
            bar_color(pen, bars, i, map), mix(pen.colors.line, pen.colors.dim, 0.4f), pen.m.line,
            bar.quantity);
  }
  if (bar.has_other) draw_other(pen, bars, bar, track, zero);
  if (bars.diverging) {
    pen.line({zero, track.y - pen.px(1)}, {zero, track.bottom() + pen.px(1)}, pen.colors.dim,
             pen.m.line);
  }
  pen.text_right({row.right(), middle_baseline(Font::mono, pen.m.small, row.y, row.h)}, bar.number,
                 Font::mono, pen.m.small, pen.colors.text, bar.quantity);
  if (!bar.other_number.empty())
    pen.text_right(
        {row.right() - m.number - m.gap, middle_baseline(Font::mono, pen.m.small, row.y, row.h)},
        bar.other_number, Font::mono, pen.m.small, pen.colors.dim);
  if (!bars.guesses) return;
  DrawnBar drawn;
  drawn.rect = {track.x, row.y, track.w, row.h};
  drawn.key = bar.quantity.column;
  drawn.low = bars.diverging ? -bars.limit : 0;
  drawn.high = bars.limit;
  pen.page.drawn_bars.push_back(drawn);
  pen.hit_menu(snapped({row.right() - m.number - pen.px(4), row.y, m.number + pen.px(8), row.h}),
               filled(text("predict.field"), {{"key", bar.word}}),
               std::string(text("predict.field_tip")), "guess");
  pen.page.hits.back().quantity = bar.quantity;
}

FlowStyle note_style(const Pen& pen) {
  FlowStyle style;
  style.size = pen.m.small;
  style.leading = std::round(pen.m.small * 1.45f);
  style.ground = pen.colors.panel;
  return style;
}

Line note_line(const BarsPicture& bars) { return {{bars.note, Role::dim, false, false, 0, {}}}; }

// What there is to say and to press below the bars of a prediction.
float draw_below(Pen& pen, const BarsPicture& bars, const Rect& place) {
  if (bars.buttons.empty()) return 0;
  float y = place.y + pen.em(4);
  y += flow(pen, note_line(bars), {place.x, y}, place.w, note_style(pen)) + pen.em(6);
  const float height = std::round(pen.m.text * 2), pad = pen.em(12);
  float x = place.x;
  for (const BarsPicture::Button& one : bars.buttons) {
    const Font font = one.strong ? Font::semibold : Font::text;
    const Rect rect =
        snapped({x, y, std::round(text_width(font, pen.m.text, one.text) + 2 * pad), height});
    pen.label(rect, one.text, font, pen.m.text,
              button(pen, rect, one.strong ? Look::strong : Look::quiet));
    pen.hit(rect, one.text, one.tip, one.action);
    x = rect.right() + pen.em(7);
  }
  return y + height + pen.em(4) - place.y;
}

// As high as its longest note at the panel's usual width; z is not told beside a prediction.
float below_height(const Pen& pen) {
  return std::round(pen.m.small * 5.8f + pen.m.text * 2 + pen.em(14));
}

}  // namespace

float vector_height(const Pen& pen) { return std::round(pen.m.cell * 2.0f + pen.em(8)); }

float draw_vector(Pen& pen, const BarsPicture& bars, const Rect& place) {
  if (bars.vector.empty()) return 0;
  FlowStyle style;
  style.size = pen.m.cell;
  style.ground = pen.colors.ground;
  const float inner = place.w - 2 * pen.em(12);
  while (style.size > pen.m.tiny && flow_width(pen, bars.vector, style) > inner)
    style.size = std::max(pen.m.tiny, style.size - 0.5f);
  // In a hall there is one row for it: the words after the numbers go first.
  Line line = bars.vector;
  while (pen.present && line.size() > 3 && flow_width(pen, line, style) > inner) line.pop_back();
  style.leading = pen.m.cell * 1.7f;
  style.indent = style.size * 2;
  const float height = flow_height(pen, line, inner, style) + pen.em(4);
  pen.box(snapped({place.x, place.y, place.w, height}), pen.m.radius, pen.colors.ground,
          pen.colors.line, pen.m.line, bars.vector_quantity);
  flow(pen, line, {place.x + pen.em(12), place.y + pen.em(2)}, inner, style);
  return height;
}

float bars_height(const Pen& pen, const BarsPicture& bars, int rows, bool dense) {
  const float factor = dense ? kDense : 1;
  if (bars.bars.empty()) return 0;
  const int count = static_cast<int>(bars.bars.size());
  const int shown = count <= rows ? count : rows + 1;  // the last one sums up the rest
  const float below = bars.buttons.empty() ? vector_height(pen) : below_height(pen);
  return title_height(pen, factor) + static_cast<float>(shown) * row_height(pen, factor) + below;
}

float draw_bars(Pen& pen, const BarsPicture& bars, const Rect& place, ColorMap map) {
  if (bars.bars.empty()) return 0;
  float y = place.y;
  // As close as it must be for the least number of rows.
  const float loose = bars_height(pen, bars, 2, false), close = bars_height(pen, bars, 2, true);
  const float dense =
      place.h >= loose
          ? 1
          : kDense + (1 - kDense) *
                         std::clamp((place.h - close) / std::max(1.0f, loose - close), 0.0f, 1.0f);
  const float title = title_height(pen, dense), row = row_height(pen, dense);
  pen.text({place.x, middle_baseline(Font::semibold, pen.m.heading, y, title)},
           fitted(Font::semibold, pen.m.heading, bars.title, place.w), Font::semibold,
           pen.m.heading, pen.colors.text);
  y += title;
  // Until there is a z its room is the bars'; the table above keeps its size.
  const float vector_room = bars.vector.empty() ? 0 : vector_height(pen);
  const float below = bars.buttons.empty() ? vector_room : below_height(pen);
  const float room = place.h - title - below;
  const auto fit = static_cast<std::size_t>(std::max(3.0f, std::floor(room / row + 0.01f)));
  const std::size_t most = bars.bars.size() <= fit ? fit : fit - 1;
  const std::vector<std::size_t> kept = listed(bars, std::max<std::size_t>(most, 2));
  const Measures m = measures(pen, bars, place.w);
  for (const std::size_t i : kept) {
    draw_bar(pen, bars, i, {place.x, y, place.w, row}, m, map);
    y += row;
  }
  if (kept.size() < bars.bars.size()) {
    const float x = place.x + m.word + m.gap;
    pen.text({x, middle_baseline(Font::text, pen.m.small, y, row)},
             fitted(Font::text, pen.m.small, rest_text(bars, kept), place.x + place.w - x),
             Font::text, pen.m.small, pen.colors.dim);
    y += row;
  }
  if (!bars.buttons.empty())
    return y + std::max(below_height(pen), draw_below(pen, bars, {place.x, y, place.w, 0})) -
           place.y;
  if (bars.vector.empty()) return y - place.y;
  y += pen.em(8) * (dense < 1 ? 0.6f : 1);
  const float vector = draw_vector(pen, bars, {place.x, y, place.w, 0});
  return y + std::max(vector, vector_height(pen) - pen.em(8)) - place.y;
}

}  // namespace qkv
