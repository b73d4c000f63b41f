#pragma once
// Lines of differently set pieces, wrapped at spaces.

#include "core/page/panels/pen.h"

namespace qkv {

struct FlowStyle {
  float size = 15;
  float leading = 22;  ///< from baseline to baseline
  float indent = 0;    ///< of what is carried over to the next row
  Color ground;        ///< what it stands on
  bool math = false;   ///< the formula's face
};

/// What a span is set in.
Font font_of(const Span& span, bool math);

/// Draws `line` from `top_left` in at most `width` pixels; returns the height it takes, a whole
/// number of rows. A word wider than the panel is broken.
float flow(Pen& pen, const Line& line, glm::vec2 top_left, float width, const FlowStyle& style);
float flow_height(const Pen& pen, const Line& line, float width, const FlowStyle& style);
/// In one row, unwrapped.
float flow_width(const Pen& pen, const Line& line, const FlowStyle& style);

}  // namespace qkv
