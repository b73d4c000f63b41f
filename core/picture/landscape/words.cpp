// Title, subtitle and the note of a special case; the words themselves are in assets/text.

#include <string>

#include "core/picture/landscape/parts.h"
#include "core/text/texts.h"

namespace qkv::landscape {
namespace {

void name_moment(const Walk& walk, LandscapePicture& picture) {
  const Beat beat = walk.moment.at.beat;
  const bool weights = beat == Beat::softmax_divide || beat == Beat::all_weights;
  const bool broken = weights && !walk.shape.by_row_once;
  std::string place =
      "landscape." + std::string(broken ? std::string_view("softmax_broken") : beat_id(beat));
  if (walk.moment.at.stage == Stage::start && !walk.space.embeddings.empty()) place += "_x";
  const int key = walk.moment.at.key;
  const std::string& word = walk.query_word(walk.session.row);
  const std::string key_word = key >= 0 && key < walk.keys() ? walk.key_word(key) : "";
  picture.title = filled(text(place + ".title"), {{"word", word}, {"key", key_word}});
  picture.subtitle = filled(text(place + ".sub"), {{"word", word}, {"key", key_word}});
  for (const Column& column : picture.columns)
    if (column.other >= 0)
      picture.subtitle = text(walk.session.frozen ? "landscape.compared" : "landscape.scale_off");
  if (picture.plane.announces && picture.plane.ghost_shown > 0)
    picture.subtitle =
        text(walk.now.scale == 1 ? "landscape.announced_off" : "landscape.announced");
}

/// None visible, one visible, or a query without length.
void note_special_case(const Walk& walk, LandscapePicture& picture) {
  if (walk.before) return;  // the note would move the floor under the hand
  const std::size_t visible = walk.shape.visible.size();
  const auto note = [&](const char* key, float shown) {
    if (shown <= 0) return;
    picture.note = text(key);
    picture.note_shown = shown;
  };
  if (visible == 0) return note("landscape.nothing", walk.amounts.mask);
  if (visible == 1 && walk.shape.by_row_once) return note("landscape.only_one", walk.amounts.mask);
  bool zero = !walk.values.moving;
  for (const float q : walk.values.query) zero = zero && q == 0;
  if (zero) note("landscape.all_equal", walk.amounts.plane);
}

}  // namespace

void paint_words(const Walk& walk, LandscapePicture& picture) {
  name_moment(walk, picture);
  note_special_case(walk, picture);
}

}  // namespace qkv::landscape
