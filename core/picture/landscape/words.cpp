// Title, subtitle and the note of a special case.

#include <cmath>

#include "core/picture/landscape/parts.h"

namespace qkv::landscape {
namespace {

void name_stage(const Walk& walk, LandscapePicture& picture) {
  const std::string& word = walk.query_word(walk.session.row);
  const auto say = [&](std::string title, std::string subtitle) {
    picture.title = std::move(title);
    picture.subtitle = std::move(subtitle);
  };
  switch (walk.moment.at.beat) {
    case Beat::start: return say(word + " asks, the keys answer", "queries and keys are arrows on one floor");
    case Beat::project_q: return say("Queries: x · W_Q", "the matrix carries the whole floor along");
    case Beat::project_k: return say("Keys: x · W_K", "the matrix carries the whole floor along");
    case Beat::project_v: return say("Values: x · W_V", "the matrix carries the whole floor along");
    case Beat::score_plane: return say("The query of " + word + " tilts a plane", "keys lie on the floor; height = q·k");
    case Beat::score_key:
    case Beat::score_rest: return say("How well does each key answer " + word + "?", "keys lie on the floor; height = q·k");
    case Beat::scale: return say("The same heights, divided by √d", "plane and stems sink together; the ghost shows where they were");
    case Beat::mask: return say("What " + word + " may look at", "a hidden key falls to −∞");
    case Beat::softmax_max: return say("Zero rises to the highest top", "subtracting the maximum moves the zero, not the heights");
    case Beat::softmax_exp: return say("Every height becomes e^(s − max)", "the plane bends; the columns end on it");
    case Beat::softmax_stack: return say("All columns in one tower", "sentence order, bottom to top");
    case Beat::softmax_divide: return say("One unit of attention, shared out", "dividing by the sum is reading the same tower from 0 to 1");
    case Beat::mix_key:
    case Beat::mix_rest: return say("Values, shrunk to their weights", "value space from above; tip to tail, in sentence order");
    case Beat::mix_z: return say("The new vector of " + word, "value space from above; z ends at the last tip");
    case Beat::all_scores:
    case Beat::all_masked:
    case Beat::all_weights: return say("All words at once", "one matrix product; the table fills");
    case Beat::all_output: return say("Every word has its new vector", "value space from above; one matrix product");
  }
}

/// None visible, one visible, or a query without length.
void note_special_case(const Walk& walk, LandscapePicture& picture) {
  const std::size_t visible = walk.shape.visible.size();
  const bool masked = walk.amounts.mask > 0.5f;
  if (masked && visible == 0) {
    picture.note = "nothing to see: z = 0";
  } else if (masked && visible == 1) {
    picture.note = "only one to look at: weight 1";
  } else if (walk.amounts.plane > 0.5f) {
    bool zero = !walk.values.moving;
    for (const float q : walk.values.query) zero = zero && q == 0;
    if (zero) picture.note = "every score is 0, attention is equal";
  }
}

}  // namespace

void paint_words(const Walk& walk, LandscapePicture& picture) {
  name_stage(walk, picture);
  for (const Column& column : picture.columns)
    if (column.other >= 0) picture.subtitle = "÷√d is off; dashed columns show it switched on";
  note_special_case(walk, picture);
}

}  // namespace qkv::landscape
