#pragma once
// Colours and measures of design section 6, for the dark and the light theme.

#include "core/page/page.h"
#include "core/picture/panels.h"
#include "core/session/session.h"

namespace qkv {

struct Palette {
  Color ground, panel, raised, line, text, dim, accent, accent_text;
  Color query, key, value, output, good;
  Color grid, plane;  // plane with its alpha
};
const Palette& palette(Theme theme);
Color role_color(const Palette&, Role role);
Color with_alpha(Color, float alpha);
Color mix(Color a, Color b, float t);
/// Scores: diverging around 0, -limit..limit.  Weights: 0..1.
Color score_color(Theme theme, float value, float limit);
Color weight_color(ColorMap map, float weight);
/// Black or white, whichever reads better on the cell.
Color ink_on(Color cell);
float contrast(Color a, Color b);  ///< WCAG 2.1 ratio, 1..21

}  // namespace qkv
