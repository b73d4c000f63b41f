#pragma once
// Where the Sentence scene's rows and beams stand; used by layout_sentence only.

#include <vector>

#include <glm/vec2.hpp>

#include "core/page/sentence/words_row.h"
#include "core/page/style.h"
#include "core/picture/sentence.h"

namespace qkv {

/// Of many words only those that count have a plane, side by side below the rows: the query of the
/// chosen word, then the keys it attends to in the sentence's order, each with its name.
struct PlaneCard {
  int word = 0;
  glm::vec2 middle{0};  ///< of the plane
  bool query = false;
};

struct SentencePlaces {
  Rect rect;  ///< inside the scene's frame
  Metrics metrics;
  WordsRow queries, keys;
  float gutter = 0;         ///< left column with the names of the rows
  float word_height = 0;    ///< of one line of words
  float vector_height = 0;  ///< of the vectors' line; 0: no vectors shown
  float output_y = 0;       ///< middle of the pill of z
  float query_y =
      0;  ///< middle of the line of query words next to the beams; upright: their lower end
  float query_vector_y = 0;
  float top_y = 0, bottom_y = 0;  ///< where beams leave the query and reach the key
  float number_y = 0;             ///< middle of the numbers on the beams
  float key_y = 0;  ///< middle of the line of key words next to the beams; upright: their upper end
  float key_vector_y = 0;
  float note_y = 0;
  float plane = 0;  ///< side of the words' small planes; 0: there is no room for them
  float query_plane_y = 0, key_plane_y = 0;  ///< their middles
  float card = 0;                            ///< side of the planes of `cards`
  std::vector<PlaneCard> cards;              ///< where the words' own places are too narrow
  std::vector<int> named;                    ///< keys that stand out where words are many
  float key_end_y = 0;                       ///< below the key words
  float widest_beam = 0;                     ///< pixels of a beam of width 1
  float thinnest_beam = 0;
  float contrast = 4.6f;  ///< that every text keeps on the ground; 7 in Present
};

SentencePlaces sentence_places(const SentencePicture&, const Rect& inside, const Metrics&,
                               bool present);

/// From the query down to the key, both ends upright. `from` and `to` share of the way, 0…1.
std::vector<glm::vec2> beam_curve(glm::vec2 query, glm::vec2 key, float from, float to, int points);
glm::vec2 beam_point(glm::vec2 query, glm::vec2 key, float t);

/// Pixels of a beam; in proportion to its width, and never too thin to be seen.
float beam_pixels(const SentencePlaces&, const Beam&);
/// x where each beam of `picture` leaves its query, side by side when stacked.
std::vector<float> beam_starts(const SentencePicture&, const SentencePlaces&);

}  // namespace qkv
