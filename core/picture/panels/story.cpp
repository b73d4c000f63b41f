#include "core/document/written.h"
#include "core/picture/panels/story_parts.h"
#include "core/text/texts.h"

namespace qkv {

StoryPicture paint_story(const Session& session, const Trace& now, const Trace* before) {
  const RowView view = row_view(session, now, before);
  StoryPicture story;
  const StepNumber number = step_number(session, now);
  story.step = number.step;
  story.of = number.of;
  story.stop = number.stop;
  story.stops = session.steps == StepSize::stages ? 1 : number.stops;
  story.stage = stage_name(view.document(), view.at);
  if (tell_question(story, view)) {
    // Before the answer nothing is given away; after it the place speaks for itself.
    if (story.question.answered) {
      story.sums = arithmetic(view);
      if (!view.document().only_parts) list_keys(story, view);
    }
    return story;
  }
  tell_story(story, view);
  // Weights that somebody wrote down were not computed by any formula.
  const bool written = is_written(view.document());
  if (written) story.stage = story.title;
  const bool has_attention = !view.document().only_parts;
  story.speaker = speaker_notes(view);
  story.formula = own_formula(view);
  if (story.formula.empty() && !written && has_attention) story.formula = formula_line(view);
  // In a hall's band a sum takes the text's place; where the walk begins there is nothing to add
  // up.
  if (!is_band(session) || view.at.stage != Stage::start) story.sums = arithmetic(view);
  // While training runs the curve takes its place.
  if (has_attention && view.at.stage != Stage::train && !is_part(view.at)) list_keys(story, view);
  story.notes = story_notes(view);
  story.training = training_of(view);
  return story;
}

}  // namespace qkv
