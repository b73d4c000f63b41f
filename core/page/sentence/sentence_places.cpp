#include "core/page/sentence/sentence_places.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/page/fonts.h"

namespace qkv {
namespace {

constexpr int kStrongestNamed = 6;
constexpr int kMostVectors = 12;  // words under which a vector still reads

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Keys whose words must be readable: the acting one, the chosen word's own, the strongest six.
std::vector<int> important_keys(const SentencePicture& picture) {
  std::vector<int> keys;
  if (picture.acting >= 0) keys.push_back(picture.acting);
  int strongest = 0;
  for (auto beam = picture.beams.rbegin(); beam != picture.beams.rend(); ++beam) {
    if (beam->row != picture.chosen || beam->hidden >= 0.5f) continue;
    if (strongest++ == kStrongestNamed) break;
    keys.push_back(beam->key);
  }
  if (picture.chosen < static_cast<int>(picture.keys.size())) keys.push_back(picture.chosen);
  return keys;
}

bool vectors_fit(const std::vector<std::string>& vectors, const WordsRow& row, const Metrics& m) {
  if (vectors.empty() || row.lines > 1 || row.upright || vectors.size() > index(kMostVectors)) {
    return false;
  }
  bool any = false;
  for (const std::string& vector : vectors) {
    any = any || !vector.empty();
    if (text_width(Font::mono, m.tiny, vector) > row.pitch - m.gap) return false;
  }
  return any;
}

float words_height(const WordsRow& row, float word_height) {
  return row.upright ? row.longest + word_height / 2 : static_cast<float>(row.lines) * word_height;
}

}  // namespace

SentencePlaces sentence_places(const SentencePicture& picture, const Rect& inside,
                               const Metrics& m) {
  SentencePlaces p;
  p.rect = inside;
  p.metrics = m;
  const bool narrow = inside.w < 26 * m.small;
  p.gutter = (narrow ? text_width(Font::semibold, m.small, "q")
                     : text_width(Font::semibold, m.small, "queries")) +
             m.gap;
  const WordsRoom room{inside.x + p.gutter + m.gap, inside.right() - m.gap, m.text,
                       std::min(m.text, m.tiny), m.gap * 1.5f};
  p.queries = place_words(picture.queries, {picture.chosen}, Font::semibold, room);
  p.keys = place_words(picture.keys, important_keys(picture), Font::semibold, room);
  p.word_height = std::round(m.text * 1.75f);
  const bool vectors = vectors_fit(picture.query_vectors, p.queries, m) ||
                       vectors_fit(picture.key_vectors, p.keys, m) ||
                       vectors_fit(picture.value_vectors, p.keys, m);
  p.vector_height = vectors ? std::round(m.tiny * 1.5f) : 0;

  float y = inside.y + m.gap;
  p.output_y = y + p.word_height / 2;
  y += p.word_height + m.gap * 1.5f;
  const float queries = words_height(p.queries, p.word_height);
  y += queries;
  p.query_y = p.queries.upright ? y - m.gap / 2 : y - p.word_height / 2;
  p.query_vector_y = y + p.vector_height / 2;
  p.top_y = y + p.vector_height + m.gap / 2;

  y = inside.bottom() - m.gap;
  p.note_y = y - m.small;
  y -= m.small * 2 + m.gap;
  p.key_vector_y = y - p.vector_height / 2;
  y -= p.vector_height + words_height(p.keys, p.word_height);
  p.key_y = p.keys.upright ? y + m.gap / 2 : y + p.word_height / 2;
  p.bottom_y = y - m.gap / 2;
  p.number_y = p.bottom_y - m.small * 1.4f;

  const float pitch = std::min(p.queries.pitch, p.keys.pitch);
  p.widest_beam = std::clamp(0.62f * pitch, 8 * m.unit, 56 * m.unit);
  p.thinnest_beam = std::max(1.0f, 1.25f * m.unit);
  return p;
}

glm::vec2 beam_point(glm::vec2 query, glm::vec2 key, float t) {
  // A cubic whose ends are upright: half way down it has gone half way across.
  const float bend = 0.5f * (key.y - query.y);
  const glm::vec2 out{query.x, query.y + bend}, in{key.x, key.y - bend};
  const float s = 1 - t;
  return s * s * s * query + 3 * s * s * t * out + 3 * s * t * t * in + t * t * t * key;
}

std::vector<glm::vec2> beam_curve(glm::vec2 query, glm::vec2 key, float from, float to,
                                  int points) {
  if (query.x == key.x) points = 2;
  std::vector<glm::vec2> curve;
  curve.reserve(index(points));
  for (int i = 0; i < points; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(points - 1);
    curve.push_back(beam_point(query, key, from + (to - from) * share));
  }
  return curve;
}

float beam_pixels(const SentencePlaces& places, const Beam& beam) {
  const float solid = std::max(places.thinnest_beam, beam.width * places.widest_beam);
  const float dotted = 2 * places.metrics.unit;
  return solid + (dotted - solid) * std::clamp(beam.hidden, 0.0f, 1.0f);
}

std::vector<float> beam_starts(const SentencePicture& picture, const SentencePlaces& places) {
  std::vector<float> starts;
  starts.reserve(picture.beams.size());
  for (const Beam& beam : picture.beams)
    starts.push_back(places.queries.words[index(beam.row)].center);
  if (picture.stacked <= 0 || picture.beams_of > 0) return starts;

  std::map<int, std::vector<std::size_t>> rows;  // in sentence order of the keys
  for (std::size_t i = 0; i < picture.beams.size(); ++i) rows[picture.beams[i].row].push_back(i);
  for (auto& [row, members] : rows) {
    std::sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
      return picture.beams[a].key < picture.beams[b].key;
    });
    float total = 0;
    for (const std::size_t i : members) total += picture.beams[i].width;
    // While the division runs the widths do not sum to 1 yet; the bar is one unit wide throughout.
    const float squeeze = total > 1 ? 1 / total : 1.0f;
    float at = -std::min(total, 1.0f) / 2;
    for (const std::size_t i : members) {
      const float width = picture.beams[i].width * squeeze;
      starts[i] += (at + width / 2) * places.widest_beam * picture.stacked;
      at += width;
    }
  }
  return starts;
}

}  // namespace qkv
