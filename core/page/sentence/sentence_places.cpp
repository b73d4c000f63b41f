#include "core/page/sentence/sentence_places.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/page/fonts.h"

namespace qkv {
namespace {

// Shares of a beam's height that run straight down: its ends stand square on the words, however
// wide it is, and its number sits on an upright piece.
constexpr float kStraightTop = 0.02f, kStraightBottom = 0.1f;
constexpr int kStrongestNamed = 6;
// Of the height, for the upright words of a row: of the queries one is looked at, of the keys all.
// The queries take more where the beams keep their least all the same.
constexpr float kUprightQueries = 0.18f, kUprightKeys = 0.4f, kLeastBeams = 0.25f;

using VectorTexts = std::vector<const std::vector<std::string>*>;

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
  if (row.lines > 1 || row.upright || vectors.size() != row.words.size()) return false;
  bool any = false;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    any = any || !vectors[i].empty();
    if (text_width(Font::mono, m.tiny, vectors[i]) > row.words[i].slot - m.gap) return false;
  }
  return any;
}

float widest_number(const Metrics& m) {
  return text_width(Font::mono_bold, m.small, "0.000") + m.gap;
}

// What stands under and over a word: its vectors, and the number on its beam.
std::vector<float> widths_beside(const VectorTexts& vectors, std::size_t count, const Metrics& m) {
  std::vector<float> widths(count, widest_number(m));
  for (const std::vector<std::string>* texts : vectors) {
    for (std::size_t i = 0; i < count && i < texts->size(); ++i) {
      widths[i] = std::max(widths[i], text_width(Font::mono, m.tiny, (*texts)[i]));
    }
  }
  return widths;
}

bool numbers_fit(const WordsRow& row, const Metrics& m) {
  if (row.lines > 1 || row.upright) return false;
  return std::all_of(row.words.begin(), row.words.end(),
                     [&](const PlacedWord& word) { return word.slot >= widest_number(m); });
}

float words_height(const WordsRow& row, float word_height) {
  const auto lines = static_cast<float>(row.lines);
  return row.upright ? (lines - 1) * row.step + row.longest + word_height / 2 : lines * word_height;
}

// As large as the narrowest word's own place and a share of the height allow.
float plane_side(const SentencePicture& picture, const SentencePlaces& p) {
  constexpr float kLeast = 34, kMost = 88, kShareOfHeight = 0.15f;  // design pixels
  const float unit = p.metrics.unit;
  if (picture.planes.empty()) return 0;
  float side = std::min(kMost * unit, kShareOfHeight * p.rect.h);
  for (const WordsRow* row : {&p.queries, &p.keys}) {
    if (row->upright || row->lines > 1) return 0;
    for (const PlacedWord& word : row->words) side = std::min(side, word.slot - p.metrics.gap / 2);
  }
  return side < kLeast * unit ? 0 : std::round(side);
}

constexpr float kCard = 72;        // design pixels
constexpr float kCardName = 6.2f;  // em, that a name below it may take

/// The query, and as many keys as there is width for, the most important first.
std::vector<PlaneCard> plane_cards(const SentencePicture& picture, const SentencePlaces& p,
                                   float middle) {
  const float pitch = p.card + p.metrics.gap;
  const float left = p.rect.x + pitch + p.metrics.gap, width = p.rect.right() - left;
  const auto most = static_cast<std::size_t>(std::max(0.0f, width / pitch));
  std::vector<int> words;
  for (const int key : important_keys(picture))
    if (words.size() < most && std::find(words.begin(), words.end(), key) == words.end())
      words.push_back(key);
  std::sort(words.begin(), words.end());
  std::vector<PlaneCard> cards = {{picture.chosen, {p.rect.x + pitch / 2, middle}, true}};
  // Near its word, moved aside for its neighbours: first to the right, then back.
  float from = left + pitch / 2;
  for (const int word : words) {
    from = std::max(from, p.keys.words[index(word)].center);
    cards.push_back({word, {from, middle}, false});
    from += pitch;
  }
  float to = p.rect.right() - pitch / 2;
  for (auto card = cards.rbegin(); card + 1 != cards.rend(); ++card) {
    card->middle.x = std::min(card->middle.x, to);
    to = card->middle.x - pitch;
  }
  return cards;
}

}  // namespace

