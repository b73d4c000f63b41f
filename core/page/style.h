#pragma once
// Colours and measures of design section 6, for the dark and the light theme.

#include "core/page/page.h"
#include "core/picture/panels.h"
#include "core/session/session.h"

namespace qkv {

struct Palette {
  Color ground, panel, raised, line, text, dim, accent, accent_text;
  Color query, key, value, output, good, alarm;
  Color grid, plane;  // plane with its alpha
  Color selected;     ///< ground of a lit row, tab or segment
  Color passed;       ///< what the walk has left behind: the ribbon's past
};
const Palette& palette(Theme theme);

/// Sizes and distances in pixels, for one page. Panels, scenes and window read these and no other
/// numbers, so that one text size moves everything.
struct Metrics {
  float unit = 1;      ///< pixels of one design pixel; lines and radii grow with it
  float scale = 1;     ///< unit × text scale; distances between texts grow with it
  float text = 15;     ///< a paragraph, a button
  float small = 13;    ///< notes, labels, table rows
  float tiny = 12;     ///< hints, headers of columns
  float title = 24;    ///< the story's step
  float heading = 15;  ///< a panel's own title, semibold
  float math = 19;     ///< the formula
  float cell = 14;     ///< numbers in cells, mono
  float gap = 8, pad = 16, radius = 7;
  float line = 1;             ///< width of a thin line, never under one pixel
  float line_height = 1.45f;  ///< of a paragraph, times its size
};
/// `unit` pixels a design pixel, `height` of the window. Present: nothing under 2.2 % of it.
Metrics metrics(const Layout& layout, float unit, float height);
inline Metrics metrics(const Session& session, const Page& page) {
  return metrics(session.layout, page.unit, page.size.y);
}

Color role_color(const Palette&, Role role);
Color with_alpha(Color, float alpha);
Color mix(Color a, Color b, float t);
/// Scores: diverging around 0, -limit..limit.  Weights: 0..1.
Color score_color(Theme theme, float value, float limit);
Color weight_color(ColorMap map, float weight);
/// Black or white, whichever reads better on the cell.
Color ink_on(Color cell);
float contrast(Color a, Color b);     ///< WCAG 2.1 ratio, 1..21, of opaque colours
float luminance(Color color);         ///< WCAG 2.1 relative luminance, 0..1
Color over(Color top, Color ground);  ///< what `top` with its alpha looks like on `ground`
/// `color` or, where it reads worse than `ratio` on `ground`, the nearest shade that does not.
Color readable(Color color, Color ground, float ratio);

}  // namespace qkv
