// Train in the story: what has been learned, and what can be pressed.

#include "core/learning/train.h"
#include "core/picture/panels/story_parts.h"
#include "core/text/format_number.h"
#include "core/text/texts.h"

namespace qkv {
namespace {

TrainingPicture::Button button_of(const std::string& name, const Training& t, const Action& action,
                                  bool strong = false) {
  return {std::string(text("train." + name)),
          filled(text("train." + name + "_tip"), {{"steps", std::to_string(t.steps)}}), action,
          strong};
}

Line status_of(const RowView& view, const Training& t) {
  const std::string words = filled(text(t.done() > 0 ? "train.status" : "train.before"),
                                   {{"step", std::to_string(t.done())},
                                    {"of", std::to_string(t.steps)},
                                    {"word", query_word(view.session, t.query)},
                                    {"key", key_word(view.session, t.key)}});
  Quantity weight = view.quantity(Quantity::Kind::weight, t.key);
  weight.row = t.query;
  return {plain(words),
          mono(format_fixed(static_cast<double>(view.trace.weight(0, t.query, t.key)), 3),
               Role::plain, true, weight)};
}

}  // namespace

TrainingPicture training_of(const RowView& view) {
  TrainingPicture picture;
  if (!has_wish(view.document())) return picture;
  const Training& t = *view.document().training;
  const bool here = view.at.stage == Stage::train;
  if (!here && !t.on()) return picture;
  const bool ended = t.done() >= t.steps;
  if (!t.on()) picture.buttons.push_back(button_of("run", t, action::Train{}, true));
  if (t.on() && !ended) picture.buttons.push_back(button_of("go_on", t, action::Train{}, true));
  if (!ended) picture.buttons.push_back(button_of("one", t, action::Train{1}));
  if (t.on()) {
    picture.buttons.push_back(button_of("again", t, action::Train{0}, ended));
    picture.buttons.push_back(button_of("own", t, action::Untrain{}));
    picture.status = status_of(view, t);
    if (here) picture.curve = t.path;  // elsewhere the walk's own table needs the room
    picture.steps = t.steps;
  }
  return picture;
}

}  // namespace qkv
