#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/layout.h"
#include "core/page/sentence/sentence_places.h"
#include "core/page/sentence/sentence_texts.h"
#include "core/page/style.h"

namespace qkv {
namespace {

constexpr float kFaint = 0.15f;       // design section 4: the rows that are not chosen
constexpr float kSteppedBack = 0.6f;  // the chosen row's other beams while one acts

std::size_t index(int i) { return static_cast<std::size_t>(i); }

struct Drawing {
  Page& page;
  const Session& session;
  const SentencePicture& picture;
  SentencePlaces places;
  const Palette& colors;
  std::vector<float> starts;  // x where each beam leaves its query
};

Color beam_color(const Drawing& drawing, const Beam& beam) {
  const float value = beam.negative ? -beam.width : beam.width;
  const Color data =
      mix(score_color(drawing.session.theme, value, 1.0f),
          weight_color(drawing.session.color_map, beam.width), drawing.picture.weights);
  const Color seen = readable(data, drawing.colors.ground, 3.0f);
  const Color color = mix(seen, drawing.colors.dim, beam.hidden);
  if (beam.emphasis == Emphasis::faint) return with_alpha(color, kFaint);
  const bool back = beam.emphasis == Emphasis::chosen && drawing.picture.acting >= 0;
  return with_alpha(color, back ? kSteppedBack : 1.0f);
}

glm::vec2 query_end(const Drawing& drawing, std::size_t i) {
  return {drawing.starts[i], drawing.places.top_y};
}

glm::vec2 key_end(const Drawing& drawing, const Beam& beam) {
  return {drawing.places.keys.words[index(beam.key)].center, drawing.places.bottom_y};
}

void draw_beam(Drawing& drawing, std::size_t i) {
  const Beam& beam = drawing.picture.beams[i];
  const float unit = drawing.places.metrics.unit;
  Polyline line;
  line.width = beam_pixels(drawing.places, beam);
  line.color = beam_color(drawing, beam);
  const int points = drawing.picture.beams.size() > 400 ? 17 : 33;
  line.points = beam_curve(query_end(drawing, i), key_end(drawing, beam), 0, beam.shown, points);
  if (beam.hidden >= 0.5f) {
    line.dash = 2 * unit;
    line.gap = 5 * unit;
  } else if (beam.negative) {
    line.dash = std::max(9 * unit, line.width * 0.7f);
    line.gap = std::max(5 * unit, line.width * 0.35f);
  }
  drawing.page.items.push_back({std::move(line), beam.quantity});
}

// Where a packet is: it rests just below its query, so that the words stay readable.
void draw_packets(Drawing& drawing) {
  const SentencePlaces& places = drawing.places;
  for (std::size_t i = 0; i < drawing.picture.beams.size(); ++i) {
    const Beam& beam = drawing.picture.beams[i];
    const bool acting = beam.emphasis == Emphasis::acting;
    if (beam.packet <= 0 || (beam.packet >= 1 && !acting)) continue;
    const float radius = std::max(
        5 * places.metrics.unit, 0.5f * places.widest_beam * std::sqrt(std::max(0.0f, beam.width)));
    const float height = std::max(1.0f, places.bottom_y - places.top_y);
    const float rest = std::min(0.45f, (radius + places.metrics.gap) / height);
    const float t = 1 - beam.packet * (1 - rest);
    const glm::vec2 at = beam_point(query_end(drawing, i), key_end(drawing, beam), t);
    Quantity quantity = beam.quantity;
    quantity.kind = Quantity::Kind::weighted_value;
    drawing.page.items.push_back(
        {Disc{at, radius, drawing.colors.value, drawing.colors.ground, 2 * places.metrics.unit},
         quantity});
    if (acting)
      place_packet_text(drawing.page, drawing.picture, places, drawing.colors, at, radius,
                        quantity);
  }
}

void add_hits(Drawing& drawing) {
  const SentencePlaces& p = drawing.places;
  const WordsRow& row = p.queries;
  if (row.pitch < 3) return;
  const float top = p.output_y + p.word_height / 2, bottom = p.top_y;
  for (std::size_t i = 0; i < row.words.size(); ++i) {
    Hit hit;
    hit.rect = {row.words[i].center - row.pitch / 2, top, row.pitch, bottom - top};
    hit.actions = {action::Select{static_cast<int>(i)}};
    hit.name = drawing.picture.queries[i];
    drawing.page.hits.push_back(std::move(hit));
  }
}

}  // namespace

void layout_sentence(Page& page, const Session& session, const SentencePicture& picture,
                     const Rect& rect) {
  const Rect inside = layout_scene_frame(page, session, picture.title, picture.subtitle, rect);
  if (inside.w <= 0 || inside.h <= 0) return;
  const Metrics m = metrics(session, page);
  Drawing drawing{
      page, session, picture, sentence_places(picture, inside, m), palette(session.theme), {}};
  drawing.starts = beam_starts(picture, drawing.places);

  page.items.push_back({ClipBegin{inside}, {}});
  for (std::size_t i = 0; i < picture.beams.size(); ++i) draw_beam(drawing, i);
  place_numbers(page, picture, drawing.places, drawing.colors);
  draw_packets(drawing);
  place_row_names(page, picture, drawing.places, drawing.colors);
  place_query_words(page, picture, drawing.places, drawing.colors);
  place_key_words(page, picture, drawing.places, drawing.colors);
  place_output(page, picture, drawing.places, drawing.colors);
  place_notes(page, picture, drawing.places, drawing.colors);
  page.items.push_back({ClipEnd{}, {}});
  add_hits(drawing);
}

}  // namespace qkv