SentencePlaces sentence_places(const SentencePicture& picture, const Rect& inside, const Metrics& m,
                               bool present) {
  SentencePlaces p;
  if (present) p.contrast = 7.1f;
  p.rect = inside;
  p.metrics = m;
  const auto width = [&](std::string_view name) {
    return text_width(Font::semibold, m.small, name);
  };
  const bool narrow = inside.w < 32 * m.small;
  p.gutter = width(narrow ? "q" : "queries");
  if (!picture.letters)
    p.gutter = std::max({p.gutter, width(picture.queries_name), width(picture.keys_name)});
  p.gutter += m.gap;
  WordsRoom room{inside.x + p.gutter + m.gap, inside.right() - m.gap, m.text,
                 std::min(m.text, m.tiny),    m.gap * 1.5f,           kUprightKeys * inside.h};
  // The same words stand at the same places above and below.
  const bool same = picture.queries == picture.keys;
  const auto all = {&picture.query_vectors, &picture.key_vectors, &picture.value_vectors};
  const auto above = widths_beside(same ? VectorTexts(all) : VectorTexts{&picture.query_vectors},
                                   picture.queries.size(), m);
  const auto below = widths_beside(
      same ? VectorTexts(all) : VectorTexts{&picture.key_vectors, &picture.value_vectors},
      picture.keys.size(), m);
  p.word_height = std::round(m.text * 1.75f);
  p.keys = place_words(picture.keys, below, important_keys(picture), Font::semibold, room);
  // Beside the words there are the pill of z, the note and the gaps.
  const float beside_words = p.word_height + 6 * m.gap + 2 * m.small;
  room.height = std::max(kUprightQueries * inside.h, (1 - kLeastBeams) * inside.h - beside_words -
                                                         words_height(p.keys, p.word_height));
  p.queries = place_words(picture.queries, above, {picture.chosen}, Font::semibold, room);
  const bool vectors = vectors_fit(picture.query_vectors, p.queries, m) ||
                       vectors_fit(picture.key_vectors, p.keys, m) ||
                       vectors_fit(picture.value_vectors, p.keys, m);
  p.vector_height = vectors ? std::round(m.tiny * 1.5f) : 0;

  if (p.keys.upright) p.named = important_keys(picture);
  p.plane = plane_side(picture, p);
  const bool cards = p.plane <= 0 && !picture.planes.empty() && picture.opens <= 0;
  const float words = words_height(p.queries, p.word_height) + words_height(p.keys, p.word_height);
  const float card = std::round(std::max(kCard * m.unit, kCardName * m.small)),
              strip = card + m.small * 1.6f + m.gap * 2;
  // Beams keep the larger half of what the words leave.
  const float spare = inside.h - words - beside_words;
  if (cards && strip < 0.45f * spare) p.card = card;

  float y = inside.y + m.gap;
  p.output_y = y + p.word_height / 2;
  y += p.word_height + m.gap * 1.5f;
  const float queries = words_height(p.queries, p.word_height);
  y += queries;
  p.query_y = p.queries.upright ? y - m.gap / 2 : y - p.word_height / 2;
  p.query_vector_y = y + p.vector_height / 2;
  p.query_plane_y = y + p.vector_height + m.gap / 2 + p.plane / 2;
  p.top_y = y + p.vector_height + m.gap / 2 + (p.plane > 0 ? p.plane + m.gap / 2 : 0);

  y = inside.bottom() - m.gap;
  p.note_y = y - m.small;
  y -= m.small * 2;
  const float cards_y = y - m.small * 1.6f - p.card / 2;
  if (p.card > 0) y -= strip;
  p.key_vector_y = y - p.vector_height / 2;
  p.key_end_y = y - p.vector_height;
  y -= p.vector_height + words_height(p.keys, p.word_height);
  p.key_plane_y = y - m.gap / 4 - p.plane / 2;
  if (p.card > 0) p.cards = plane_cards(picture, p, cards_y);
  p.key_y = p.keys.upright ? y + m.gap / 2 : y + p.word_height / 2;
  if (p.plane > 0) y -= p.plane + m.gap / 2;
  // A row of numbers stands between the beams and the words; where words are too close for it,
  // beams reach the words and the numbers lie on them.
  const bool own_line = numbers_fit(p.keys, m);
  p.number_y = y - m.gap / 2 - m.small * (own_line ? 0.6f : 1.4f);
  p.bottom_y = own_line ? p.number_y - m.small : y - m.gap / 2;

  // Scores may all be large at once, weights share one unit: they can be drawn wider.
  const float pitch = std::min(p.queries.pitch, p.keys.pitch);
  const float scores = std::clamp(0.62f * pitch, 4 * m.unit, 56 * m.unit);
  const float weights = std::max(scores, 30 * m.unit);
  // A beam must not be wider than the bend it takes: 3s² − 2s³ over `across` and `down` has a
  // radius of down² ÷ (6 · across) at its ends.
  const float down = std::max(1.0f, (1 - kStraightTop - kStraightBottom) * (p.bottom_y - p.top_y));
  const float across = 0.7f * (room.right - room.left);
  const float bend = std::max(4 * m.unit, down * down / (2.4f * std::max(1.0f, across)));
  p.widest_beam = std::min(bend, scores + (weights - scores) * picture.weights);
  p.thinnest_beam = std::max(1.0f, 1.25f * m.unit);
  return p;
}

glm::vec2 beam_point(glm::vec2 query, glm::vec2 key, float t) {
  const float height = key.y - query.y;
  const float top = query.y + kStraightTop * height, bottom = key.y - kStraightBottom * height;
  const float y = query.y + t * height;
  if (y <= top || bottom <= top) return {query.x, y};
  if (y >= bottom) return {key.x, y};
  // The cubic 3s² − 2s³: upright at both ends, half way down it has gone half way across.
  const float s = (y - top) / (bottom - top);
  return {query.x + (key.x - query.x) * s * s * (3 - 2 * s), y};
}

std::vector<glm::vec2> beam_curve(glm::vec2 query, glm::vec2 key, float from, float to,
                                  int points) {
  std::vector<float> shares = {from};
  // The joints stand exactly, so that the ends are exactly upright.
  const auto add = [&](float share) {
    if (share > shares.back() && share < to) shares.push_back(share);
  };
  const int steps = query.x == key.x ? 1 : points;
  for (int i = 0; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    add(kStraightTop + (1 - kStraightBottom - kStraightTop) * share);
  }
  shares.push_back(to);
  std::vector<glm::vec2> curve;
  curve.reserve(shares.size());
  for (const float share : shares) curve.push_back(beam_point(query, key, share));
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
