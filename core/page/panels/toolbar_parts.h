#pragma once
// The three parts of the toolbar: brand and lesson at the left, the sentence, the tools at the
// right. `shrink` is a factor on the text size for bars too narrow for the least of plans.

#include "core/page/panels/pen.h"

namespace qkv {

struct ToolbarPlan {
  float title = 1;       ///< share of the title's width that may be kept
  bool segments = true;  ///< the mask as five segments, else one button with a menu
  bool scale = true, rules = true, present = true, theme = true;
};

float brand_width(const Pen&, const ToolbarPicture&, const ToolbarPlan&, float shrink);
float tools_width(const Pen&, const ToolbarPicture&, const ToolbarPlan&, float shrink);
/// `tight`: a factor on the room around each word, so that long sentences stand there whole.
struct ChipSize {
  float shrink = 1, tight = 1;
};
float chips_width(const Pen&, const ToolbarPicture&, const ChipSize&);
/// Of the place for one more word; 0 where none can be added.
float plus_width(const Pen&, const ToolbarPicture&, const ChipSize&);
float least_chips_width(const Pen&, const ToolbarPicture&, const ChipSize&);

/// Returns where it ends.
float draw_brand(Pen&, const ToolbarPicture&, const ToolbarPlan&, const Rect& bar, float shrink);
/// Returns where it begins.
float draw_tools(Pen&, const ToolbarPicture&, const Session&, const ToolbarPlan&, const Rect& bar,
                 float shrink);
/// As many words as fit, around the chosen one; chips with dots stand where words are left out and
/// open the list of all. `can_choose` false: the sentence of a part, in which one word listens.
void draw_chips(Pen&, const ToolbarPicture&, bool can_choose, const Rect& room, float middle,
                const ChipSize&);

}  // namespace qkv
