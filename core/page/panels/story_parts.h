#pragma once

#include "core/page/panels/pen.h"

namespace qkv {

/// How much of the table of keys a panel has room for.
struct KeyRows {
  int most = 1 << 20;     ///< rows; the ones that matter least are folded into "n more"
  bool low = false;       ///< lines close to each other
  bool unfolded = false;  ///< all of them, by hand: then they can be folded again
};
float key_row_height(const Pen& pen, float air, bool low);
/// word | key | q·k | ÷√d | weight, from `place`'s top on; returns its height.
float draw_key_table(Pen& pen, const StoryPicture& story, const Rect& place, float air,
                     const KeyRows& rows);
/// The curve and the buttons of Train, from `place`'s top on; returns the height.
float draw_training(Pen& pen, const TrainingPicture& training, const Rect& place, float air);
/// Cut at spaces; a word that is too wide alone is cut short.
std::vector<std::string> rows_at(std::string_view title, Font font, float size, float width);
/// The whole story in Present.
void draw_band(Pen& pen, const StoryPicture& story, const Rect& rect);
/// A question in Present: asked, counted down, then with its answer.
void draw_poll(Pen& pen, const StoryPicture& story, const Hall& hall, const Rect& rect);
/// The arithmetic in one row, for Present.
Line one_line(const StoryPicture& story);

}  // namespace qkv
