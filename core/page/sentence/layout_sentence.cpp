#include <algorithm>
#include <cmath>

#include "core/page/fonts.h"
#include "core/page/hall_palette.h"
#include "core/page/layout.h"
#include "core/page/sentence/sentence_places.h"
#include "core/page/sentence/sentence_texts.h"
#include "core/page/sentence/word_planes.h"
#include "core/page/style.h"

namespace qkv {
namespace {

constexpr float kFaint = 0.15f;    // design section 4: the rows that are not chosen
constexpr float kStepBack = 0.4f;  // into the ground: the row's other beams while one acts

constexpr std::size_t kCrowd = 16;  // keys; above it strong beams lie on top of weak ones

std::size_t index(int i) { return static_cast<std::size_t>(i); }

struct Drawing {
  Page& page;
  const Session& session;
  const SentencePicture& picture;
  SentencePlaces places;
  const Palette& colors;
  std::vector<float> starts;  // x where each beam leaves its query
};

bool is_crowded(const SentencePicture& picture) { return picture.keys.size() > kCrowd; }

struct BeamInk {
  Color fill, edge;  // of the data; what keeps it visible on the ground
};

// Thin beams are all edge. Wide ones show the colour of the table's cell between two edges.
BeamInk beam_ink(const Drawing& drawing, const Beam& beam) {
  const float sign = beam.negative ? -1.0f : 1.0f;
  const Palette& colors = drawing.colors;
  const auto ink = [&](float score) {
    const Color color =
        mix(score_color(drawing.session.theme, sign * score, 1.0f),
            weight_color(drawing.session.color_map, beam.width), drawing.picture.weights);
    const bool back = beam.emphasis == Emphasis::chosen && drawing.picture.acting >= 0;
    return back ? mix(color, colors.ground, kStepBack) : color;
  };
  const Color data = ink(beam.width);
  // A thin line of a pale colour would lose its sign; 0 has none.
  const float sure = beam.width > 0 ? std::max(beam.width, 0.6f) : 0.0f;
  Color edge = readable(ink(sure), colors.ground, 3.05f);
  // Among many beams those too thin for their width pale instead, so that the strong stand out.
  const float pixels = beam.width * drawing.places.widest_beam;
  if (is_crowded(drawing.picture) && pixels < drawing.places.thinnest_beam) {
    edge = mix(colors.ground, edge, std::max(0.3f, pixels / drawing.places.thinnest_beam));
  }
  return {data, mix(edge, colors.dim, beam.hidden)};
}

glm::vec2 query_end(const Drawing& drawing, std::size_t i) {
  return {drawing.starts[i], drawing.places.top_y};
}

glm::vec2 key_end(const Drawing& drawing, const Beam& beam) {
  return {drawing.places.keys.words[index(beam.key)].center, drawing.places.bottom_y};
}

void set_dashes(Polyline& line, const Beam& beam, float unit) {
  if (beam.hidden >= 0.5f) {
    line.dash = 2 * unit;
    line.gap = 5 * unit;
  } else if (beam.negative) {
    line.dash = std::max(9 * unit, line.width * 0.7f);
    line.gap = std::max(5 * unit, line.width * 0.35f);
  }
}

// Its two edges as they were in A.
void draw_beam_of_a(Drawing& drawing, std::size_t i) {
  const Beam& beam = drawing.picture.beams[i];
  const SentencePlaces& places = drawing.places;
  const float unit = places.metrics.unit;
  const float half = std::max(places.thinnest_beam, beam.then * places.widest_beam) / 2;
  if (std::abs(2 * half - beam_pixels(places, beam)) < 2 * unit) return;
  for (const float side : {-half, half}) {
    Polyline edge;
    edge.points = beam_curve(query_end(drawing, i), key_end(drawing, beam), 0, beam.shown, 28);
    for (glm::vec2& point : edge.points) point.x += side;
    edge.color = drawing.colors.text;
    edge.width = 1.25f * unit;
    edge.dash = 4 * unit;
    edge.gap = 4 * unit;
    drawing.page.items.push_back({std::move(edge), {}});
  }
}

void draw_beam(Drawing& drawing, std::size_t i) {
  const Beam& beam = drawing.picture.beams[i];
  const float unit = drawing.places.metrics.unit;
  const bool faint = beam.emphasis == Emphasis::faint;
  const BeamInk ink = beam_ink(drawing, beam);
  Polyline line;
  line.width = beam_pixels(drawing.places, beam);
  line.color = faint ? with_alpha(ink.edge, kFaint) : ink.edge;
  const int points = drawing.picture.beams.size() > 400 ? 12 : 28;
  line.points = beam_curve(query_end(drawing, i), key_end(drawing, beam), 0, beam.shown, points);
  set_dashes(line, beam, unit);
  if (!faint && line.dash <= 0 && (!is_crowded(drawing.picture) || line.width > 3 * unit)) {
    // A casing in the ground's colour parts beams that cross.
    Polyline casing = line;
    casing.width += 2 * unit;
    casing.color = drawing.colors.ground;
    drawing.page.items.push_back({std::move(casing), {}});
  }
  if (beam.then >= 0) draw_beam_of_a(drawing, i);
  const float inner = line.width - 2.5f * unit;
  const bool two = !faint && inner > 3 * unit && !(ink.fill == ink.edge) && beam.hidden <= 0;
  Polyline core = line;
  drawing.page.items.push_back({std::move(line), beam.quantity});
  if (!two) return;
  core.width = inner;
  core.color = ink.fill;
  drawing.page.items.push_back({std::move(core), beam.quantity});
}

// Faint rows first; then wide ones, so that thin ones stay seen where they leave the query; the
// acting beam on top of all.
std::vector<std::size_t> painting_order(const SentencePicture& picture) {
  std::vector<std::size_t> order(picture.beams.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const bool crowded = is_crowded(picture);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Beam &first = picture.beams[a], &second = picture.beams[b];
    if (first.emphasis != second.emphasis) return first.emphasis < second.emphasis;
    return crowded ? first.width < second.width : first.width > second.width;
  });
  return order;
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
  // The planes answer by themselves.
  const float top = p.output_y + p.word_height / 2;
  const float bottom = p.plane > 0 ? p.query_plane_y - p.plane / 2 : p.top_y;
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
  const Metrics m = metrics(session, page);
  const Rect inside{rect.x + m.gap, rect.y, rect.w - 2 * m.gap, rect.h};
  if (inside.w <= 0 || inside.h <= 0) return;
  Drawing drawing{page,
                  session,
                  picture,
                  sentence_places(picture, inside, m, session.layout.present),
                  palette_of(session),
                  {}};
  drawing.starts = beam_starts(picture, drawing.places);

  page.items.push_back({ClipBegin{inside}, {}});
  for (const std::size_t i : painting_order(picture)) draw_beam(drawing, i);
  place_opening(page, picture, drawing.places, drawing.colors, inside);
  place_numbers(page, picture, drawing.places, drawing.colors);
  draw_packets(drawing);
  draw_word_planes(page, picture, drawing.places, drawing.colors);
  place_row_names(page, picture, drawing.places, drawing.colors);
  place_query_words(page, picture, drawing.places, drawing.colors);
  place_key_words(page, picture, drawing.places, drawing.colors);
  place_output(page, picture, drawing.places, drawing.colors);
  place_notes(page, picture, drawing.places, drawing.colors);
  page.items.push_back({ClipEnd{}, {}});
  add_hits(drawing);
}

}  // namespace qkv
